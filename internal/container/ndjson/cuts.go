package ndjson

import (
	"bufio"
	"bytes"
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
)

// begins reports whether a part of a file can begin with text: whether a line begins there.
func begins(_, text []byte) (ok, more bool) { return len(text) > 0, true }

// find returns the first offset in text, at or after from, at which a line begins, or -1.
func find(_, text []byte, from int) int {
	at := max(0, from-1)
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return -1
}

// places yields the offsets at which lines begin, except the first.
func places(text io.Reader, _ []byte, _ format.Options) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		r := bufio.NewReaderSize(text, 64<<10)
		for at, ended := int64(0), false; ; {
			line, err := r.ReadSlice('\n')
			switch {
			case err != nil && err != bufio.ErrBufferFull && err != io.EOF:
				yield(0, err)
				return
			case len(line) == 0:
				return
			case ended && !yield(at, nil):
				return
			}
			at, ended = at+int64(len(line)), err == nil
		}
	}
}
