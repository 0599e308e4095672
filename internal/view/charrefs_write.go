package view

import (
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/markup"
)

// A refWriter writes the edits of an attribute value.
type refWriter struct {
	writer
	quote  markup.Quote        // the quotes to escape for
	escape func(c byte) string // escapes the bytes that stay in a value that gets quotes; else nil
}

// change writes the change c.
func (w *refWriter) change(c *change) {
	c.enc = escaped(c.text, func(b byte) string { return refFor(b, w.quote) })
	if !w.plain && c.from > w.pos {
		if c.before.whole() {
			if w.swallows(c) {
				c.enc = append([]byte(";"), c.enc...)
			}
		} else if amp := w.pending(c); amp >= 0 {
			w.keep(amp, w.escape)
			w.add(amp, amp+1, []byte("&amp;"))
		}
	}
	w.keep(c.from, w.escape)
	w.add(c.from, c.to, c.enc)
	// A quote that becomes the first byte of an unquoted value is escaped.
	if first := w.following(c); w.quote == markup.Unquoted && c.from == w.start && len(c.enc) == 0 && (first == '"' || first == '\'') {
		w.add(c.to, c.to+1, []byte(refFor(first, markup.Unquoted)))
	}
}

// swallows reports whether the reference directly before c has no semicolon, and the byte after
// it in the output would become a part of it or make it literal.
func (w *refWriter) swallows(c *change) bool {
	ref, next := w.outer[c.before.start:c.before.end], w.following(c)
	switch {
	case ref[len(ref)-1] == ';':
		return false
	case ref[1] == '#':
		return next == ';' || ascii.IsHexDigit(next)
	}
	return next == ';' || next == '=' || ascii.IsAlphanumeric(next)
}

// pending returns the offset of a literal ampersand that may become a reference because of the
// bytes that c puts after it, or -1. Only bytes of a name lie between the ampersand and c. If the
// next change is too close to decide, the ampersand counts as becoming a reference.
func (w *refWriter) pending(c *change) int {
	amp := c.from - 1
	for amp >= w.pos && c.from-amp <= longestName && isName(w.outer[amp]) {
		amp--
	}
	if amp < w.pos || w.outer[amp] != '&' {
		return -1
	}
	xml := w.quote.IsXML()
	if n, _ := reference(w.outer[amp:w.end], xml); n > 0 && amp+n <= c.from {
		return -1 // already a complete reference
	}
	const enough = longestName + 2
	var buf [3 * enough]byte
	s := append(buf[:0], w.outer[amp:c.from]...)
	s = append(s, c.enc[:min(len(c.enc), enough)]...)
	if len(c.enc) < enough {
		s = append(s, w.outer[c.to:min(c.next, c.to+enough)]...)
	}
	if n, _ := reference(s, xml); n > 0 {
		return amp
	}
	run := 1
	for run < len(s) && isName(s[run]) {
		run++
	}
	if run == len(s) && run <= enough && !c.last {
		return amp
	}
	return -1
}

// isName reports whether c may occur between the ampersand and the semicolon of a
// reference.
func isName(c byte) bool { return c == '#' || ascii.IsAlphanumeric(c) }

// refFor returns the reference to write for c, or "" if c is written as it is. A CR is written as a
// reference because a literal CR would be read as LF.
func refFor(c byte, quote markup.Quote) string {
	switch {
	case c == '&':
		return "&amp;"
	case c == '<':
		return "&lt;"
	case c == '>':
		return "&gt;"
	case c == '\r':
		return "&#13;"
	case c == '"' && quote != markup.SingleQuoted && quote != markup.XMLSingleQuoted:
		return "&quot;"
	case c == '\'' && quote != markup.DoubleQuoted && quote != markup.XMLDoubleQuoted:
		return "&#39;"
	}
	return ""
}
