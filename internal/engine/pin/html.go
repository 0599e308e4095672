package pin

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
	"golang.org/x/net/html/atom"
)

// A BASE element applies to the whole document (RFC 1808 section 10, HTML Standard section 2.4.3).
// But a browser fetches some URLs before it reaches a later BASE, so the standard requires BASE
// before every other element with a URL (section 4.2.3). BASE goes to the start of the head, after
// the declarations that must come first: the encoding, which counts only in the first 1024 bytes,
// and the mode of Internet Explorer.
//
// Without a head tag, BASE goes before the first token at which a parser begins the head or
// the body, after whitespace that the parser ignores.

// HTML returns the spot for a BASE element in HTML text.
func HTML(text []byte) Spot {
	h := headScan{text: text, at: -1}
	s := htmlscan.New(text)
	for t := s.Next(); h.see(t); t = s.Next() {
	}
	if h.at == len(text) { // a BASE element there might be in a comment that has no end
		return Spot{Reason: notPinned("it has no content")}
	}
	return Spot{At: h.at, before: `<base href="`, after: `">`}
}

// A headScan finds where a BASE element goes.
type headScan struct {
	text []byte
	at   int // the offset so far, -1 before it is known
}

// see processes a token. It reports whether a later token can change the result.
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

// isBefore reports whether a parser has not begun the head at the end of the token: HTML
// Standard sections 13.2.6.4.1 to 13.2.6.4.3.
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

// blanks returns the length of the whitespace at the start of a text token, including a byte
// order mark at the start of the document.
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

// isDeclaration reports whether the token is a declaration that must come before BASE.
func (h *headScan) isDeclaration(t *htmlscan.Token) bool {
	if !h.isMeta(t) {
		return false
	}
	if _, ok := htmlscan.First(h.text, t.Attrs, "charset"); ok {
		return true
	}
	pragma := h.pragma(t)
	return ascii.EqualFold(pragma, "content-type") || ascii.EqualFold(pragma, "x-ua-compatible")
}

// isWithoutURL reports whether a token at the start of the head contains no URL, so that BASE
// can come after it.
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

// pragma returns the value of the http-equiv attribute of a meta element.
func (h *headScan) pragma(t *htmlscan.Token) []byte {
	a, ok := htmlscan.First(h.text, t.Attrs, "http-equiv")
	if !ok {
		return nil
	}
	return bytes.Trim(view.Unescape(h.text, a.Value, a.Quote), ascii.Whitespace)
}

// MovesEncoding returns the reason why the edit e of HTML text must not be made, if there is one:
// the edit moves the declaration of the encoding beyond the bytes in which browsers look for it.
func MovesEncoding(text []byte, charset string, e edit.Edit) reason.Reason {
	head := text[:min(len(text), charenc.Prescanned)]
	if e.Start >= len(head) {
		return none
	}
	now := append(append(bytes.Clone(head[:e.Start]), e.New...), head[e.Start:]...)
	was, is := charenc.Determine(head, charset), charenc.Determine(now[:min(len(now), charenc.Prescanned)], charset)
	if was.Name() != is.Name() {
		return notPinned("it declares its encoding after a URL, and BASE would move the declaration beyond the first 1024 bytes")
	}
	return none
}
