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
// and encodes the new ones; fold breaks lines.
type qpWriter struct {
	*table
	eol    []byte
	pieces []piece
	folder folder
	arena  Arena // memory for the new bytes of edits
}

func (w *qpWriter) reset(t *table) {
	*w = qpWriter{table: t, eol: lineEnding(t.outer, t.start, t.end), pieces: w.pieces[:0], arena: w.arena}
}

func (w *qpWriter) place(changes []change) {
	for i := range changes {
		w.placeOne(&changes[i], nextOf(changes, i))
	}
}

// placeOne finds the bytes to replace for the change c. next is the change after c, or nil.
func (w *qpWriter) placeOne(c, next *change) {
	before := c.spot.end
	p := w.pieceBefore(c, next)
	if lineBreak(w.outer, p.start, w.end) > 0 {
		// Padding before a line break that moves or is removed would become text. So the
		// padding is replaced too, or stays after the new bytes.
		for p.start > before && isBlank(w.outer[p.start-1]) {
			p.start--
		}
	}
	if c.start == c.end {
		if before < p.start {
			p.start = w.roomier(before, p.start, len(w.encode(nil, c.text, true, false)))
		}
		p.end = p.start
	}
	w.add(p, c.text)
}

// roomier chooses where to insert n bytes: before the soft line breaks between before and after, or
// after the line breaks if only there is room.
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

// add appends the piece p, which writes text, to the pieces.
func (w *qpWriter) add(p piece, text []byte) {
	floor, last := w.start, (*piece)(nil)
	if n := len(w.pieces); n > 0 {
		last = &w.pieces[n-1]
		floor = last.end
	}
	atEnd := w.lineEnds(p.end)
	p.enc = w.encode(w.arena.Take(len(text)+8), text, atEnd, w.lineStarts(p.start))
	if n := w.pending(p, floor, atEnd); n > 0 {
		kept := w.outer[p.start-n : p.start]
		p.start -= n
		p.enc = append(appendEscape(nil, kept[0]), kept[1:]...)
		p.enc = w.encode(p.enc, text, atEnd, false)
	}
	w.guardStart(&p)
	if last != nil && last.end == p.start {
		p.start, p.enc = last.start, append(last.enc, p.enc...)
		*last = p
		return
	}
	w.pieces = append(w.pieces, p)
}

// pending returns how many literal bytes directly before p have to be escaped because p
// follows them: an equals sign, a blank (rule 3), or a CR.
func (w *qpWriter) pending(p piece, floor int, atEnd bool) int {
	if p.start == floor {
		return 0
	}
	breaks := len(p.enc) == 0 && atEnd || lineBreak(p.enc, 0, len(p.enc)) > 0
	switch c := w.outer[p.start-1]; {
	case c == '=':
		if breaks || w.mayBeHex(p, 0) && w.mayBeHex(p, 1) {
			return 1
		}
	case isBlank(c):
		if breaks {
			return 1
		}
	case c == '\r':
		if len(p.enc) > 0 && p.enc[0] == '\n' || len(p.enc) == 0 && p.end < w.end && w.outer[p.end] == '\n' {
			return 1
		}
	case ascii.IsHexDigit(c) && p.start-2 >= floor && w.outer[p.start-2] == '=':
		if w.mayBeHex(p, 0) {
			return 2
		}
	}
	return 0
}

// mayBeHex reports whether the byte at offset i from the start of p is, or could be, a
// hexadecimal digit.
func (w *qpWriter) mayBeHex(p piece, i int) bool {
	if i < len(p.enc) {
		return ascii.IsHexDigit(p.enc[i])
	}
	i += p.end - len(p.enc)
	if i >= p.next {
		return !p.last
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
		if n := literalRun(text[i:]); n > 0 && !atStart {
			dst = append(dst, text[i:i+n]...)
			i += n
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

// isLiteral reports whether c is written as it is, except at the start of a line (rule 2).
func isLiteral(c byte) bool { return '!' <= c && c <= '~' && c != '=' }

// literalRun returns the number of literal bytes at the start of text.
func literalRun(text []byte) (n int) {
	for n < len(text) && isLiteral(text[n]) {
		n++
	}
	return n
}

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

// guardStart escapes the first byte of p if it begins a line that would be risky.
func (w *qpWriter) guardStart(p *piece) {
	if w.lineStarts(p.start) && len(p.enc) > 0 && isRisky(w.ahead(*p, 0)) {
		p.enc = append(appendEscape(nil, p.enc[0]), p.enc[1:]...)
	}
}

// ahead returns five bytes of the output from p.enc[i] on. They may include source after p.
func (w *qpWriter) ahead(p piece, i int) []byte {
	b := p.enc[i:min(len(p.enc), i+5)]
	if len(b) < 5 {
		b = append(bytes.Clone(b), w.outer[p.end:min(max(p.next, p.end), p.end+5-len(b))]...)
	}
	return b
}

// fold appends the pieces to dst as edits, with soft line breaks in lines that are too
// long.
func (w *qpWriter) fold(dst []edit.Edit) []edit.Edit {
	for ps := w.pieces; len(ps) > 0; {
		n := 1
		for n < len(ps) && !w.breaksAfter(ps, n-1) {
			n++
		}
		dst = w.foldLine(dst, ps[:n])
		ps = ps[n:]
	}
	return dst
}

// breaksAfter reports whether a line of the source ends between ps[i] and the piece
// after it.
func (w *qpWriter) breaksAfter(ps []piece, i int) bool {
	return bytes.IndexByte(w.outer[ps[i].end:ps[i+1].start], '\n') >= 0
}

// foldLine appends the pieces of one line as edits to dst.
func (w *qpWriter) foldLine(dst []edit.Edit, ps []piece) []edit.Edit {
	f := &w.folder
	f.reset(w, ps)
	for i, p := range ps {
		enc := f.piece(i)
		if p.start < p.end || len(enc) > 0 {
			dst = append(dst, edit.Edit{Start: p.start, End: p.end, New: enc})
		}
	}
	return dst
}
