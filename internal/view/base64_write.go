package view

import (
	"bytes"
	"encoding/base64"

	"github.com/hrefix/hrefix/internal/edit"
)

// Carry implements [View]. It returns dst if the view was made with an error.
func (v *Base64) Carry(dst, edits []edit.Edit) []edit.Edit {
	if v.err != nil {
		return dst
	}
	for i := 0; i < len(edits); {
		start, end := v.round(edits[i])
		j, even := i, true
		for ; j < len(edits) && even; j++ {
			s, e := v.round(edits[j])
			if j > i && s >= end {
				break
			}
			end = max(end, e)
			even = len(edits[j].New) == edits[j].End-edits[j].Start
		}
		if !even {
			return append(dst, v.rewriteFrom(start, edits[i:]))
		}
		if start < end {
			dst = append(dst, v.overwrite(start, end, edits[i:j]))
		}
		i = j
	}
	return dst
}

// round widens the range of e to whole quanta. The range is empty if e changes nothing.
func (v *Base64) round(e edit.Edit) (start, end int) {
	if e.Start == e.End {
		return e.Start / 3 * 3, e.Start / 3 * 3
	}
	return e.Start / 3 * 3, min(len(v.text), (e.End+2)/3*3)
}

// overwrite carries edits that do not change the length of text[start:end]: it replaces the
// characters in place.
func (v *Base64) overwrite(start, end int, edits []edit.Edit) edit.Edit {
	a, b := v.tab.source(start), v.tab.sourceEnd(end)
	chars := base64.RawStdEncoding.AppendEncode(nil, splice(v.text, start, end, edits))
	out := bytes.Clone(v.tab.outer[a:b])
	n := 0
	for i, c := range out {
		if base64Value[c] < 64 {
			out[i] = chars[n]
			n++
		}
	}
	return edit.Edit{Start: a, End: b, New: out}
}

// rewriteFrom carries edits by encoding everything from text offset start again.
func (v *Base64) rewriteFrom(start int, edits []edit.Edit) edit.Edit {
	a, b := v.tab.source(start), v.tab.sourceEnd(len(v.text))
	w := v.linesFrom(a)
	n := w.enc.EncodedLen(edit.Size(v.text[start:], edits))
	if n == 0 { // leave no empty line
		a = v.tab.sourceEnd(start)
	}
	if w.width > 0 {
		n += (n/w.width + 2) * len(w.eol)
	}
	w.out = v.room(n)
	for _, c := range edits {
		w.write(v.text[start:c.Start])
		w.write(c.New)
		start = c.End
	}
	w.write(v.text[start:])
	w.end()
	return edit.Edit{Start: a, End: b, New: w.out}
}

// linesFrom returns a writer of lines in the form of the body, for outer offset a.
func (v *Base64) linesFrom(a int) *base64Lines {
	w := &base64Lines{enc: base64.StdEncoding, eol: lineEnding(v.tab.outer, v.tab.start, v.tab.end), width: v.width(), col: v.column(a)}
	if v.bare {
		w.enc = base64.RawStdEncoding
	}
	return w
}

// room returns an empty slice with room for n new bytes of an edit.
func (v *Base64) room(n int) []byte {
	if v.arena == nil {
		return make([]byte, 0, n)
	}
	return v.arena.Take(n)
}

// base64Lines writes base64 in lines.
type base64Lines struct {
	out   []byte
	enc   *base64.Encoding
	eol   []byte
	width int     // the width of a line, or 0 for a single line of any length
	col   int     // the column of the next character
	rest  [3]byte // the first n bytes belong to an incomplete quantum
	n     int
}

// write writes text. It encodes as many quanta at once as fit into the line.
func (w *base64Lines) write(text []byte) {
	if w.n > 0 {
		k := copy(w.rest[w.n:], text)
		w.n, text = w.n+k, text[k:]
		if w.n < len(w.rest) {
			return
		}
		w.quantum(w.rest[:])
	}
	for len(text) >= 3 {
		k := len(text) / 3
		if w.width > 0 {
			if w.col == w.width {
				w.out, w.col = append(w.out, w.eol...), 0
			}
			k = min(k, (w.width-w.col)/4)
		}
		if k <= 0 {
			w.quantum(text[:3])
			text = text[3:]
			continue
		}
		w.out, w.col = w.enc.AppendEncode(w.out, text[:3*k]), w.col+4*k
		text = text[3*k:]
	}
	w.n = copy(w.rest[:], text)
}

// end writes the incomplete quantum.
func (w *base64Lines) end() {
	if w.n > 0 {
		w.quantum(w.rest[:w.n])
	}
}

// quantum writes a quantum of up to three bytes. It may continue on the next line.
func (w *base64Lines) quantum(text []byte) {
	var buf [4]byte
	p := w.enc.AppendEncode(buf[:0], text)
	for w.width > 0 && w.col+len(p) > w.width {
		n := max(0, w.width-w.col)
		w.out = append(append(w.out, p[:n]...), w.eol...)
		p, w.col = p[n:], 0
	}
	w.out, w.col = append(w.out, p...), w.col+len(p)
}

// column returns the number of characters before pos in its line.
func (v *Base64) column(pos int) int {
	line := v.tab.outer[v.tab.start:pos]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	return len(bytes.TrimLeft(line, " \t"))
}

// width returns the length of the lines to write, or 0 for a single line of any length.
func (v *Base64) width() int {
	body := bytes.TrimSpace(v.tab.outer[v.tab.start:v.tab.end])
	line, _, more := bytes.Cut(body, []byte("\n"))
	n := len(bytes.TrimRight(line, " \t\r"))
	switch {
	case more:
		return n
	case n > 76 || v.unbroken:
		return 0
	}
	return 76
}
