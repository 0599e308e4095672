package linkcheck

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/resolve"
)

// None is the number of a page that is no file of a tree.
const None = -1

// A Page is a document, or a message, whose references are checked. It is for one goroutine.
type Page struct {
	Counts
	c       *Checker
	file    int
	source  *Source
	parts   *parts
	leads   []int // to files
	abroad  bool  // BASE is a file: URL, so that relative links lead out of the tree
	scratch []byte
}

// A Source reads the page again.
type Source struct {
	Anchors func(visit func(*engine.Anchor)) // calls visit for the anchors of the page
	Text    []byte                           // of a message
}

// Page returns the page that is a file, or None.
func (c *Checker) Page(file int, source *Source) *Page {
	return &Page{c: c, file: file, source: source}
}

// Document must be called for each document of the page, before its references.
func (p *Page) Document(d *engine.Document) {
	p.abroad = false
	for _, from := range d.Base.Candidates() {
		if from.Used && from.Layer == base.Embedded {
			p.abroad = schemeOf([]byte(strings.TrimSpace(from.Value))) == "file"
		}
	}
}

// Check returns what is wrong with a reference, or nil.
func (p *Page) Check(ref *engine.Reference) *Fault {
	if ref.Use() == engine.Name {
		return nil
	}
	if ref.Status == engine.Left {
		switch ref.Reason.Code {
		case reason.Empty.Code, reason.NoValue.Code:
			return nil
		case reason.Placeholder.Code:
			p.Links++
			p.skip("template")
			return nil
		case reason.LocalFragment.Code:
			return p.local(ref)
		}
	}
	p.Links++
	uri, ok := ref.AppendURI(p.scratch[:0])
	p.scratch = uri
	if !ok {
		return p.unresolved(ref)
	}
	url, fragment, _ := cutFragment(uri)
	if ref.Base.IsAbsolute(ref.Text) {
		return p.absolute(ref, url, fragment)
	}
	return p.relative(ref, url, fragment)
}

// unresolved returns what is wrong with a reference that has no target.
func (p *Page) unresolved(ref *engine.Reference) *Fault {
	switch {
	case p.isPart(ref.Text):
		return nil
	case ref.Status == engine.Left && ref.NeedsBase():
		return &Fault{Rule: &Rule{Code: ref.Reason.Code}, Text: "left without a usable base: " + ref.Reason.Text}
	case ref.Status == engine.Unresolved:
		return &Fault{Rule: &Rule{Code: ref.Reason.Code}, Text: ref.Reason.Text}
	}
	return nil
}

// absolute checks a reference that is an absolute URL.
func (p *Page) absolute(ref *engine.Reference, url, fragment []byte) *Fault {
	switch scheme := schemeOf(url); {
	case scheme == "cid":
		return p.contentID(url)
	case p.isPart(url):
		return nil
	case scheme == "file" || isDrive(scheme):
		return outOfTree.fault(url, ": it names a file of one computer")
	case scheme == "http" || scheme == "https" || scheme == "ftp":
		return p.lookup(ref, url, fragment)
	default:
		p.skip(scheme)
	}
	return nil
}

// relative checks a reference whose target depends on the base.
func (p *Page) relative(ref *engine.Reference, url, fragment []byte) *Fault {
	switch {
	case p.isPart(url):
		return nil
	case len(fragment) > 0 && ref.Part != "" && ref.Text[0] == '#':
		return p.inPart(ref, fragment)
	case p.abroad:
		return outOfTree.fault(url, ": BASE names a file of one computer")
	case !bytes.HasPrefix(url, []byte("file:")):
		if p.escapes(ref, url) {
			return outOfTree.fault(url, "")
		}
		return p.lookup(ref, url, fragment)
	case !bytes.HasPrefix(url, []byte(location)): // "//host/path"
		p.abroadLink(bytes.TrimPrefix(url, []byte("file:")))
		return nil
	case ref.Part != "":
		return nil
	case p.escapes(ref, url):
		return outOfTree.fault(nil, "")
	}
	return p.lookup(ref, url, fragment)
}

// escapes reports whether a relative reference has more "../" than its base has directories.
// Browsers ignore those.
func (p *Page) escapes(ref *engine.Reference, url []byte) bool {
	if !bytes.Contains(ref.Text, []byte("..")) {
		return false
	}
	if escapes(url) {
		return true
	}
	strict, _ := resolve.RFC1808.Base(ref.Base.String()).AppendReplacement(nil, ref.Text)
	return escapes(strict)
}

// abroadLink counts a link to another site.
func (p *Page) abroadLink(url []byte) {
	p.outside(hostOf(url))
	if !p.c.opts.External {
		return
	}
	if bytes.HasPrefix(url, []byte("//")) {
		url = append([]byte("https:"), url...)
	}
	p.c.external.Add(url)
}

// lookup looks for the file that a URL names.
func (p *Page) lookup(ref *engine.Reference, url, fragment []byte) *Fault {
	t := p.find(ref, url)
	local := bytes.HasPrefix(url, []byte(location))
	if local {
		url = url[len(location)-1:]
	}
	switch t.State {
	case Outside:
		if local {
			return missing.fault(url, "")
		}
		p.abroadLink(url)
		return nil
	case File:
		return p.toFile(ref, t.File, url, fragment)
	case Directory:
		return noIndex.fault(url, "")
	case OtherCase:
		return otherCase.fault(url, ": the file is "+t.Name)
	case Escaped:
		return outOfTree.fault(url, "")
	}
	return missing.fault(url, "")
}

// find looks for the file that a URL names: as it is, then as a browser reads it, each with its
// query and without.
func (p *Page) find(ref *engine.Reference, url []byte) Target {
	t := p.findQuery(url)
	if t.State == Missing && bytes.IndexByte(url, '\\') >= 0 {
		browsers, _ := resolve.WHATWG.Base(ref.Base.String()).AppendReplacement(nil, ref.Text)
		before, _, _ := cutFragment(browsers)
		if u := p.findQuery(before); u.State == File {
			return u
		}
	}
	return t
}

// findQuery looks for the file that a URL names, or the URL without its query.
func (p *Page) findQuery(url []byte) Target {
	t := p.c.files.Lookup(string(url))
	before, _, ok := bytes.Cut(url, []byte("?"))
	if ok && t.State != File && t.State != Outside {
		return p.c.files.Lookup(string(before))
	}
	return t
}

// toFile checks a reference that leads to a file.
func (p *Page) toFile(ref *engine.Reference, file int, url, fragment []byte) *Fault {
	if p.c.opts.Orphans && p.file != None {
		p.leads = append(p.leads, file)
	}
	if use := ref.Use(); (use == engine.Show || use == engine.Apply) && p.c.files.Size(file) == 0 {
		f := emptyFile.fault(url, "")
		f.Warning = use == engine.Apply
		return f
	}
	if len(fragment) == 0 || p.c.opts.NoFragments || isOfStyle(ref) || p.hasAnchor(file, fragment) {
		return nil
	}
	return noAnchor.fault(append(append(bytes.Clone(url), '#'), fragment...), "")
}

// isOfStyle reports whether a reference is in CSS.
func isOfStyle(ref *engine.Reference) bool {
	return ref.Attr == "" && (ref.Element == "" || strings.EqualFold(ref.Element, "style")) || ref.Attr == "style"
}

// hasAnchor reports whether a fragment leads to something in a file.
func (p *Page) hasAnchor(file int, fragment []byte) bool {
	c := p.c
	return c.anchors.get(file, func(visit func(*engine.Anchor)) bool {
		if file == p.file {
			p.source.Anchors(visit)
			return true
		}
		return c.opts.Anchors(file, visit)
	}).has(c.anchors.seed, fragment)
}

// local checks a reference of SVG that is only a fragment: it names an element of its document.
func (p *Page) local(ref *engine.Reference) *Fault {
	if !strings.HasSuffix(ref.Attr, "href") || ref.Part != "" || p.file == None || p.c.opts.NoFragments {
		return nil
	}
	p.Links++
	if p.hasAnchor(p.file, ref.Text[1:]) {
		return nil
	}
	return noAnchor.fault(ref.Text, "")
}

// End must be called after the last reference of the page.
func (p *Page) End() {
	if p.c.opts.Orphans && p.file != None {
		p.c.graph.add(p.file, p.leads)
	}
}
