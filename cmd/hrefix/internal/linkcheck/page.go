package linkcheck

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/mhtml"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// None is the number of a page that is no file of a tree.
const None = addressbook.ID(-1)

// A Page is a document, or a message, whose references are checked. It is for one goroutine.
type Page struct {
	Counts
	c      *Checker
	file   addressbook.ID
	source *Source
	files  Files // nil if the page is in no tree
	known  known
	parts  *mhtml.Parts
	here   map[string]anchorSet // the anchors of the parts of the page, if it is in no tree: see within
	leads  []addressbook.ID     // the files that links lead to
	onDisk bool                 // BASE is a file: URL, so relative links lead out of the tree
	saved  bool                 // a program saved the document, whose BASE is relative if it has one: its relative links lead to files
	lead   Lead                 // the lead of the last reference
	buffer []byte
	marks  []span // the spans of the elements that are not checked, sorted

	atLocation bool // the URL of the page is its location: no root gives it another URL

	captures *Captures // nil unless the page was captured
	capture  *capture  // what the archives have of the page's URL, or nil
}

// A Source reads the page again.
type Source struct {
	Anchors func(visit func(*engine.Anchor)) // calls visit for the anchors of the page
	Text    []byte                           // the text of a message; nil if the page is no message
	Has     func(url string) bool            // reports whether the file around the page has something with a URL; nil if no file can
	HasFile func(path string) bool           // reports whether there is a file at a path beside the page; nil if none can be
	Book    bool                             // the page is in an EPUB
	Alone   bool                             // only this page was named, not the directory of its site

	// Marked calls visit for each element that is not checked, with its offsets in the source. It is nil if all
	// elements are checked.
	Marked func(visit func(start, end int))
}

// A span is a range of offsets.
type span struct{ start, end int }

// Page returns a page. file is a file of a tree, or [None]. If files is nil, only links within the
// page are checked.
func (c *Checker) Page(file addressbook.ID, source *Source, files Files) *Page {
	p := &Page{c: c, file: file, source: source, files: files, atLocation: files != nil && files.URL() == files.Location()}
	if source.Marked != nil {
		source.Marked(func(start, end int) { p.marks = append(p.marks, span{start, end}) })
	}
	return p
}

// IsMarked reports whether the value at an offset is in an element that is not checked. The offset of the end
// counts as inside: in base64 several bytes have the same offset, and no value begins at the end of an element.
func (p *Page) IsMarked(offset int) bool {
	i, found := slices.BinarySearchFunc(p.marks, offset, func(s span, offset int) int { return cmp.Compare(s.start, offset) })
	return found || i > 0 && offset <= p.marks[i-1].end
}

// Document must be called for each document of the page, before its references.
func (p *Page) Document(d *engine.Document) {
	p.onDisk, p.saved = false, false
	if d.IsContents && p.c.opts.Contents && p.file != None {
		p.c.Start(p.file)
	}
	if p.files != nil && d.Part == "" {
		_, p.saved = p.files.Mapped()
	}
	for _, from := range d.Base.Candidates() {
		if from.Used && from.Layer == base.Embedded {
			p.onDisk = schemeOf([]byte(strings.TrimSpace(from.Value))) == "file"
			p.saved = p.saved && !resolve.IsAbsolute(from.Value) && !urltext.IsRooted(from.Value)
		}
	}
}

// A Lead is the destination of a reference that has no fault.
type Lead struct {
	To      Where
	Why     string // why the reference is not checked: a scheme or a sentence; "" if that is not known
	LeftOut bool   // the user does not want the reference to be checked
}

// A Where is a kind of destination of a reference, as package report calls it.
type Where string

// The places.
const (
	Unchecked Where = "unchecked" // the reference was not checked
	Inside    Where = "inside"    // the checked trees or archives, or the document itself
	Outside   Where = "outside"   // another site
)

// LeftOut is the reason why a reference that [Options].Accepts rejects is not checked.
const LeftOut = "left out by --exclude or --include"

// Lead returns the destination of the last reference in which Check found no fault.
func (p *Page) Lead() Lead { return p.lead }

// link counts a link. Its target counts as checked, unless toSite or skip is called.
func (p *Page) link() {
	p.Links++
	p.lead = Lead{To: Inside}
}

// skip counts a link that no file can answer.
func (p *Page) skip(why string) {
	add(&p.Skipped, why, 1)
	p.lead = Lead{To: Unchecked, Why: why}
}

// Check returns the fault of a reference, or nil.
func (p *Page) Check(ref *engine.Reference) *Fault {
	p.lead = Lead{To: Unchecked, Why: ref.Reason.Text}
	if isMarked := p.IsMarked(ref.Offset()); isMarked || !p.c.IsChecked(ref) {
		if isMarked {
			p.leaveOut("in an element that is marked to be left out")
		}
		p.leadOn(ref)
		return nil
	}
	if ref.Use() == engine.Name {
		p.lead.Why = "names its document, or a part of it"
		isPart := ref.Attr == "Content-Location" && p.message() != nil // a Content-Location needs no base (RFC 2557 section 5)
		if p.files == nil && ref.Status == engine.Unresolved && !isPart {
			return p.unresolved(ref)
		}
		return nil
	}
	if ref.Status == engine.Left {
		switch ref.Reason.Code {
		case reason.Empty.Code:
			return p.empty(ref)
		case reason.NoValue.Code:
			return nil
		case reason.Placeholder.Code:
			p.link()
			p.skip("template")
			return nil
		case reason.NetworkPath.Code:
			p.link()
			if p.files == nil {
				p.skip("file")
				return nil
			}
			return outOfTree.fault(ref.Text, ": it names a file on a network")
		case reason.LocalFragment.Code:
			return p.local(ref)
		case reason.OwnFile.Code:
			return p.own(ref)
		}
	}
	uri, ok := ref.AppendURI(p.buffer[:0])
	p.buffer = uri
	if !p.accepts(uri, ref, ok) {
		return nil
	}
	p.link()
	switch {
	case p.isWithin(ref):
		return p.within(ref)
	case ok && p.isBeside(ref, uri):
		return nil
	case !ok:
		return p.unresolved(ref)
	}
	url, fragment, _ := bytes.Cut(uri, []byte("#"))
	absolute := ref.Base.IsAbsolute(ref.Text)
	if (absolute || bytes.HasPrefix(ref.Text, []byte("//"))) && !p.isPart(ref, url) {
		if f := unopenable(url); f != nil {
			if t := p.findInRoot(ref, url); t.State == addressbook.File { // "http:a.html" is relative in browsers
				return p.toTarget(ref, t, url, fragment)
			}
			return f
		}
	}
	if absolute {
		return p.absolute(ref, url, fragment)
	}
	return p.relative(ref, url, fragment)
}

// empty checks a reference whose URL is empty, where HTML requires a URL that is not empty: an image, a
// medium, a script or a style sheet is not loaded. An empty frame is a page without content.
func (p *Page) empty(ref *engine.Reference) *Fault {
	switch ref.Attr {
	case "src", "poster", "data", "href":
	default:
		return nil
	}
	if !isLoaded(ref) || !p.accepts(nil, ref, true) {
		return nil
	}
	p.link()
	return emptyURL.fault(nil, "")
}

// isLoaded reports whether a reference leads to an image, a medium, a script or a style sheet.
func isLoaded(ref *engine.Reference) bool {
	use := ref.Use()
	return use == engine.Show || use == engine.Apply && (ref.Element == "script" || ref.Element == "link")
}

// accepts reports whether the user wants the reference to be checked.
func (p *Page) accepts(uri []byte, ref *engine.Reference, ok bool) bool {
	if p.c.opts.Accepts == nil {
		return true
	}
	if !ok {
		uri = nil
	}
	accepted := p.c.opts.Accepts(Shown(uri), string(ref.Text))
	if !accepted {
		p.leaveOut(LeftOut)
	}
	return accepted
}

// leaveOut notes that the user does not want the reference to be checked.
func (p *Page) leaveOut(why string) { p.lead = Lead{To: Unchecked, Why: why, LeftOut: true} }

// Shown returns a URL as faults have it: a location begins with "/".
func Shown[T string | []byte](url T) string {
	if isLocation(url) {
		url = url[len(location)-1:]
	}
	return string(url)
}

// unresolved returns the fault of a reference that has no target, unless it leads to a part of the message, or is a
// template.
func (p *Page) unresolved(ref *engine.Reference) *Fault {
	switch {
	case p.isPart(ref, nil):
		return nil
	case ref.Status == engine.Left && ref.NeedsBase():
		return &Fault{Code: ref.Reason.Code, Text: "left without a usable base: " + ref.Reason.Text}
	case ref.Base.Unknown == basereason.Placeholder:
		p.skip("template")
	case ref.Status == engine.Unresolved:
		return &Fault{Code: ref.Reason.Code, Text: ref.Reason.Text}
	default:
		p.lead = Lead{To: Unchecked, Why: ref.Reason.Text}
	}
	return nil
}

// absolute checks a reference that is an absolute URL.
func (p *Page) absolute(ref *engine.Reference, url, fragment []byte) *Fault {
	switch scheme := schemeOf(url); {
	case scheme == "cid" && p.message() == nil:
		return noPart.fault(url, ": the file is no message")
	case scheme == "cid" && !p.message().Has("", url):
		return noPart.fault(url, "")
	case scheme == "cid", p.isPart(ref, url):
		return nil
	case scheme == "file" || isDrive(scheme):
		return p.fileURL(ref, url, fragment)
	case isWeb(url):
		return p.lookup(ref, url, fragment)
	case scheme == "localhost", decide.LacksScheme([]byte(scheme)): // "www.example.com:80/"
		return hostAsScheme.fault(url, "")
	default:
		p.skip(scheme)
	}
	return nil
}

// fileURL checks a reference that is a file: URL. It works if a root has the URL, or if its path is the path of a file
// of a tree.
func (p *Page) fileURL(ref *engine.Reference, url, fragment []byte) *Fault {
	if t := p.findInRoot(ref, url); t.State != addressbook.Outside {
		return p.toTarget(ref, t, url, fragment)
	}
	if p.files != nil && bytes.HasPrefix(url, []byte(location)) {
		path, _, _ := bytes.Cut(url[len(location)-1:], []byte("?"))
		if t := p.files.Local(string(urltext.Decode(path))); t.State != addressbook.Outside {
			return p.toTarget(ref, t, url, fragment)
		}
	}
	return onComputer(url, "it")
}

// onComputer returns the fault of a file: URL. who is what names the file: "it", the reference, or "BASE".
func onComputer(url []byte, who string) *Fault {
	const folders = 3 // such as /usr/share/doc/
	f := outOfTree.fault(url, ": "+who+" names a file of one computer")
	if rest, ok := bytes.CutPrefix(url, []byte(location)); ok {
		parts := bytes.SplitAfterN(rest, []byte("/"), folders+1)
		f.Folder = location + string(bytes.Join(parts[:len(parts)-1], nil))
	}
	return f
}

// findInRoot does what find does, if a root gives the page a URL. Otherwise it finds nothing: the state of the target
// is Outside.
func (p *Page) findInRoot(ref *engine.Reference, url []byte) addressbook.Target {
	if p.files == nil || p.atLocation {
		return addressbook.Target{}
	}
	return p.find(ref, url)
}

// relative checks a reference whose target depends on the base.
func (p *Page) relative(ref *engine.Reference, url, fragment []byte) *Fault {
	switch {
	case p.isPart(ref, url):
		return nil
	case p.source.Book && !isBookURL(ref.Text):
		return bookURL.fault([]byte(Shown(url)), "")
	case p.onDisk:
		if t := p.findInRoot(ref, url); t.State != addressbook.Outside {
			return p.toTarget(ref, t, url, fragment)
		}
		return onComputer(url, "BASE")
	case p.atLocation && bytes.HasPrefix(url, []byte("file://")) && !isLocation(url): // the reference has the form "//host/path"
		p.toSite(url[len("file:"):])
		return nil
	case p.captures != nil && isWeb(url):
		return p.toCapture(ref, url, fragment)
	case p.files == nil:
		if scheme := schemeOf(url); scheme == "file" || isDrive(scheme) {
			p.skip("file")
		} else {
			p.toSite(url)
		}
		return nil
	case p.saved && !urltext.IsRooted(ref.Text):
		return p.toSaved(ref, fragment)
	case escapes(ref, url):
		if t := p.findInRoot(ref, url); t.State == addressbook.File || t.State.IsNear() {
			return p.toTarget(ref, t, url, fragment)
		}
		return outOfTree.fault([]byte(Shown(url)), "")
	}
	return p.lookup(ref, url, fragment)
}

// toSite counts a link to another site.
func (p *Page) toSite(url []byte) {
	p.lead.To = Outside
	host := hostOf(url)
	add(&p.Outside, host, 1)
	if dir, ok := p.c.opts.Hosts[host]; ok && p.files != nil {
		_, rest, _ := bytes.Cut(url, []byte("//"))
		path := cmp.Or(string(rest[len(host):]), "/")
		if path[0] == '/' && !p.seeHost(dir, path[1:]) { // without a "/", the URL has a user or no path
			if at := p.files.LookupAt(location + dir); at.State == addressbook.File || at.State == addressbook.Directory {
				p.Absent++ // rel makes links to such files absolute
				p.FirstAbsent = cmp.Or(p.FirstAbsent, string(url))
			}
		}
	}
	if p.c.opts.External {
		p.c.external.Store(string(withScheme(url)), nil)
	}
}

// seeHost reports whether a directory of a host has the file of a link to a path in it. If so, it sets what LeadsToHosts
// returns.
func (p *Page) seeHost(dir, path string) bool {
	t := p.files.LookupAt(location + dir + path)
	found := t.State == addressbook.File && !t.Guess
	if p.atLocation && found {
		p.c.hosts.CompareAndSwap(false, true)
	}
	return found
}

// local checks a reference of SVG that is only a fragment: it names an element of its document.
func (p *Page) local(ref *engine.Reference) *Fault {
	if !strings.HasSuffix(ref.Attr, "href") || ref.Part != "" || p.source.Text != nil || p.c.opts.NoFragments || !p.accepts(ref.Text, ref, true) {
		return nil
	}
	p.link()
	if p.file == None {
		return p.within(ref)
	}
	if p.hasAnchor(addressbook.Target{ID: p.file}, ref.Text[1:]) {
		return nil
	}
	return noAnchor.fault(ref.Text, "")
}

// IsChecked reports whether a reference is in a place that is checked. Only some readers follow the references in
// places with a group, which are checked only if [Options].Also has the group.
func (c *Checker) IsChecked(ref *engine.Reference) bool {
	return ref.Group() == 0 || ref.Group()&c.opts.Also != 0
}

// leadOn records that an unchecked reference may lead to a file.
func (p *Page) leadOn(ref *engine.Reference) {
	uri, ok := ref.AppendURI(p.buffer[:0])
	p.buffer = uri
	if !ok || ref.Use() == engine.Name || p.files == nil {
		return
	}
	url, _, _ := bytes.Cut(uri, []byte("#"))
	if t := p.find(ref, url); t.State == addressbook.File {
		p.leadTo(t)
	}
}

// End must be called after the last reference of the page.
func (p *Page) End() {
	if p.c.opts.Orphans && p.file != None {
		p.c.graph.add(p.file, p.leads)
	}
}
