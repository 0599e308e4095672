package linkcheck

import (
	"bytes"
	"path"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// lookup checks a reference that leads to a URL, by the file that the URL names.
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

// toTarget checks a reference by what its URL names.
func (p *Page) toTarget(ref *engine.Reference, t addressbook.Target, url, fragment []byte) *Fault {
	at := []byte(Shown(url))
	switch t.State {
	case addressbook.File:
		return p.toFile(ref, t, at, fragment)
	case addressbook.Directory:
		return noIndex.fault(at, "")
	case addressbook.OtherCase:
		p.leadTo(t)
		return otherCase.fault(at, ": the name is "+t.Path+" there")
	case addressbook.Outside:
		if !isLocation(url) {
			p.toSite(url)
			return nil
		}
	}
	if link, ok := p.files.LinkOut(t); ok {
		return outOfTree.fault(at, ": "+link+" is a symbolic link there")
	}
	if engine.LacksScheme(ref.Text) && !ref.Base.IsAbsolute(ref.Text) {
		return missing.fault(at, ": scheme missing?")
	}
	return missing.fault(at, p.compressed(url))
}

// compressed returns what to add to the fault of a missing file if the tree has it compressed, as
// Debian installs the changelogs of packages.
func (p *Page) compressed(url []byte) string {
	const suffix = ".gz"
	name, _, _ := strings.Cut(string(url), "?")
	if t := p.findURL(name + suffix); t.State == addressbook.File && strings.HasSuffix(t.Path, suffix) {
		return ": " + path.Base(t.Path) + " is there"
	}
	return ""
}

// known are the last lookups of a page, whose links often lead to few files.
type known struct {
	urls    [8]string
	targets [8]addressbook.Target
	next    int
}

// findKnown does what findURL does, and remembers the files.
func (p *Page) findKnown(url []byte) addressbook.Target {
	k := &p.known
	for i := range k.urls {
		if k.urls[i] == string(url) && k.targets[i].State == addressbook.File {
			return k.targets[i]
		}
	}
	t := p.findURL(string(url))
	k.urls[k.next], k.targets[k.next] = string(url), t
	k.next = (k.next + 1) % len(k.urls)
	return t
}

// find looks for the file that a URL names, or else for the one that the reference names in
// the tree, or that a browser finds.
func (p *Page) find(ref *engine.Reference, url []byte) addressbook.Target {
	t := p.findKnown(url)
	if t.State == addressbook.File {
		return t
	}
	if plain, ok := engine.WithoutDots(string(url)); ok {
		if u := p.findURL(plain); u.State == addressbook.File {
			return u
		}
	}
	if ref.Base.IsAbsolute(ref.Text) {
		return t
	}
	if u := p.byLocation(ref, url); u.State == addressbook.File {
		return u
	}
	if bytes.IndexByte(url, '\\') >= 0 {
		if u := p.resolveAt(ref, resolve.WHATWG, ref.Base.String()); u.State == addressbook.File {
			return u
		}
	}
	return t
}

// byLocation looks for the file that a relative reference names from the location of the page. Trees
// whose links were converted, by wget -k or a browser that saves a page, have such references.
func (p *Page) byLocation(ref *engine.Reference, url []byte) addressbook.Target {
	if isLocation(url) || ref.Base.Layer != base.Retrieval {
		return addressbook.Target{}
	}
	return p.resolveAt(ref, resolve.RFC3986, p.files.Location())
}

// resolveAt looks for the file that a relative reference names, resolved against base.
func (p *Page) resolveAt(ref *engine.Reference, d resolve.Dialect, base string) addressbook.Target {
	url, _ := d.Base(base).AppendReplacement(nil, ref.Text)
	url, _, _ = bytes.Cut(url, []byte("#"))
	return p.findURL(string(url))
}

// findURL looks for the file that a URL or location names.
func (p *Page) findURL(url string) addressbook.Target {
	if !strings.HasPrefix(url, location) {
		return p.files.Lookup(url)
	}
	t := p.files.LookupAt(url)
	if t.State == addressbook.File && !p.c.opts.CleanURLs && (t.Rule == addressbook.RuleClean || t.Rule == addressbook.RuleExtension) {
		return addressbook.Target{State: addressbook.Missing} // no name adds .html by itself
	}
	return t
}

// toFile checks a reference that leads to a file.
func (p *Page) toFile(ref *engine.Reference, t addressbook.Target, url, fragment []byte) *Fault {
	p.leadTo(t)
	if use := ref.Use(); (use == engine.Show || use == engine.Apply) && p.c.sizes.isEmpty(p.files, t) {
		f := emptyFile.fault(url, "")
		f.Warning = use == engine.Apply
		return f
	}
	if missing, ok := engine.MissingURL(ref.Text); ok {
		p.toSite([]byte(missing))
		return nil
	}
	if len(fragment) == 0 || p.c.opts.NoFragments || isOfStyle(ref) {
		return nil
	}
	return p.toFragment(t, url, fragment)
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

// hasAnchor reports whether a fragment leads to something in a file.
func (p *Page) hasAnchor(t addressbook.Target, fragment []byte) bool {
	c := p.c
	return c.anchors.get(t.ID, func(visit func(*engine.Anchor)) bool {
		if t.ID == p.file {
			p.source.Anchors(visit)
			return true
		}
		return p.files.Anchors(t, visit)
	}).has(c.anchors.seed, fragment)
}
