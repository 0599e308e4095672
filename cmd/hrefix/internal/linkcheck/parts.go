package linkcheck

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/mhtml"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// message returns the parts of the page, or nil if the page is no message.
func (p *Page) message() *mhtml.Parts {
	if p.parts == nil && p.source.Text != nil {
		p.parts = mhtml.PartsOf(p.source.Text, p.c.opts.Parts)
	}
	return p.parts
}

// isPart reports whether a reference leads to a part of the message. url is its URL, or nil.
func (p *Page) isPart(ref *engine.Reference, url []byte) bool {
	m := p.message()
	return m != nil && (m.Has("", url) || ref.Base.Layer != base.Embedded && m.Has(ref.Part, ref.Text))
}

// isBeside reports whether the file that the page is in, such as a web archive of Safari, has the
// target of a reference. uri is the first reading of the reference.
func (p *Page) isBeside(ref *engine.Reference, uri []byte) bool {
	if p.source.Has == nil {
		return false
	}
	url, _, _ := strings.Cut(string(uri), "#")
	if p.source.Has(url) {
		return true
	}
	for other := range ref.OtherReadings(url) {
		if p.source.Has(other.URL) {
			return true
		}
	}
	return false
}

// isWithin reports whether a reference is only a fragment, which leads to something in its own part
// of a message, or in a page that is in no tree. Such a reference needs no base.
func (p *Page) isWithin(ref *engine.Reference) bool {
	if p.source.Text != nil {
		return ref.Part != "" && bytes.HasPrefix(ref.Text, []byte("#"))
	}
	return p.files == nil && bytes.HasPrefix(ref.Text, []byte("#")) && ref.Base.Layer != base.Embedded
}

// within checks a reference that is only a fragment: see isWithin.
func (p *Page) within(ref *engine.Reference) *Fault {
	if p.c.opts.NoFragments || isOfStyle(ref) {
		return nil
	}
	if p.hasHere(ref.Part, ref.Text[1:]) {
		return nil
	}
	return noAnchor.fault(ref.Text, "")
}

// hasHere reports whether a fragment leads to something in a part of the page.
func (p *Page) hasHere(part string, fragment []byte) bool {
	seed := p.c.anchors.seed
	if p.here == nil {
		p.here = make(map[string]anchorSet)
		p.source.Anchors(func(a *engine.Anchor) {
			in := p.here[a.Part]
			in.add(seed, a)
			p.here[a.Part] = in
		})
		for part, in := range p.here {
			in.sort()
			p.here[part] = in
		}
	}
	return p.here[part].has(seed, fragment)
}

// The relative links of a page that a program saved lead to files, whatever the URL of the page is.
// If no program saved the page, links lead to URLs first: see find.

// own checks a link to a file that was saved with the page.
func (p *Page) own(ref *engine.Reference) *Fault {
	if !p.accepts(ref.Text, ref, true) {
		return nil
	}
	p.link()
	text, fragment, _ := bytes.Cut(ref.Text, []byte("#"))
	switch {
	case p.files != nil:
		return p.toSaved(ref, fragment)
	case p.source.HasFile != nil && !p.source.HasFile(savedfrom.FilePath(text)):
		return missing.fault(text, "")
	}
	return nil
}

// toSaved checks a relative link of a saved page.
func (p *Page) toSaved(ref *engine.Reference, fragment []byte) *Fault {
	var t addressbook.Target
	at := ""
	for other := range ref.OtherReadings("") {
		if !other.ByLocation || t.State == addressbook.File {
			continue
		}
		if u := p.byLocation(other.URL); at == "" || u.State == addressbook.File {
			t, at = u, other.URL
		}
	}
	if at == "" {
		return outOfTree.fault(ref.Text, "")
	}
	return p.toTarget(ref, t, []byte(at), fragment)
}
