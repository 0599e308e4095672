package pin

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/attr"
	"github.com/hrefix/hrefix/internal/htmlscan"
)

// A BASE element governs all of its document (RFC 1808 section 10, HTML Standard
// section 2.4.3), but a browser that has met a URL before it has fetched that
// already: the standard wants it before every other element with a URL (section
// 4.2.3). So it goes to the start of the head, but behind what has to stand there
// first: declarations of the encoding, which count in the first 1024 bytes only,
// and of the mode of Internet Explorer.
//
// Where there is no head tag, it goes before the first thing that makes a parser
// begin the head or the body, behind the white space that no parser makes text
// of.

// HTML returns where a BASE element goes in HTML text.
func HTML(text, mask []byte) Spot {
	h := headScan{text: text, at: -1}
	s := htmlscan.New(mask)
	for t := s.Next(); h.see(t); t = s.Next() {
	}
	if h.at == len(text) { // which may be in a comment
		return Spot{Reason: notPinned("it has no content")}
	}
	return Spot{At: h.at, before: `<base href="`, after: `">`}
}

// A headScan finds the place of a BASE element.
type headScan struct {
	text []byte
	at   int // the place so far, -1 before there is one
}

// see takes notice of a token, and reports whether a later one can matter.
func (h *headScan) see(t *htmlscan.Token) bool {
	if h.at < 0 {
		if h.isBefore(t) {
			return true
		}
		if t.Atom == atom.Head && t.Kind == htmlscan.StartTag {
			h.at = t.End
			return true
		}
		h.at = t.Start + h.blanks(t)
	}
	if h.isDeclaration(t) {
		h.at = t.End
		return true
	}
	return h.isWithoutURL(t)
}

// isBefore reports whether the parser is before the head at the end of a token:
// HTML Standard sections 13.2.6.4.1 to 13.2.6.4.3.
func (h *headScan) isBefore(t *htmlscan.Token) bool {
	switch t.Kind {
	case htmlscan.Doctype, htmlscan.Comment:
		return true
	case htmlscan.Text:
		return h.blanks(t) == t.End-t.Start
	case htmlscan.StartTag:
		return t.Atom == atom.Html
	case htmlscan.EndTag:
		switch t.Atom {
		case atom.Head, atom.Body, atom.Html, atom.Br:
			return false
		}
		return true
	}
	return false
}

// blanks returns the length of the white space that a text begins with, that of a
// byte order mark at the start of the document included.
func (h *headScan) blanks(t *htmlscan.Token) int {
	if t.Kind != htmlscan.Text {
		return 0
	}
	text := h.text[t.Start:t.End]
	if t.Start == 0 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	return t.End - t.Start - len(bytes.TrimLeft(text, ascii.Whitespace))
}

// isDeclaration reports whether a token has to come before BASE.
func (h *headScan) isDeclaration(t *htmlscan.Token) bool {
	if !h.isMeta(t) {
		return false
	}
	if _, ok := attr.First(h.text, t.Attrs, "charset"); ok {
		return true
	}
	pragma := h.pragma(t)
	return ascii.EqualFold(pragma, "content-type") || ascii.EqualFold(pragma, "x-ua-compatible")
}

// isWithoutURL reports whether nothing in a token at the start of the head has a
// URL, so that BASE can come after it.
func (h *headScan) isWithoutURL(t *htmlscan.Token) bool {
	switch t.Kind {
	case htmlscan.Text:
		return h.blanks(t) == t.End-t.Start
	case htmlscan.Comment:
		c := h.text[t.Start:t.End]
		return !bytes.HasPrefix(c, []byte("<!--[if")) && !bytes.HasPrefix(c, []byte("<!["))
	case htmlscan.RawText:
		return t.Element == atom.Title
	case htmlscan.EndTag:
		return t.Atom == atom.Title
	case htmlscan.StartTag:
		pragma := h.pragma(t)
		return t.Atom == atom.Title || h.isMeta(t) && !ascii.EqualFold(pragma, "refresh") && !ascii.EqualFold(pragma, "content-security-policy")
	}
	return false
}

func (h *headScan) isMeta(t *htmlscan.Token) bool {
	return t.Kind == htmlscan.StartTag && t.Atom == atom.Meta && !t.Ignored
}

// pragma returns what a meta element is about.
func (h *headScan) pragma(t *htmlscan.Token) []byte {
	a, ok := attr.First(h.text, t.Attrs, "http-equiv")
	if !ok {
		return nil
	}
	return bytes.Trim(attr.Text(h.text, a), ascii.Whitespace)
}
