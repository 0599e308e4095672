package main

// #include "call.h"
import "C"

import (
	"fmt"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/hrefix/hrefix/rewrite"
)

// An asker asks the callback of a call.
type asker struct {
	call  *C.hrefix_call
	chars block[byte] // the texts of the link
	err   error
}

// decide is rewrite.Options.Decide. After an error, links stay as they are.
func (a *asker) decide(l *rewrite.Link) rewrite.Decision {
	if a.err == nil {
		a.err = a.show(l)
	}
	if a.err != nil {
		return rewrite.Keep()
	}
	switch C.hrefix_ask(a.call) {
	case C.HREFIX_DEFAULT:
		return rewrite.Default()
	case C.HREFIX_KEEP:
		return rewrite.Keep()
	case C.HREFIX_REPLACE:
		url := stringOf(a.call.url)
		if isURL(url) {
			return rewrite.Replace(url)
		}
		a.err = fmt.Errorf("%w: %.80q for the link %.80q", errAnswer, url, l.Ref)
		return rewrite.Keep()
	}
	a.err = errStopped
	return rewrite.Keep()
}

// isURL reports whether a callback may answer with a text. Readers of a document change other texts, so the
// engine would leave them out without an error.
func isURL(text string) bool {
	control := func(r rune) bool { return r < ' ' || r == 0x7f }
	return text != "" && utf8.ValidString(text) && !strings.ContainsFunc(text, control) && strings.Trim(text, " ") == text
}

// show copies a link into the call.
func (a *asker) show(l *rewrite.Link) error {
	all := textsOf(l)
	size := 0
	for _, text := range all {
		size += len(text)
	}
	a.chars.n = 0
	to, err := a.chars.grow(size)
	if err != nil {
		return err
	}
	setNumbers(&a.call.link, l)
	for i, text := range all {
		texts(&a.call.link)[i] = C.hrefix_text{data: (*C.char)(unsafe.Pointer(unsafe.SliceData(to))), size: C.size_t(len(text))}
		to = to[copy(to, text):]
	}
	return nil
}
