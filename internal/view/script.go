package view

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
)

// A scriptWriter writes the edits of a string in a script element from left to right.
type scriptWriter struct {
	t    *table
	out  []edit.Edit
	base int // out[:base] belongs to the caller
	pos  int // the end of a unit; the source before it is done
}

func newScriptWriter(t *table, dst []edit.Edit) scriptWriter {
	return scriptWriter{t: t, out: dst, base: len(dst), pos: t.start}
}

// add adds an edit. If it begins where the last edit inserts, they become one edit.
func (w *scriptWriter) add(start, end int, text []byte) {
	w.pos = end
	if n := len(w.out); n > w.base && w.out[n-1].Start == start {
		last := &w.out[n-1]
		last.End, last.New = end, slices.Concat(last.New, text)
		return
	}
	w.out = append(w.out, edit.Edit{Start: start, End: end, New: text})
}

// mark returns the offset of a "<" before end that has to be escaped, or -1. The kept bytes from
// "<" to end and the bytes that follow may form "<!--", "<script" or "</script". If the kept bytes
// alone form it, the "<" is left alone.
func (w *scriptWriter) mark(end int) int {
	outer, from := w.t.outer, max(w.pos, end-len("</script"))
	lt := from + bytes.LastIndexByte(outer[from:end], '<')
	if lt < from {
		return -1
	}
	after := string(outer[lt+1 : end])
	for _, m := range [...]string{"!--", "/script", "script"} {
		switch {
		case len(after) < len(m) && strings.EqualFold(after, m[:len(after)]):
			return lt
		case m != "!--" && strings.EqualFold(after, m) && !isTagNameEnd(outer, end):
			return lt
		}
	}
	return -1
}

// isTagNameEnd reports whether a tag name ends before outer[pos].
func isTagNameEnd(outer []byte, pos int) bool {
	return pos < len(outer) && strings.IndexByte(" \t\n\f\r/>", outer[pos]) >= 0
}

// commentEnd returns the offset of a kept ">" after p that may follow two hyphens once p is
// written, or -1.
func (w *scriptWriter) commentEnd(p piece) int {
	outer, gt, before := w.t.outer, p.end, p.enc
	if len(before) == 0 {
		before = outer[w.t.start:p.start]
	}
	if !bytes.HasSuffix(before, []byte("-")) {
		return -1
	}
	if gt < p.next && outer[gt] == '-' {
		gt++
	}
	if gt < p.next && outer[gt] == '>' {
		return gt
	}
	return -1
}

// run returns the number of consecutive kept backslashes that end at last.
func (w *scriptWriter) run(last int) int {
	first := last
	for first >= w.pos && w.t.outer[first] == '\\' {
		first--
	}
	return last - first
}
