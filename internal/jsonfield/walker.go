package jsonfield

import (
	"bytes"
	"math/bits"
	"slices"
	"strconv"

	"github.com/hrefix/hrefix/internal/jsonscan"
	"github.com/hrefix/hrefix/internal/view"
)

// A String is a string that a field names.
type String struct {
	Start, End int // the content of the string in the text, without the quotes
	Field      int // the number of the field in the Set, from 0
	Scope      int // the number of the innermost [BaseString] around the string, from 1; 0 if there is none
}

// A BaseString is a string that gives the base to the strings in its object.
type BaseString struct {
	Start, End int // the content of the string in the text, without the quotes
	Field      int // the number of the field in the Set, from 0
	Outer      int // the number of the BaseString around the object, from 1; 0 if there is none

	object int // the number of the object
}

// A Walker finds the strings of a text. [Walker.Reset] makes it ready. Its memory is used again
// for the next text.
type Walker struct {
	// Bases are all BaseStrings of the text, in the order in which their objects begin. Outer
	// is set when Next has reached the object.
	Bases []BaseString
	// Fault says what is wrong with the text at the offset FaultAt. It is empty if the text is
	// valid.
	Fault   string
	FaultAt int
	// Containers has a bit for each field that names an array or object.
	Containers uint64
	// Tick is called for each value; nil calls nothing.
	Tick func()

	set     *Set
	text    []byte
	scanner jsonscan.Scanner
	frames  []frame
	objects int // the number of objects so far that may have a BaseString
	next    int // the number of Bases whose objects have begun
	name    view.JSON
}

// A frame is an open object or array that some of the fields lead into.
type frame struct {
	live       uint64 // a bit for each of these fields
	member     uint64 // the fields that lead to the current member or element
	array      bool
	index      int // the index of the current element
	start, end int // the name of the current member
	scope      int // the number of the BaseString for the strings in the frame, or 0
	outer      int // the number of the BaseString around the frame, or 0
	object     int // the number of the object among the objects that may have a BaseString, or 0
	base       int // the number of its BaseString while collect runs, or 0
}

// Reset makes w find the strings of text that set names. It reads the text once: a text that is not
// valid has no strings.
func (w *Walker) Reset(set *Set, text []byte) {
	w.set, w.text, w.Bases, w.Fault = set, text, w.Bases[:0], ""
	w.Containers = 0
	w.Rewind()
	w.collect()
	w.Rewind()
}

// collect sets Bases, and Fault if the text is not valid. It reads the whole text.
func (w *Walker) collect() {
	for {
		fields, ok := w.step()
		if !ok {
			break
		}
		if fields&w.set.bases == 0 {
			continue
		}
		i := bits.TrailingZeros64(fields)
		if w.set.fields[i].Role != Base {
			continue
		}
		f := &w.frames[len(w.frames)-1]
		b := BaseString{Start: w.scanner.Start, End: w.scanner.End, Field: i, object: f.object}
		if f.base > 0 { // the last BaseString of an object counts
			w.Bases[f.base-1] = b
			continue
		}
		w.Bases = append(w.Bases, b)
		f.base = len(w.Bases)
	}
	slices.SortFunc(w.Bases, func(a, b BaseString) int { return a.object - b.object })
}

// Rewind makes w begin again with the first string.
func (w *Walker) Rewind() {
	w.scanner.Reset(w.text)
	w.frames, w.objects, w.next = w.frames[:0], 0, 0
}

// Next returns the next string. ok is false after the last string.
func (w *Walker) Next() (s String, ok bool) {
	if w.Fault != "" {
		return s, false
	}
	for {
		fields, ok := w.step()
		if !ok {
			return s, false
		}
		if fields == 0 {
			continue
		}
		s = String{Start: w.scanner.Start, End: w.scanner.End, Field: bits.TrailingZeros64(fields)}
		top := &w.frames[len(w.frames)-1]
		if s.Scope = top.scope; w.set.fields[s.Field].Role == Base {
			s.Scope = top.outer
		}
		return s, true
	}
}

// step reads one token. If it is a string, fields has a bit for each field that names it. ok is false
// after the last token.
func (w *Walker) step() (fields uint64, ok bool) {
	if w.Tick != nil {
		w.Tick()
	}
	switch kind := w.scanner.Next(); kind {
	case jsonscan.End:
		return 0, false
	case jsonscan.Invalid:
		w.Fault, w.FaultAt = w.scanner.Fault, w.scanner.Start
		return 0, false
	case jsonscan.BeginObject, jsonscan.BeginArray:
		w.open(kind == jsonscan.BeginArray)
	case jsonscan.EndObject, jsonscan.EndArray:
		w.frames = w.frames[:len(w.frames)-1]
	case jsonscan.Name:
		top := &w.frames[len(w.frames)-1]
		top.start, top.end = w.scanner.Start, w.scanner.End
		top.member = w.set.named(top.live, len(w.frames)-1, w.decoded(top.start, top.end))
	case jsonscan.String:
		return w.set.ending(w.value(), len(w.frames)), true
	case jsonscan.Literal:
		w.value()
	}
	return 0, true
}

// value returns the fields whose paths lead to, or through, the value that the last token is or
// begins.
func (w *Walker) value() uint64 {
	if len(w.frames) == 0 {
		return 1<<len(w.set.fields) - 1
	}
	top := &w.frames[len(w.frames)-1]
	if top.array {
		top.index++
		var buf [20]byte
		top.member = w.set.named(top.live, len(w.frames)-1, strconv.AppendInt(buf[:0], int64(top.index), 10))
	}
	return top.member
}

// open adds the frame of an object or array, or skips it if no field leads into it.
func (w *Walker) open(array bool) {
	here := w.value()
	ending := w.set.ending(here, len(w.frames))
	w.Containers |= ending
	live := here &^ ending
	if live == 0 { // skip it; after Invalid, the next token is the same
		for depth := w.scanner.Depth - 1; w.scanner.Depth > depth && w.scanner.Next() != jsonscan.Invalid; {
		}
		return
	}
	f := frame{live: live, array: array, index: -1}
	if n := len(w.frames); n > 0 {
		f.outer = w.frames[n-1].scope
	}
	f.scope = f.outer
	if w.set.ending(live&w.set.bases, len(w.frames)+1) != 0 {
		w.objects++
		f.object = w.objects
		if w.next < len(w.Bases) && w.Bases[w.next].object == f.object {
			w.Bases[w.next].Outer = f.outer
			w.next++
			f.scope = w.next
		}
	}
	w.frames = append(w.frames, f)
}

// decoded returns the content text[start:end] of a string, decoded. It is valid until the next
// call.
func (w *Walker) decoded(start, end int) []byte {
	raw := w.text[start:end]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	w.name.Reset(w.text, start, end)
	return w.name.Text()
}

// maxPointer is the length in bytes from which on a pointer, or a name in it, is shortened.
const maxPointer = 256

// AppendPointer appends the JSON Pointer of the string that Next returned last to dst.
func (w *Walker) AppendPointer(dst []byte) []byte {
	from := len(dst)
	for i := range w.frames {
		if len(dst)-from > maxPointer {
			return append(dst, "/..."...)
		}
		dst = w.appendSegment(append(dst, '/'), &w.frames[i])
	}
	return dst
}

// appendSegment appends the segment of the current member of f.
func (w *Walker) appendSegment(dst []byte, f *frame) []byte {
	if f.array {
		return strconv.AppendInt(dst, int64(f.index), 10)
	}
	end := min(f.end, f.start+maxPointer)
	for _, c := range w.decoded(f.start, end) {
		switch c {
		case '~':
			dst = append(dst, "~0"...)
		case '/':
			dst = append(dst, "~1"...)
		default:
			dst = append(dst, c)
		}
	}
	if end < f.end {
		dst = append(dst, "..."...)
	}
	return dst
}

// Key returns the decoded name of the member that the string which Next returned last is the value
// of. For an element of an array, that is the name of the array, which may be empty. The result is
// valid until the next call of a method.
func (w *Walker) Key() []byte {
	for i := len(w.frames) - 1; i >= 0; i-- {
		if f := &w.frames[i]; !f.array {
			return w.decoded(f.start, min(f.end, f.start+maxPointer))
		}
	}
	return nil
}
