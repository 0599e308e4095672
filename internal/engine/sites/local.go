package sites

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
)

// Browsers give every local file an origin of its own, so they refuse to load it wherever the
// origin matters (HTML Standard section 7.1.1, Fetch Standard section 4.1): for an element with a
// crossorigin attribute, for one with an integrity attribute, whose check needs the bytes, and for
// some kinds of resources. These cases were measured in Chromium (internal/programs/browser,
// TestBrowserLocalFiles).

// Local describes what keeps the local file of an element from loading.
type Local struct {
	Blocking []markup.Span // the integrity and crossorigin attributes
	Refused  string        // what browsers never load from files: "modules", or ""
}

// setLocal records what keeps the local file of the site s of the element t from loading.
func (p *page) setLocal(s *Site, t *htmlscan.Token) {
	local := Local{Refused: p.refused(s, t)}
	switch s.Element {
	case "script", "link":
		local.Blocking = p.attrSpans(t, "integrity", "crossorigin")
	case "img", "image", "audio", "video":
		local.Blocking = p.attrSpans(t, "crossorigin")
	}
	if local.Blocking != nil || local.Refused != "" {
		s.SetDetails().Local = local
	}
}

// attrSpans returns the spans of the attributes with the given names.
func (p *page) attrSpans(t *htmlscan.Token, names ...string) (spans []markup.Span) {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		name := p.text[a.Name.Start:a.Name.End]
		if slices.ContainsFunc(names, func(n string) bool { return ascii.EqualFold(name, n) }) {
			spans = append(spans, attrSpan(p.text, t, a))
		}
	}
	return spans
}

// refused returns the kind of files that browsers never load from a disk, if the site is of that
// kind.
func (p *page) refused(s *Site, t *htmlscan.Token) string {
	switch s.Element {
	case "track":
		return "the text tracks of videos"
	case "use":
		return "parts of other SVG files (use)"
	case "script":
		if kind := bytes.TrimSpace(p.attrValue(t, "type")); ascii.EqualFold(kind, "module") {
			return "modules"
		}
	case "link":
		for _, rel := range bytes.Fields(p.attrValue(t, "rel")) {
			switch {
			case ascii.EqualFold(rel, "modulepreload"):
				return "modules"
			case ascii.EqualFold(rel, "manifest"):
				return "manifests of web applications"
			}
		}
	}
	return ""
}
