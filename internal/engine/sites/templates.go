package sites

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
)

// MayHoldTemplates reports whether HTML text may contain template elements.
func MayHoldTemplates(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '<')
		if i < 0 {
			return false
		}
		if text = text[i+1:]; len(text) >= len("template") && ascii.EqualFold(text[:len("template")], "template") {
			return true
		}
	}
}

// Templates returns the spans of the template elements of HTML. A collection does not find these
// elements, because its scanner skips tags that it does not need.
func (c *Collector) Templates(text []byte) (spans []markup.Span) {
	s := &c.fallback
	s.Reset(text)
	within := false
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind != htmlscan.StartTag {
			continue
		}
		switch {
		case t.InTemplate && !within:
			spans = append(spans, markup.Span{Start: t.Start, End: len(text)})
		case !t.InTemplate && within:
			spans[len(spans)-1].End = t.Start
		}
		within = t.InTemplate
	}
	return spans
}
