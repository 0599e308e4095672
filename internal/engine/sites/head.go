package sites

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
)

// A HeadTag is the start tag of a META, LINK or SCRIPT element with attributes, or the content of the first TITLE
// element. See [Options].Heads.
type HeadTag struct {
	Element atom.Atom
	At      markup.Span
}

// seeHead records a token that Options.Heads asks for.
func (p *page) seeHead(t *htmlscan.Token) {
	switch {
	case t.Kind == htmlscan.RawText && t.Element == atom.Title:
		p.addTitle(t.Span)
	case t.Kind == htmlscan.StartTag && t.Namespace == htmlscan.HTML && len(t.Attrs) > 0:
		switch t.Atom {
		case atom.Meta, atom.Link, atom.Script:
			p.Head = append(p.Head, HeadTag{t.Atom, t.Span})
		}
	}
}

// Tag returns the start tag that h is, in the text that was collected last. It is valid until the next call.
func (c *Collector) Tag(text []byte, h HeadTag) *htmlscan.Token {
	c.scanner.ResetAt(text[:h.At.End], h.At.Start)
	return c.scanner.Next()
}

// addTitle records the content of a TITLE element, unless there was one before.
func (p *page) addTitle(content markup.Span) {
	if !p.titled {
		p.titled = true
		p.Head = append(p.Head, HeadTag{atom.Title, content})
	}
}
