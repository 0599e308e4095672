package view

import (
	"bytes"
	"slices"
)

// A folder breaks the line that a run of pieces makes out of the source lines
// they are on (RFC 2045 section 6.7, rule 5). It may break before and after
// every byte or escape that the pieces write, but nowhere else.
type folder struct {
	w       *qpWriter
	ps      []piece
	longest int  // length of the longest of the source lines
	lineEnd int  // end of the last of them
	col     int  // bytes that are in the output line already
	rest    int  // bytes to come up to the next hard line break
	folding bool // the line is too long
	endless bool // the line is one of those that are never folded
}

// reset makes f ready for the pieces of one line.
func (f *folder) reset(w *qpWriter, ps []piece) {
	first, last := ps[0].start, ps[len(ps)-1].end
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
	inLong := func(p piece) bool { return w.isEndless(p.start) || w.isEndless(p.end) }
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

// endless is the length of lines that are never folded if they are longer: the pieces
// of such a line, of which there may be as many as the body has, need not be known
// together. RFC 5322 section 2.1.1 allows 998 bytes. Tests make it less.
var endless = 64 << 10

// isEndless reports whether the line of the source that pos is in has more than endless
// bytes.
func (w *qpWriter) isEndless(pos int) bool {
	before := w.outer[max(w.start, pos-endless-1):pos]
	after := w.outer[pos:min(w.end, pos+endless+1)]
	n := len(before) - 1 - bytes.LastIndexByte(before, '\n')
	if i := bytes.IndexByte(after, '\n'); i >= 0 {
		return n+i > endless
	}
	return n+len(after) > endless
}

// measure looks how long the line gets that the folder is in, which goes on
// with byte j of piece i.
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

// next returns where the source that stays after piece i ends.
func (f *folder) next(i int) int {
	if i+1 < len(f.ps) {
		return f.ps[i+1].start
	}
	return f.lineEnd
}

// gap returns the number of bytes between piece i and the next, or the end of
// the line.
func (f *folder) gap(i int) int { return f.next(i) - f.ps[i].end }

// fits reports whether a line of n bytes up to the end of the gap after piece i
// is short enough. There has to be room for the sign of a soft line break if
// the line does not end there.
func (f *folder) fits(n, i int) bool {
	if i+1 < len(f.ps) {
		n++
	}
	return n <= maxLine
}

// fitsBehind reports whether a line of n bytes up to the end of piece i has room for what
// follows, up to where it can be broken or ends: pieces that write nothing, and behind
// which a line must not begin, are no such place.
func (f *folder) fitsBehind(n, i int) bool {
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

// piece returns what piece i writes, with line breaks, and moves on to the next.
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
	if f.over() && f.gap(i) > 0 && !f.fitsBehind(f.col, i) && !isDashed(f.kept(i)) {
		out = f.softBreak(out)
	}
	f.col, f.rest = f.col+f.gap(i), f.rest-f.gap(i)
	return out
}

// unbroken returns how many of the bytes b, behind which others come, have room in
// the line together with the sign of a soft line break, and are neither escapes
// nor line breaks.
func (f *folder) unbroken(b []byte) (n int) {
	room := min(len(b), maxLine-1-f.col)
	for n < room && b[n] != '=' && b[n] != '\r' && b[n] != '\n' {
		n++
	}
	return n
}

// atom appends the n bytes at byte j of piece i, after a soft line break if one
// is due.
func (f *folder) atom(out []byte, i, j, n int) []byte {
	p := f.ps[i]
	atom := p.enc[j : j+n]
	if f.over() && (f.col+n >= maxLine || f.rather(i, j, n)) {
		out = f.softBreak(out)
		if n == 1 && isRisky(f.w.ahead(p, j)) {
			atom = appendEscape(nil, atom[0])
		}
	}
	f.col, f.rest = f.col+len(atom), f.rest-n
	return append(out, atom...)
}

// kept returns the source that stays after piece i.
func (f *folder) kept(i int) []byte { return f.w.outer[f.ps[i].end:f.next(i)] }

// rather reports whether a break is better before the last n bytes of piece i
// than after them, where a line would begin with what should not be there. What
// could be a delimiter must not, however long the line gets.
func (f *folder) rather(i, j, n int) bool {
	p, least := f.ps[i], n
	if j+n < len(p.enc) || f.fitsBehind(f.col+n, i) || !isRisky(f.kept(i)) {
		return false
	}
	if n == 1 && isRisky(f.w.ahead(p, j)) {
		least = 3
	}
	return f.fits(least+f.gap(i), i) || isDashed(f.kept(i))
}

func (f *folder) softBreak(out []byte) []byte {
	f.col = 0
	return append(append(out, '='), f.w.eol...)
}
