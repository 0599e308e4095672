package linkcheck

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// The relative links of a page that a program saved lead to files, whatever the URL of the page is.
// If no program saved the page, links lead to URLs first: see find.

// savedBase returns the location that the links of a document are relative to, if a program saved
// the page: that of the page, or of its relative BASE. Otherwise it returns "".
func (p *Page) savedBase(d *engine.Document) string {
	if p.files == nil || d.Part != "" {
		return ""
	}
	if _, saved := p.files.Mapped(); !saved {
		return ""
	}
	at := p.files.Location()
	for _, from := range d.Base.Candidates() {
		if !from.Used || from.Layer != base.Embedded {
			continue
		}
		if resolve.IsAbsolute(from.Value) || urltext.IsRooted(from.Value) {
			return ""
		}
		out, _ := resolve.RFC3986.Base(at).AppendReplacement(nil, []byte(from.Value))
		at = string(out)
	}
	return at
}

// toSaved checks a relative link of a saved page.
func (p *Page) toSaved(ref *engine.Reference, fragment []byte) *Fault {
	at := strings.Replace(p.saved, location, "http://tree/", 1) // which keeps ".." that leads out
	out, outcome := resolve.RFC1808.Base(at).AppendReplacement(nil, ref.Text)
	out, _, _ = bytes.Cut(out, []byte("#"))
	path, inside := bytes.CutPrefix(out, []byte("http://tree/"))
	if outcome != resolve.Resolved || !inside || bytes.HasPrefix(path, []byte("..")) && (len(path) == 2 || path[2] == '/') {
		return outOfTree.fault(ref.Text, "")
	}
	url := append([]byte(location), path...)
	t := p.findURL(string(url))
	if t.State == addressbook.Outside {
		t.State = addressbook.Missing
	}
	return p.toTarget(ref, t, url, fragment)
}
