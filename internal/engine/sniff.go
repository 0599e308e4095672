package engine

import (
	"bufio"
	"bytes"
	"io"
)

// sniffed is the number of bytes of a source that [Sniff] reads.
const sniffed = 64 << 10

// Sniff returns the type of the source in r by its name and content, as [DetectType] does, and a
// reader of the whole source. known is whether the source is known to be a document. src is r
// itself if r is a [bytes.Reader] or a [bufio.Reader] of at least 64 KiB. If reading fails, src is
// another reader, which fails at the same byte.
func Sniff(name string, r io.Reader) (t Type, known bool, src io.Reader) {
	return SniffIn("", name, r)
}

// SniffIn is [Sniff] for a source whose charset is known: see [DetectTypeIn].
func SniffIn(charset, name string, r io.Reader) (t Type, known bool, src io.Reader) {
	return (&Options{Charset: charset}).sniff(name, r)
}

// sniff is [Sniff] with options.
func (o *Options) sniff(name string, r io.Reader) (t Type, known bool, src io.Reader) {
	if r, ok := r.(*bytes.Reader); ok {
		text := unread(r)
		t, known = o.detect(name, text[:min(len(text), sniffed)])
		return t, known, r
	}
	buf := bufio.NewReaderSize(r, sniffed)
	head, err := buf.Peek(sniffed)
	t, known = o.detect(name, head)
	if unlessEnd(err) != nil { // the buffer would return the error only once
		return t, known, io.MultiReader(bytes.NewReader(bytes.Clone(head)), fault{err})
	}
	return t, known, buf
}

// A fault is a reader that fails.
type fault struct{ err error }

// Read implements [io.Reader].
func (f fault) Read([]byte) (int, error) { return 0, f.err }
