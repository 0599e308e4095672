package linkcheck

import (
	"bytes"
	"path"
	"sort"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/urltext"
)

// lookup checks a reference to a URL by the file that the URL names.
func (p *Page) lookup(ref *engine.Reference, url, fragment []byte) *Fault {
	switch {
	case p.captures != nil:
		return p.toCapture(ref, url, fragment)
	case p.files == nil:
		p.toSite(url)
		return nil
	}
	return p.toTarget(ref, p.find(ref, url), url, fragment)
}

// toTarget checks a reference by the target of its URL.
func (p *Page) toTarget(ref *engine.Reference, t addressbook.Target, url, fragment []byte) *Fault {
	switch t.State {
	case addressbook.File:
		return p.toFile(ref, t, []byte(Shown(url)), fragment)
	case addressbook.Outside:
		if schemeOf(url) == "file" {
			return onComputer(url, "it")
		}
		p.toSite(url)
		return nil
	}
	return p.toRedirected(ref, t, p.lack(ref, t, url), string(url), fragment)
}

// lack returns the fault of a reference whose URL is in a tree, but names no file there.
func (p *Page) lack(ref *engine.Reference, t addressbook.Target, url []byte) *Fault {
	at := []byte(Shown(url))
	switch t.State {
	case addressbook.Directory:
		return noIndex.fault(at, p.otherIndex(t))
	case addressbook.OtherCase:
		p.leadTo(t)
		return otherCase.fault(at, ": the name is "+t.Path+" there")
	case addressbook.OtherForm:
		p.leadTo(t)
		return otherForm.fault(at, ": the name is "+t.Path+" there, in another Unicode normal form")
	}
	switch {
	case isClean(t):
		return missing.fault(at, ": "+path.Base(t.Path)+" is there: --clean-urls")
	case t.Rule == addressbook.RuleExtension:
		return missing.fault(at, ": "+path.Base(t.Path)+" is there: --names adjust-extension")
	}
	if link, ok := p.files.LinkOut(t); ok {
		return outOfTree.fault(at, ": "+link+" is a symbolic link there")
	}
	if p.atLocation && isLocation(url) && urltext.IsRooted(ref.Text) && !p.c.LeadsToHosts() {
		dir, _, _ := strings.Cut(p.files.Location()[len(location):], "/")
		p.seeHost(dir+"/", string(url[len(location):]))
	}
	if decide.LacksScheme(ref.Text) && !ref.Base.IsAbsolute(ref.Text) {
		return missing.fault(at, ": scheme missing?")
	}
	if p.source.Alone && p.atLocation && urltext.IsRooted(ref.Text) {
		return missing.fault(at, `: "/" is the directory of this file, or the current one: give that of the site as the PATH`)
	}
	more := ""
	name, _, _ := strings.Cut(string(url), "?")
	if t := p.findURL(name + ".gz"); t.State == addressbook.File && strings.HasSuffix(t.Path, ".gz") { // Debian compresses the changelogs of packages
		more = ": " + path.Base(t.Path) + " is there"
	}
	f := missing.fault(at, more)
	f.Folder = p.missingFolder(url)
	return f
}

// missingFolder returns the outermost folder in the path of a URL that the tree lacks, as faults have it, or "". If a
// folder is missing, so are all below it: few of them are looked up, because a link may have thousands.
func (p *Page) missingFolder(url []byte) string {
	path, _, _ := bytes.Cut(url, []byte("?"))
	var ends []int // for each folder, the end of its path with the slash
	for i := bytes.Index(path, []byte("://")) + len("://"); i < len(path); i++ {
		if path[i] == '/' && path[i-1] != '/' {
			ends = append(ends, i+1)
		}
	}
	first := sort.Search(len(ends), func(i int) bool {
		t := p.findURL(string(path[:ends[i]]))
		return t.State == addressbook.Missing && t.Rule == ""
	})
	if first == len(ends) {
		return ""
	}
	return Shown(string(path[:ends[first]]))
}

// indexes are names of files that some servers send for a directory.
var indexes = []string{"index.htm", "index.xhtml", "index.shtml", "index.php", "default.htm", "default.html", "default.asp", "default.aspx", "index.html"}

// otherIndex returns text to add to the fault of a directory without an index, if the directory has an
// index with another name.
func (p *Page) otherIndex(dir addressbook.Target) string {
	for _, name := range indexes {
		if t := p.files.LookupAt(dir.Location + name); t.State == addressbook.File && t.Rule == addressbook.RuleName || t.State == addressbook.OtherCase {
			name = path.Base(t.Path)
			return ": " + name + " is there: --index " + name
		}
	}
	return ""
}

// known are the last lookups of a page. The links of a page often lead to few files.
type known struct {
	urls    [8]string
	targets [8]addressbook.Target
	next    int
}

// find looks for the file that a reading of a reference leads to. url is the first reading. If
// there is no such file, it returns the nearest result.
func (p *Page) find(ref *engine.Reference, url []byte) addressbook.Target {
	k := &p.known
	for i := range k.urls {
		if k.urls[i] == string(url) && k.targets[i].State == addressbook.File {
			return k.targets[i]
		}
	}
	t := p.findURL(string(url))
	k.urls[k.next], k.targets[k.next] = string(url), t
	k.next = (k.next + 1) % len(k.urls)
	if t.State == addressbook.File {
		return t
	}
	for other := range ref.OtherReadings(string(url)) {
		var u addressbook.Target
		if other.ByLocation {
			u = p.byLocation(other.URL)
		} else {
			u = p.findURL(other.URL)
		}
		switch {
		case u.State == addressbook.File:
			return u
		case u.State.IsNear() && !t.State.IsNear(), u.Rule != "" && t.State == addressbook.Missing && t.Rule == "":
			t = u
		}
	}
	return t
}

// findURL looks for the file that a URL names. If the URL of the page is its location, url may be a
// location.
func (p *Page) findURL(url string) addressbook.Target {
	if p.atLocation && isLocation(url) {
		return p.byLocation(url)
	}
	t := p.files.Lookup(url)
	if t.State == addressbook.File && (t.URL == url || t.URL == url+"/") { // servers redirect from url to url+"/"
		return t
	}
	return p.accept(t)
}

// byLocation looks for the file at a location.
func (p *Page) byLocation(location string) addressbook.Target {
	return p.accept(p.files.LookupAt(location))
}

// accept returns t, or a missing file with the rule of t if t is found only by an ending that a
// flag must allow. A name with a query needs no flag: servers do not make such names, and wget adds an ending to them.
func (p *Page) accept(t addressbook.Target) addressbook.Target {
	if t.State != addressbook.File || p.c.opts.AddedEndings || p.c.opts.CleanURLs && isClean(t) || strings.Contains(path.Base(t.Path), "?") {
		return t
	}
	switch t.Rule {
	case addressbook.RuleClean, addressbook.RuleExtension:
		return addressbook.Target{State: addressbook.Missing, Tree: t.Tree, Path: t.Path, Rule: t.Rule}
	}
	return t
}

// isClean reports whether servers with clean URLs find a file by a URL that lacks the ending of its name.
func isClean(t addressbook.Target) bool {
	return t.Rule == addressbook.RuleClean || t.Rule == addressbook.RuleExtension && path.Ext(t.Path) == ".html"
}

// toFile checks a reference that leads to a file.
func (p *Page) toFile(ref *engine.Reference, t addressbook.Target, url, fragment []byte) *Fault {
	p.leadTo(t)
	if ref.Element == "script" {
		p.checkMenu(t)
	}
	if p.atLocation && (t.Rule == addressbook.RuleIndex || t.Rule == addressbook.RuleDirectory || urltext.IsRooted(ref.Text)) {
		p.Served++
	}
	if use := ref.Use(); (use == engine.Show || use == engine.Apply) && p.c.sizes.isEmpty(p.files, t) {
		f := emptyFile.fault(url, "")
		f.Warning = use == engine.Apply
		return f
	}
	if missing, ok := decide.MissingURL(ref.Text); ok {
		return p.toMarked(ref, []byte(missing))
	}
	if p.isWrongType(ref, t) {
		return wrongType.fault(url, "")
	}
	if ref.Element == "meta" && p.isRound(t) {
		return redirectLoop.fault(url, "")
	}
	if len(fragment) == 0 || p.c.opts.NoFragments || isOfStyle(ref) {
		return nil
	}
	return p.toFragment(t, url, fragment)
}

// isWrongType reports whether a reference leads to a page, for which a browser shows nothing. "#" is a page, too, and the
// mark of authors for an image that a script will set.
//
// A file is a page if it is named like a page, and begins like a page: HTTrack gives the name to images, too, if the server
// does not say what they are. A template, which script elements of other types lead to, is no whole page. Of the names in
// isPage, those of programs do not count: a program begins with "<" and may make an image.
func (p *Page) isWrongType(ref *engine.Reference, t addressbook.Target) bool {
	switch ref.Element {
	case "img", "script", "input", "audio", "video", "source", "track":
	default:
		return false
	}
	if !isLoaded(ref) || ref.Group() != 0 || bytes.HasPrefix(ref.Text, []byte("#")) {
		return false
	}
	switch strings.ToLower(path.Ext(t.Path)) {
	case ".html", ".htm", ".xhtml":
	default:
		return false
	}
	_, text := p.files.Text(t, 1<<10)
	text = bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff"))))
	if ref.Element == "script" {
		return bytes.HasPrefix(text, []byte("<!doctype")) || bytes.HasPrefix(text, []byte("<html")) || bytes.HasPrefix(text, []byte("<head"))
	}
	return bytes.HasPrefix(text, []byte("<"))
}

// sizes remembers which files are empty. It is safe for concurrent use.
type sizes struct {
	mu           sync.Mutex
	known, empty bitset
}

// isEmpty reports whether a file is empty.
func (s *sizes) isEmpty(files Files, t addressbook.Target) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known.has(t.ID) {
		s.known.add(t.ID)
		if files.Size(t) == 0 {
			s.empty.add(t.ID)
		}
	}
	return s.empty.has(t.ID)
}

// toMarked checks a link to the page for missing files, which counts as a link to the URL in its fragment. It follows no
// redirects: the file was missing when the link was made.
func (p *Page) toMarked(ref *engine.Reference, url []byte) *Fault {
	url, _, _ = bytes.Cut(url, []byte("#"))
	switch t := p.findURL(string(url)); t.State {
	case addressbook.File:
		return nil
	case addressbook.Outside:
		p.toSite(url)
		return nil
	default:
		return p.lack(ref, t, url)
	}
}

// leadTo records that the page leads to a file.
func (p *Page) leadTo(t addressbook.Target) {
	if p.c.opts.Orphans && p.file != None {
		p.leads = append(p.leads, t.ID)
	}
}

// isOfStyle reports whether a reference is in CSS.
func isOfStyle(ref *engine.Reference) bool {
	return ref.Attr == "style" || ref.Attr == "" && (ref.Element == "" || strings.EqualFold(ref.Element, "style"))
}

// anchors returns the anchors of a file.
func (p *Page) anchors(t addressbook.Target) anchorSet {
	return p.c.anchors.get(t.ID, func(visit func(*engine.Anchor)) bool {
		if t.ID == p.file {
			p.source.Anchors(visit)
			return true
		}
		return p.files.Anchors(t, visit)
	})
}

// hasAnchor reports whether a fragment leads to something in a file.
func (p *Page) hasAnchor(t addressbook.Target, fragment []byte) bool {
	return p.anchors(t).has(p.c.anchors.seed, fragment)
}
