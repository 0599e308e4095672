package view

import (
	"bytes"
	"encoding/base64"

	"github.com/hrefix/hrefix/internal/edit"
)

// Carry implements [View]. It carries nothing if the view came with an error.
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

// round returns the range of e in whole quanta. It is empty if e does nothing.
func (v *Base64) round(e edit.Edit) (start, end int) {
	if e.Start == e.End {
		return e.Start / 3 * 3, e.Start / 3 * 3
	}
	return e.Start / 3 * 3, min(len(v.text), (e.End+2)/3*3)
}

// overwrite carries edits that leave the length of text[start:end] alone: the
// characters change in their places.
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

// rewriteFrom carries edits by writing anew everything from text offset start.
// Nothing is held twice: the text goes through the encoder into lines.
func (v *Base64) rewriteFrom(start int, edits []edit.Edit) edit.Edit {
	enc := base64.StdEncoding
	if v.bare {
		enc = base64.RawStdEncoding
	}
	n := enc.EncodedLen(edit.Size(v.text[start:], edits))
	a, b := v.tab.source(start), v.tab.sourceEnd(len(v.text))
	if n == 0 { // leave no empty line
		a = v.tab.sourceEnd(start)
	}
	w := v.lines(n, v.column(a))
	e := base64.NewEncoder(enc, w)
	for _, c := range edits {
		e.Write(v.text[start:c.Start])
		e.Write(c.New)
		start = c.End
	}
	e.Write(v.text[start:])
	e.Close()
	return edit.Edit{Start: a, End: b, New: w.out}
}

// A lineWriter breaks what is written to it into lines. It never fails.
type lineWriter struct {
	out   []byte
	eol   []byte
	width int // of a line, or 0 for a single line of any length
	col   int // where in its line the next byte comes
}

// lines returns a writer for n characters, the first of which comes at column
// col.
func (v *Base64) lines(n, col int) *lineWriter {
	w := &lineWriter{eol: lineEnding(v.tab.outer, v.tab.start, v.tab.end), width: v.width(), col: col}
	if w.width > 0 {
		n += (n/w.width + 2) * len(w.eol)
	}
	w.out = make([]byte, 0, n)
	return w
}

// Write implements [io.Writer].
func (w *lineWriter) Write(p []byte) (int, error) {
	size := len(p)
	for w.width > 0 && w.col+len(p) > w.width {
		n := max(0, w.width-w.col)
		w.out = append(append(w.out, p[:n]...), w.eol...)
		p, w.col = p[n:], 0
	}
	w.out, w.col = append(w.out, p...), w.col+len(p)
	return size, nil
}

// column returns the number of characters before pos in its line.
func (v *Base64) column(pos int) int {
	line := v.tab.outer[v.tab.start:pos]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	return len(bytes.TrimLeft(line, " \t"))
}

// width returns the length of lines to write, or 0 for a single line of any
// length.
func (v *Base64) width() int {
	body := bytes.TrimSpace(v.tab.outer[v.tab.start:v.tab.end])
	line, _, more := bytes.Cut(body, []byte("\n"))
	n := len(bytes.TrimRight(line, " \t\r"))
	switch {
	case more:
		return n
	case n > 76:
		return 0
	}
	return 76
}
