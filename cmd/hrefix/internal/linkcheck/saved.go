package linkcheck

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// The relative links of a page that a program saved lead to files, whatever the URL of the page is.
// If no program saved the page, links lead to URLs first: see find.

// isSaved reports whether the relative links of a document lead to files: a program saved the page, and
// the page has no BASE, or a relative BASE.
func (p *Page) isSaved(d *engine.Document) bool {
	if p.files == nil || d.Part != "" {
		return false
	}
	_, saved := p.files.Mapped()
	return saved && !slices.ContainsFunc(d.Base.Candidates(), func(c base.Candidate) bool {
		return c.Used && c.Layer == base.Embedded && (resolve.IsAbsolute(c.Value) || urltext.IsRooted(c.Value))
	})
}

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
