package view

import (
	"bytes"
	"slices"
)

// A folder breaks the output line that a run of pieces forms (RFC 2045 section 6.7, rule
// 5). It may break before and after each byte or escape that the pieces write, but not
// elsewhere.
type folder struct {
	w       *qpWriter
	ps      []change
	longest int  // length of the longest source line of the pieces
	lineEnd int  // end of the last source line of the pieces
	col     int  // bytes in the output line so far
	rest    int  // bytes from here to the next hard line break
	folding bool // the line is too long and gets soft line breaks
	endless bool // the source line is too long to be broken
}

// reset prepares f for the pieces of one line.
func (f *folder) reset(w *qpWriter, ps []change) {
	first, last := ps[0].from, ps[len(ps)-1].to
	if w.isEndless(first) || w.isEndless(last) {
		*f = folder{w: w, ps: ps, endless: true}
		return
	}
	start := w.start + bytes.LastIndexByte(w.outer[w.start:first], '\n') + 1
	end := w.end
	if i := bytes.IndexByte(w.outer[last:w.end], '\n'); i >= 0 {
		end = last + i
		if end > last && w.outer[end-1] == '\r' {
			end--
		}
	}
	inLong := func(c change) bool { return w.isEndless(c.from) || w.isEndless(c.to) }
	if end-start > endless && slices.ContainsFunc(ps, inLong) {
		*f = folder{w: w, ps: ps, endless: true}
		return
	}
	*f = folder{w: w, ps: ps, lineEnd: end, col: first - start}
	for i := start; i <= end; {
		line, _, more := bytes.Cut(w.outer[i:end], []byte("\n"))
		i += len(line) + 1
		if more {
			line = bytes.TrimSuffix(line, []byte("\r"))
		}
		f.longest = max(f.longest, len(line))
	}
	f.measure(0, 0)
}

// endless is the length above which a source line gets no soft line breaks. Such a line may have as
// many pieces as the whole body. Without line breaks, the pieces need not be in memory together.
// RFC 5322 section 2.1.1 allows lines of 998 bytes. Tests set it to less.
var endless = 64 << 10

// isEndless reports whether the source line that has pos is longer than endless bytes.
func (t *table) isEndless(pos int) bool {
	before := t.outer[max(t.start, pos-endless-1):pos]
	after := t.outer[pos:min(t.end, pos+endless+1)]
	n := len(before) - 1 - bytes.LastIndexByte(before, '\n')
	if i := bytes.IndexByte(after, '\n'); i >= 0 {
		return n+i > endless
	}
	return n+len(after) > endless
}

// measure computes the length of the current output line, from byte j of piece i on.
func (f *folder) measure(i, j int) {
	f.rest = 0
	for ; i < len(f.ps); i, j = i+1, 0 {
		if k := bytes.IndexByte(f.ps[i].enc[j:], '\n'); k >= 0 {
			f.rest += len(bytes.TrimSuffix(f.ps[i].enc[j:j+k], []byte("\r")))
			break
		}
		f.rest += len(f.ps[i].enc) - j + f.gap(i)
	}
	f.folding = f.col+f.rest > max(maxLine, f.longest)
}

// next returns the end of the source that is kept after piece i.
func (f *folder) next(i int) int {
	if i+1 < len(f.ps) {
		return f.ps[i+1].from
	}
	return f.lineEnd
}

// gap returns the number of bytes between piece i and the next, or the end of
// the line.
func (f *folder) gap(i int) int { return f.next(i) - f.ps[i].to }

// fits reports whether a line of n bytes up to the end of the gap after piece i is short
// enough. If the line does not end there, there must be room for the sign of a soft line
// break.
func (f *folder) fits(n, i int) bool {
	if i+1 < len(f.ps) {
		n++
	}
	return n <= maxLine
}

// fitsAfter reports whether a line that has n bytes at the end of piece i has room for the bytes that
// follow, up to the next place where the line ends or can be broken. A line cannot be broken at a piece
// that writes nothing if the next piece follows directly, or if "--" follows.
func (f *folder) fitsAfter(n, i int) bool {
	n += f.gap(i)
	for i+1 < len(f.ps) && len(f.ps[i+1].enc) == 0 && (f.gap(i+1) == 0 || isDashed(f.kept(i+1))) {
		i++
		n += f.gap(i)
	}
	return f.fits(n, i)
}

// over reports whether the line must be broken somewhere.
func (f *folder) over() bool {
	return f.folding && f.col > 0 && f.col+f.rest > maxLine
}

// piece returns the bytes of piece i with line breaks, and moves on to the next piece.
func (f *folder) piece(i int) []byte {
	enc := f.ps[i].enc
	if f.endless {
		return enc
	}
	if !f.folding && bytes.IndexByte(enc, '\n') < 0 {
		f.col, f.rest = f.col+len(enc)+f.gap(i), f.rest-len(enc)-f.gap(i)
		return enc
	}
	out := f.w.arena.Take(len(enc) + len(enc)/25 + 8)
	for j := 0; j < len(enc); {
		if n := f.unbroken(enc[j : len(enc)-1]); n > 0 {
			out, j, f.col, f.rest = append(out, enc[j:j+n]...), j+n, f.col+n, f.rest-n
			continue
		}
		if n := lineBreak(enc, j, len(enc)); n > 0 {
			out, j, f.col = append(out, enc[j:j+n]...), j+n, 0
			f.measure(i, j)
			continue
		}
		n := 1
		if enc[j] == '=' {
			n = 3
		}
		out = f.atom(out, i, j, n)
		j += n
	}
	if f.over() && f.gap(i) > 0 && !f.fitsAfter(f.col, i) && !isDashed(f.kept(i)) {
		out = f.softBreak(out)
	}
	f.col, f.rest = f.col+f.gap(i), f.rest-f.gap(i)
	return out
}

// unbroken returns how many of the bytes b fit into the line together with the sign of a
// soft line break. It stops at the first escape or line break. Other bytes follow b.
func (f *folder) unbroken(b []byte) (n int) {
	room := min(len(b), maxLine-1-f.col)
	for n < room && b[n] != '=' && b[n] != '\r' && b[n] != '\n' {
		n++
	}
	return n
}

// atom appends the n bytes at byte j of piece i. If needed, it adds a soft line break
// first.
func (f *folder) atom(out []byte, i, j, n int) []byte {
	p := &f.ps[i]
	atom := p.enc[j : j+n]
	if f.over() && (f.col+n >= maxLine || f.breaksBefore(i, j, n)) {
		out = f.softBreak(out)
		if n == 1 && isRisky(f.w.ahead(p, j)) {
			atom = appendEscape(nil, atom[0])
		}
	}
	f.col, f.rest = f.col+len(atom), f.rest-n
	return append(out, atom...)
}

// kept returns the source that is kept after piece i.
func (f *folder) kept(i int) []byte { return f.w.outer[f.ps[i].to:f.next(i)] }

// breaksBefore reports whether to break before the last n bytes of piece i, and not after them, because
// the bytes that follow should not begin a line. Bytes that could be a delimiter of parts must never
// begin a line, however long the line gets.
func (f *folder) breaksBefore(i, j, n int) bool {
	p, least := &f.ps[i], n
	if j+n < len(p.enc) || f.fitsAfter(f.col+n, i) || !isRisky(f.kept(i)) {
		return false
	}
	if n == 1 && isRisky(f.w.ahead(p, j)) {
		least = 3
	}
	return f.fits(least+f.gap(i), i) || isDashed(f.kept(i))
}

// softBreak ends the line of the output by a soft line break.
func (f *folder) softBreak(out []byte) []byte {
	f.col = 0
	return append(append(out, '='), f.w.eol...)
}
