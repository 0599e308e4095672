package view

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// maxLine is the longest line that RFC 2045 section 6.7, rule 5 allows,
// without its line ending.
const maxLine = 76

// A qpWriter makes the edits of a quoted-printable body. place finds the bytes to replace
// and encodes the new bytes; fold breaks lines.
type qpWriter struct {
	*table
	eol    []byte
	pieces []change // the changes, placed; changes that touch are one
	folder folder
	arena  Arena // memory for the new bytes of edits
}

// place finds the bytes to replace for the change c, and encodes the new bytes.
func (w *qpWriter) place(c *change) {
	if lineBreak(w.outer, c.from, w.end) > 0 {
		// Padding before a line break that moves or is removed would become text. So the
		// padding is replaced too, or stays after the new bytes.
		for c.from > c.kept && isBlank(w.outer[c.from-1]) {
			c.from--
		}
	}
	if c.start == c.end {
		if c.kept < c.from {
			c.from = w.roomier(c.kept, c.from, len(w.encode(nil, c.text, true, false)))
		}
		c.to = c.from
	}
	w.add(c)
}

// roomier returns where to insert n bytes. before is the start of a run of soft line breaks, and after its end.
// roomier returns after, unless only the line that ends at before has room.
func (w *qpWriter) roomier(before, after, n int) int {
	head := w.outer[max(w.start, before-maxLine):before]
	head = head[bytes.LastIndexByte(head, '\n')+1:]
	tail := w.outer[after:min(w.end, after+maxLine)]
	if i := bytes.IndexByte(tail, '\n'); i >= 0 {
		tail = bytes.TrimSuffix(tail[:i], []byte("\r"))
	}
	if len(tail)+n > maxLine && len(head)+n < maxLine {
		return before
	}
	return after
}

// add encodes c, and appends it to the pieces.
func (w *qpWriter) add(c *change) {
	floor, last := w.start, (*change)(nil)
	if n := len(w.pieces); n > 0 {
		last = &w.pieces[n-1]
		floor = last.to
	}
	atEnd := w.lineEnds(c.to)
	c.enc = w.encode(w.arena.Take(len(c.text)+8), c.text, atEnd, w.lineStarts(c.from))
	if n := w.pending(c, floor, atEnd); n > 0 {
		kept := w.outer[c.from-n : c.from]
		c.from -= n
		c.enc = append(appendEscape(nil, kept[0]), kept[1:]...)
		c.enc = w.encode(c.enc, c.text, atEnd, false)
	}
	if w.lineStarts(c.from) && len(c.enc) > 0 && isRisky(w.ahead(c, 0)) {
		c.enc = append(appendEscape(nil, c.enc[0]), c.enc[1:]...)
	}
	if last != nil && last.to == c.from {
		last.to, last.next, last.last, last.enc = c.to, c.next, c.last, append(last.enc, c.enc...)
		return
	}
	w.pieces = append(w.pieces, *c)
}

// pending returns how many literal bytes directly before c have to be escaped because c
// follows them: an equals sign, a blank (rule 3), or a CR.
func (w *qpWriter) pending(c *change, floor int, atEnd bool) int {
	if c.from == floor {
		return 0
	}
	breaks := len(c.enc) == 0 && atEnd || lineBreak(c.enc, 0, len(c.enc)) > 0
	switch b := w.outer[c.from-1]; {
	case b == '=':
		if breaks || w.mayBeHex(c, 0) && w.mayBeHex(c, 1) {
			return 1
		}
	case isBlank(b):
		if breaks {
			return 1
		}
	case b == '\r':
		if w.following(c) == '\n' {
			return 1
		}
	case ascii.IsHexDigit(b) && c.from-2 >= floor && w.outer[c.from-2] == '=':
		if w.mayBeHex(c, 0) {
			return 2
		}
	}
	return 0
}

// mayBeHex reports whether the byte at offset i from the start of c is, or could be, a
// hexadecimal digit.
func (w *qpWriter) mayBeHex(c *change, i int) bool {
	if i < len(c.enc) {
		return ascii.IsHexDigit(c.enc[i])
	}
	i += c.to - len(c.enc)
	if i >= c.next {
		return !c.last
	}
	return ascii.IsHexDigit(w.outer[i])
}

// lineEnds reports whether only padding is between pos and the end of the line.
func (w *qpWriter) lineEnds(pos int) bool {
	if pos == w.end || lineBreak(w.outer, pos, w.end) > 0 {
		return true
	}
	if w.outer[pos] > ' ' {
		return false // padding consists of blanks only
	}
	return qpStep(w.outer, pos, w.end).n == 0
}

func (w *qpWriter) lineStarts(pos int) bool {
	return pos == w.start || w.outer[pos-1] == '\n'
}

// encode appends text to dst by rules 1 to 4. atEnd means that the line ends after text, atStart
// that text begins a line.
func (w *qpWriter) encode(dst, text []byte, atEnd, atStart bool) []byte {
	for i := 0; i < len(text); {
		run := i
		for !atStart && run < len(text) && isLiteral(text[run]) {
			run++
		}
		if run > i {
			dst, i = append(dst, text[i:run]...), run
			continue
		}
		c, rest := text[i], text[i:]
		switch {
		case c == w.eol[0] && bytes.HasPrefix(rest, w.eol):
			dst = append(dst, w.eol...)
			i, atStart = i+len(w.eol), true
			continue
		case isBlank(c) && !endsLine(rest[1:], w.eol, atEnd),
			isLiteral(c) && !(atStart && isRisky(rest)):
			dst = append(dst, c)
		default:
			dst = appendEscape(dst, c)
		}
		i, atStart = i+1, false
	}
	return dst
}

// isLiteral reports whether c is written as it is (RFC 2045 section 6.7, rule 2): a character from "!" to
// "~", but not "=". At the start of a line, encode escapes some of these, too: see isRisky.
func isLiteral(c byte) bool { return '!' <= c && c <= '~' && c != '=' }

// endsLine reports whether a line ends where rest begins.
func endsLine(rest, eol []byte, atEnd bool) bool {
	return len(rest) == 0 && atEnd || bytes.HasPrefix(rest, eol)
}

func appendEscape(dst []byte, c byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(dst, '=', digits[c>>4], digits[c&15])
}

// isRisky reports whether a line that begins with b could look like the start
// of a message in a mailbox, the end of a message in transport (RFC 2049
// section 3), or the end of a part (RFC 2046 section 5.1.1).
func isRisky(b []byte) bool {
	return len(b) > 0 && b[0] == '.' || bytes.HasPrefix(b, []byte("From ")) || isDashed(b)
}

// isDashed reports whether a line that begins with b could be a delimiter of
// parts.
func isDashed(b []byte) bool { return bytes.HasPrefix(b, []byte("--")) }

// ahead returns the bytes of the output from c.enc[i] on, up to five (the length of "From "). They may
// include source after c.
func (w *qpWriter) ahead(c *change, i int) []byte {
	b := c.enc[i:min(len(c.enc), i+5)]
	if len(b) < 5 {
		b = append(bytes.Clone(b), w.outer[c.to:min(max(c.next, c.to), c.to+5-len(b))]...)
	}
	return b
}

// fold appends the pieces to dst as edits, with soft line breaks in lines that are too
// long.
func (w *qpWriter) fold(dst []edit.Edit) []edit.Edit {
	f := &w.folder
	for ps := w.pieces; len(ps) > 0; {
		n := 1 // the number of pieces in the first line of the source
		for n < len(ps) && bytes.IndexByte(w.outer[ps[n-1].to:ps[n].from], '\n') < 0 {
			n++
		}
		f.reset(w, ps[:n])
		for i := range n {
			if e := (edit.Edit{Start: ps[i].from, End: ps[i].to, New: f.piece(i)}); !isIdle(e) {
				dst = append(dst, e)
			}
		}
		ps = ps[n:]
	}
	return dst
}
