package engine

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/attr"
	"github.com/hrefix/hrefix/internal/engine/reason"
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

// htmlSpot returns where a BASE element goes.
func (w *walk) htmlSpot(sc *scope) spot {
	h := headScan{text: sc.bytes, at: -1}
	w.scanner.Reset(maskOf(sc.enc, &w.docMask, sc.bytes))
	for t := w.scanner.Next(); h.see(t); t = w.scanner.Next() {
	}
	if h.at == len(sc.bytes) { // which may be in a comment
		return spot{reason: reason.NotPinned.With("it has no content")}
	}
	return spot{at: h.at, before: `<base href="`, after: `">`}
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
	return attr.Is(pragma, "content-type") || attr.Is(pragma, "x-ua-compatible")
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
		return t.Atom == atom.Title || h.isMeta(t) && !attr.Is(pragma, "refresh") && !attr.Is(pragma, "content-security-policy")
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

// prescanned is how much of a document browsers read for its encoding: HTML
// Standard section 13.2.3.2.
const prescanned = 1024

// keepsEncoding returns the reason why an edit must not be made that pushes the declaration of
// the encoding out of the bytes in which a browser looks for it.
func (w *walk) keepsEncoding(sc *scope, e edit.Edit) Reason {
	if sc.doc.MediaType != "text/html" {
		return none
	}
	head := sc.bytes[:min(len(sc.bytes), prescanned)]
	if e.Start >= len(head) {
		return none
	}
	now := append(append(bytes.Clone(head[:e.Start]), e.New...), head[e.Start:]...)
	was, is := charenc.Determine(head, sc.charset), charenc.Determine(now[:min(len(now), prescanned)], sc.charset)
	if was.Name() != is.Name() {
		return reason.NotPinned.With("it declares its encoding behind a URL, and BASE would push that beyond the first 1024 bytes")
	}
	return none
}
