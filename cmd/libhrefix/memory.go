package main

// #include <stdlib.h>
// #include "call.h"
import "C"

import (
	"io"
	"unsafe"
)

// bytesOf returns the bytes of a text, without a copy.
func bytesOf(t C.hrefix_text) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(t.data)), int(t.size))
}

// stringOf returns a copy of a text.
func stringOf(t C.hrefix_text) string { return string(bytesOf(t)) }

// newText gives a result a text of a size, with a NUL after it. The caller writes it.
func newText(result *C.hrefix_result, size int) ([]byte, error) {
	memory := C.hrefix_resize(nil, C.size_t(size)+1)
	if memory == nil {
		return nil, errMemory
	}
	text := unsafe.Slice((*byte)(memory), size+1)
	text[size] = 0
	result.text = C.hrefix_text{data: (*C.char)(memory), size: C.size_t(size)}
	return text[:size], nil
}

// release frees the memory of a result.
func release(result *C.hrefix_result) {
	C.free(unsafe.Pointer(result.links))
	C.free(unsafe.Pointer(result.text.data))
	*result = C.hrefix_result{}
}

// A sink writes into memory of a known size.
type sink struct{ rest []byte }

func (s *sink) Write(b []byte) (int, error) {
	n := copy(s.rest, b)
	s.rest = s.rest[n:]
	if n < len(b) {
		return n, io.ErrShortWrite
	}
	return n, nil
}

// A block is memory of C that grows. Its elements have no pointers to memory of Go.
type block[T any] struct {
	first *T
	n, m  int // the number of elements, and for how many there is room
}

// grow makes room for more elements, and returns them.
func (b *block[T]) grow(more int) ([]T, error) {
	if b.n+more > b.m {
		m := max(b.n+more, b.m+b.m/2, 64)
		memory := C.hrefix_resize(unsafe.Pointer(b.first), C.size_t(m)*C.size_t(unsafe.Sizeof(*b.first)))
		if memory == nil {
			return nil, errMemory
		}
		b.first, b.m = (*T)(memory), m
	}
	b.n += more
	return unsafe.Slice(b.first, b.n)[b.n-more:], nil
}

// used returns the elements.
func (b *block[T]) used() []T { return unsafe.Slice(b.first, b.n) }

func (b *block[T]) release() {
	C.free(unsafe.Pointer(b.first))
	*b = block[T]{}
}
