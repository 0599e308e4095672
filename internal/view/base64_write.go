package view

import (
	"bytes"
	"encoding/base64"
	"io"
	"iter"
	"math"

	"github.com/hrefix/hrefix/internal/edit"
)

// Carry implements [View]. It returns dst if the view was made with an error.
func (v *Base64) Carry(dst, edits []edit.Edit) []edit.Edit {
	if v.err != nil {
		return dst
	}
	w := base64Writer{v: v, edits: dst, most: math.MaxInt, size: edit.Size(v.text, edits)}
	for _, e := range edits {
		w.add(e)
	}
	w.finish()
	return w.edits
}

// written is the number of bytes of base64 that are collected before they become an edit. Tests set
// it to less.
var written = 32 << 10

// stream yields the edits that Carry returns, but base64 that is encoded again in several edits.
func (v *Base64) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		if v.err != nil {
			return
		}
		own := *v
		w := base64Writer{v: &own, most: written, size: written}
		for e := range all {
			if w.add(e); !w.yieldAll(yield) {
				return
			}
		}
		w.finish()
		w.yieldAll(yield)
	}
}

// A base64Writer makes the edits of a base64 body.
type base64Writer struct {
	v          *Base64
	edits      []edit.Edit
	group      []edit.Edit // edits of the quanta in [start, end) that do not change the number of bytes
	start, end int
	encoder    io.WriteCloser // once it is set, everything that follows is encoded again, to lines
	lines      base64Lines
	most       int // bytes of base64 that become an edit
	size       int // the length of the new text, if it is known; only memory depends on it
	pos        int // an offset in the text; the text before it is encoded
	from       int // an offset in the outer text; the edits before it are made
}

// yieldAll yields the edits, and empties them. It reports whether to continue.
func (w *base64Writer) yieldAll(yield func(edit.Edit) bool) bool {
	for _, e := range w.edits {
		if !yield(e) {
			return false
		}
	}
	w.edits = w.edits[:0]
	return true
}

// add adds an edit.
func (w *base64Writer) add(e edit.Edit) {
	if w.encoder != nil {
		w.replace(e)
		return
	}
	start, end := w.v.round(e)
	if len(w.group) > 0 && start >= w.end {
		w.overwrite()
	}
	if len(w.group) == 0 {
		w.start, w.end = start, end
	}
	w.group, w.end = append(w.group, e), max(w.end, end)
	if len(e.New) != e.End-e.Start {
		w.begin()
		for _, e := range w.group {
			w.replace(e)
		}
	}
}

// round widens the range of e to whole quanta. The range is empty if e changes nothing.
func (v *Base64) round(e edit.Edit) (start, end int) {
	if e.Start == e.End {
		return e.Start / 3 * 3, e.Start / 3 * 3
	}
	return e.Start / 3 * 3, min(len(v.text), (e.End+2)/3*3)
}

// overwrite makes the edit of the group, which replaces characters in place, and empties the group.
func (w *base64Writer) overwrite() {
	if w.start < w.end {
		v := w.v
		a, b := v.source(w.start), v.sourceEnd(w.end)
		chars := base64.RawStdEncoding.AppendEncode(nil, splice(v.text, w.start, w.end, w.group))
		out := bytes.Clone(v.outer[a:b])
		for i, c := range out {
			if base64Value[c] < 64 {
				out[i], chars = chars[0], chars[1:]
			}
		}
		w.edits = append(w.edits, edit.Edit{Start: a, End: b, New: out})
	}
	w.group = w.group[:0]
}

// begin starts to encode everything again, beginning with the group.
func (w *base64Writer) begin() {
	v, enc := w.v, base64.StdEncoding
	if v.bare {
		enc = base64.RawStdEncoding
	}
	w.pos, w.from = w.start, v.source(w.start)
	w.lines = base64Lines{eol: lineEnding(v.outer, v.start, v.end), width: v.width(), col: v.column(w.from)}
	n := enc.EncodedLen(max(0, w.size-w.start))
	if w.lines.width > 0 {
		n += (n/w.lines.width + 2) * len(w.lines.eol)
	}
	w.lines.out = make([]byte, 0, n)
	w.encoder = base64.NewEncoder(enc, &w.lines)
}

// replace encodes the text up to e, and the new text of e.
func (w *base64Writer) replace(e edit.Edit) {
	w.keep(e.Start)
	w.encode(e.New)
	w.pos = e.End
}

// keep encodes the text up to end.
func (w *base64Writer) keep(end int) {
	for w.pos < end {
		n := min(end-w.pos, w.most)
		w.encode(w.v.text[w.pos : w.pos+n])
		w.pos += n
	}
}

// encode encodes text, and makes an edit once there are enough bytes.
func (w *base64Writer) encode(text []byte) {
	_, _ = w.encoder.Write(text)                                            // base64Lines returns no error
	if to := w.v.source(w.pos); len(w.lines.out) >= w.most && to > w.from { // an edit must replace something, since another edit begins here
		w.edits = append(w.edits, edit.Edit{Start: w.from, End: to, New: w.lines.out})
		w.from, w.lines.out = to, make([]byte, 0, len(w.lines.out))
	}
}

// finish makes the remaining edits.
func (w *base64Writer) finish() {
	v := w.v
	if w.encoder == nil {
		w.overwrite()
		return
	}
	w.keep(len(v.text))
	_ = w.encoder.Close()
	if len(w.lines.out) == 0 && w.from == v.source(w.start) { // leave no empty line
		w.from = v.sourceEnd(w.start)
	}
	last := edit.Edit{Start: w.from, End: v.sourceEnd(len(v.text)), New: w.lines.out}
	if !isIdle(last) {
		w.edits = append(w.edits, last)
	}
}

// base64Lines is an [io.Writer] that breaks base64 into lines.
type base64Lines struct {
	out   []byte
	eol   []byte
	width int // the width of a line, or 0 for a single line of any length
	col   int // the column of the next character
}

// Write implements [io.Writer].
func (l *base64Lines) Write(b []byte) (int, error) {
	size := len(b)
	for l.width > 0 && l.col+len(b) > l.width {
		n := max(0, l.width-l.col)
		l.out = append(append(l.out, b[:n]...), l.eol...)
		b, l.col = b[n:], 0
	}
	l.out, l.col = append(l.out, b...), l.col+len(b)
	return size, nil
}

// column returns the number of characters before pos in its line.
func (v *Base64) column(pos int) int {
	line := v.outer[v.start:pos]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	return len(bytes.TrimLeft(line, " \t"))
}

// width returns the length of the lines to write, or 0 for a single line of any length.
func (v *Base64) width() int {
	body := bytes.TrimSpace(v.outer[v.start:v.end])
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
