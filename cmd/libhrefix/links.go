package main

// #include "call.h"
import "C"

import (
	"unsafe"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/rewrite"
)

// nTexts is the number of texts of a link.
const nTexts = 9

// texts returns the texts of a link for C, in the order of their fields.
func texts(l *C.hrefix_link) *[nTexts]C.hrefix_text {
	return (*[nTexts]C.hrefix_text)(unsafe.Pointer(l)) // the texts come first in the struct
}

// textsOf returns the texts of a link in the same order.
func textsOf(l *rewrite.Link) [nTexts]string {
	return [...]string{l.Part, l.Element, l.Attr, l.Ref, l.Target, l.Base.String(), l.Base.From, l.Reason.Code, l.Reason.Text}
}

var statuses = map[rewrite.Status]C.int32_t{
	rewrite.Unresolved: C.HREFIX_UNRESOLVED,
	rewrite.Absolute:   C.HREFIX_ABSOLUTE,
	rewrite.Resolved:   C.HREFIX_RESOLVED,
	rewrite.Left:       C.HREFIX_LEFT,
	rewrite.Relative:   C.HREFIX_RELATIVE,
}

var layers = map[base.Layer]C.int32_t{
	base.Default:       C.HREFIX_DEFAULT_LAYER,
	base.Embedded:      C.HREFIX_EMBEDDED,
	base.Encapsulating: C.HREFIX_ENCAPSULATING,
	base.Retrieval:     C.HREFIX_RETRIEVAL,
}

// A list is the links of a source, in memory of C. The texts of a link are offsets into chars until
// finish makes pointers of them, because chars moves when it grows.
type list struct {
	links block[C.hrefix_link]
	chars block[byte]
	last  [nTexts]string // the texts of the last link
	spans [nTexts]span   // the spans of the texts in chars
}

type span struct{ start, size int }

// add adds a link. Texts that equal the texts of the last link share their memory.
func (s *list) add(l *rewrite.Link) error {
	for i, text := range textsOf(l) {
		if text == s.last[i] {
			continue
		}
		s.spans[i] = span{s.chars.n, len(text)}
		s.last[i] = text
		to, err := s.chars.grow(len(text))
		if err != nil {
			return err
		}
		copy(to, text)
	}
	to, err := s.links.grow(1)
	if err != nil {
		return err
	}
	setNumbers(&to[0], l)
	for i, span := range s.spans {
		setText(&texts(&to[0])[i], uintptr(span.start), span.size)
	}
	return nil
}

// setNumbers sets the fields that are not texts.
func setNumbers(to *C.hrefix_link, l *rewrite.Link) {
	to.message, to.offset = C.uint64_t(l.Message), C.uint64_t(l.Offset)
	to.status, to.layer = statuses[l.Status], layers[l.Base.Layer]
}

// setText sets a text in memory of C. start may be an offset.
func setText(to *C.hrefix_text, start uintptr, size int) {
	*address(to) = start
	to.size = C.size_t(size)
}

// address returns the place of a text's address, as a number: Go does not accept offsets in
// pointers.
func address(t *C.hrefix_text) *uintptr { return (*uintptr)(unsafe.Pointer(&t.data)) }

// finish moves the list into a result.
func (s *list) finish(result *C.hrefix_result) error {
	end, err := s.chars.grow(1)
	if err != nil {
		return err
	}
	end[0] = 0
	start := uintptr(unsafe.Pointer(s.chars.first))
	for i := range s.links.used() {
		for j := range nTexts {
			t := &texts(&s.links.used()[i])[j]
			setText(t, start+*address(t), int(t.size))
		}
	}
	result.text = C.hrefix_text{data: (*C.char)(unsafe.Pointer(s.chars.first)), size: C.size_t(s.chars.n - 1)}
	result.links, result.count = s.links.first, C.size_t(s.links.n)
	*s = list{}
	return nil
}

func (s *list) release() {
	s.links.release()
	s.chars.release()
}

// listLinks is hrefix_links.
func listLinks(c *C.hrefix_call) error {
	rw, err := known.get(stringOf(c.base), stringOf(c.options))
	if err != nil {
		return err
	}
	var all list
	defer all.release()
	for l := range rw.Links(bytesOf(c.in)) {
		if err := all.add(l); err != nil {
			return err
		}
	}
	return all.finish(c.result)
}
