package httpmessage

import (
	"bytes"
	"iter"
	"strings"
)

// A Field has the spans of a field in the Raw of a [Head]. A value that continues in other lines
// includes the line ends.
type Field struct {
	Start, End           int // the lines of the field, with their line ends
	NameEnd              int // the end of the name, which begins at Start
	ValueStart, ValueEnd int // the value, without white space around it
}

// field adds the field in the line from start to end. It returns false if it is no field.
func (h *Head) field(start, end int) bool {
	colon := bytes.IndexByte(h.Raw[start:end], ':')
	if colon <= 0 {
		return false
	}
	f := Field{Start: start, End: end}
	if _, f.NameEnd = trim(h.Raw, start, start+colon); f.NameEnd == start {
		return false
	}
	f.ValueStart, f.ValueEnd = trim(h.Raw, start+colon+1, end)
	h.Fields = append(h.Fields, f)
	return true
}

// trim returns the span from start to end without white space around it.
func trim(p []byte, start, end int) (from, to int) {
	for end > start && isSpace(p[end-1]) {
		end--
	}
	for start < end && isSpace(p[start]) {
		start++
	}
	return start, end
}

func isSpace(b byte) bool { return isBlank(b) || b == '\r' || b == '\n' }
func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// Name returns the name of a field, as it is written.
func (h *Head) Name(f Field) []byte { return h.Raw[f.Start:f.NameEnd] }

// Is reports whether a field has the name, in any case.
func (h *Head) Is(f Field, name string) bool {
	return f.NameEnd-f.Start == len(name) && strings.EqualFold(string(h.Name(f)), name)
}

// Value returns the value of a field: lines that continue it are joined by a space, and NUL is
// removed.
func (h *Head) Value(f Field) string {
	v := h.Raw[f.ValueStart:f.ValueEnd]
	if bytes.IndexByte(v, '\n') < 0 && bytes.IndexByte(v, 0) < 0 {
		return string(v)
	}
	var out strings.Builder
	for line := range bytes.Lines(v) {
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		from, to := trim(line, 0, len(line))
		out.Write(line[from:to])
	}
	return strings.ReplaceAll(out.String(), "\x00", "")
}

// Values yields the fields with the name, and their values.
func (h *Head) Values(name string) iter.Seq2[Field, string] {
	return func(yield func(Field, string) bool) {
		for _, f := range h.Fields {
			if h.Is(f, name) && !yield(f, h.Value(f)) {
				return
			}
		}
	}
}

// Get returns the value of the first field with the name, or an empty string.
func (h *Head) Get(name string) string {
	for _, v := range h.Values(name) {
		return v
	}
	return ""
}

// tokens returns the elements of the lists in all fields with the name, in lower case, without
// empty elements (RFC 9110 section 5.6.1).
func (h *Head) tokens(name string) (list []string) {
	for _, v := range h.Values(name) {
		for element := range strings.SplitSeq(v, ",") {
			if element = strings.Trim(element, " \t"); element != "" {
				list = append(list, strings.ToLower(element))
			}
		}
	}
	return list
}
