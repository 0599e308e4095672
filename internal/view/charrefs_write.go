package view

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
)

// A refWriter writes the edits of an attribute value from left to right. The source before pos is
// done. Edits that touch become one edit.
type refWriter struct {
	tab     *table
	old     markup.Quote // the old quotes of the value
	out     []edit.Edit
	base    int          // out[:base] belongs to the caller
	quote   markup.Quote // the quotes to escape for
	requote bool         // the value was unquoted and gets quotes
	pos     int
	joined  bool // the last edit's bytes are a copy that the writer made
}

func (w *refWriter) add(start, end int, text []byte) {
	w.pos = end
	n := len(w.out)
	if n == w.base || w.out[n-1].End != start {
		w.out, w.joined = append(w.out, edit.Edit{Start: start, End: end, New: text}), false
		return
	}
	last := &w.out[n-1]
	if !w.joined {
		last.New, w.joined = bytes.Clone(last.New), true
	}
	last.End, last.New = end, append(last.New, text...)
}

func (w *refWriter) open() {
	start := w.tab.start
	switch {
	case w.old == markup.NoValue:
		w.add(start, start, []byte(`="`))
	case w.requote:
		w.add(start, start, []byte(`"`))
	}
}

func (w *refWriter) close() []edit.Edit {
	end := w.tab.end
	w.keep(end)
	if w.requote || w.old == markup.NoValue {
		w.add(end, end, []byte(`"`))
	}
	return w.out
}

// keep keeps the source up to end. If the value gets new quotes, it escapes literal quotes.
func (w *refWriter) keep(end int) {
	for w.requote {
		i := bytes.IndexByte(w.tab.outer[w.pos:end], '"')
		if i < 0 {
			break
		}
		w.add(w.pos+i, w.pos+i+1, []byte("&quot;"))
	}
	w.pos = end
}

// change writes the change c. next is the change after it, or nil.
func (w *refWriter) change(c, next *change) {
	t := w.tab
	p := t.pieceBefore(c, next)
	p.enc = escapeRef(c.text, w.quote)
	if !t.plain && p.start > w.pos {
		if u := c.spot.before; u.whole {
			if w.swallows(u, p) {
				p.enc = append([]byte(";"), p.enc...)
			}
		} else if amp := w.pending(p); amp >= 0 {
			w.keep(amp)
			w.add(amp, amp+1, []byte("&amp;"))
		}
	}
	w.keep(p.start)
	w.add(p.start, p.end, p.enc)
	w.exposed(p)
}

// swallows reports whether the reference u, directly before p, has no semicolon, and the byte after
// it in the output would become a part of it or make it literal.
func (w *refWriter) swallows(u unit, p piece) bool {
	outer := w.tab.outer
	if outer[u.end-1] == ';' {
		return false
	}
	var next byte
	switch {
	case len(p.enc) > 0:
		next = p.enc[0]
	case p.end < w.tab.end:
		next = outer[p.end]
	}
	if outer[u.start+1] == '#' {
		return next == ';' || ascii.IsHexDigit(next)
	}
	return next == ';' || next == '=' || ascii.IsAlphanumeric(next)
}

// pending returns the offset of a literal ampersand that may become a reference because of the
// bytes that p puts after it, or -1. Only bytes of a name lie between the ampersand and p. If the
// next piece is too close to decide, the ampersand counts as becoming a reference.
func (w *refWriter) pending(p piece) int {
	outer, end := w.tab.outer, w.tab.end
	amp := p.start - 1
	for amp >= w.pos && p.start-amp <= longestName && isName(outer[amp]) {
		amp--
	}
	if amp < w.pos || outer[amp] != '&' {
		return -1
	}
	if n, _ := reference(outer[amp:end], w.old.IsXML()); n > 0 && amp+n <= p.start {
		return -1 // already a complete reference
	}
	const enough = longestName + 2
	var buf [3 * enough]byte
	s := append(buf[:0], outer[amp:p.start]...)
	s = append(s, p.enc[:min(len(p.enc), enough)]...)
	if len(p.enc) < enough {
		s = append(s, outer[p.end:min(p.next, p.end+enough)]...)
	}
	if n, _ := reference(s, w.old.IsXML()); n > 0 {
		return amp
	}
	run := 1
	for run < len(s) && isName(s[run]) {
		run++
	}
	if run == len(s) && run <= enough && !p.last {
		return amp
	}
	return -1
}

// isName reports whether c may occur between the ampersand and the semicolon of a
// reference.
func isName(c byte) bool { return c == '#' || ascii.IsAlphanumeric(c) }

// exposed escapes a quote that becomes the first byte of an unquoted value because p
// removes everything before it.
func (w *refWriter) exposed(p piece) {
	t := w.tab
	if w.quote != markup.Unquoted || p.start > t.start || len(p.enc) > 0 || p.end == t.end {
		return
	}
	if c := t.outer[p.end]; c == '"' || c == '\'' {
		w.add(p.end, p.end+1, escapeRef([]byte{c}, markup.Unquoted))
	}
}

// escapeRef escapes text for an attribute value. If there is nothing to escape, it returns
// text itself.
func escapeRef(text []byte, quote markup.Quote) []byte {
	for i, c := range text {
		if refFor(c, quote) == "" {
			continue
		}
		out := append(make([]byte, 0, len(text)+16), text[:i]...)
		for _, c := range text[i:] {
			if ref := refFor(c, quote); ref != "" {
				out = append(out, ref...)
			} else {
				out = append(out, c)
			}
		}
		return out
	}
	return text
}

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
