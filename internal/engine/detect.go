package engine

import (
	"bufio"
	"bytes"
	"io"

	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// Detect returns the type of a document by its name and its head, and how it was found: see package detect. With
// Options.JSONFields, JSON text is a document.
func (o *Options) Detect(name string, head []byte) detect.Detection {
	if len(o.JSONFields) > 0 {
		return detect.OfJSON(o.Charset, name, head)
	}
	return detect.Of(o.Charset, name, head)
}

// sniff returns the type of the source in r by its content, and a reader of the whole source. src is r
// itself if r is a [bytes.Reader] or a [bufio.Reader] of at least 64 KiB. If reading fails, src is
// another reader, which fails at the same byte.
func (o *Options) sniff(r io.Reader) (t detect.Type, src io.Reader) {
	if r, ok := r.(*bytes.Reader); ok {
		text := unread(r)
		return o.Detect("", text[:min(len(text), detect.HeadSize)]).Type, r
	}
	buf := bufio.NewReaderSize(r, detect.HeadSize)
	head, err := buf.Peek(detect.HeadSize)
	t = o.Detect("", head).Type
	if unlessEnd(err) != nil { // the buffer would return the error only once
		return t, io.MultiReader(bytes.NewReader(bytes.Clone(head)), fault{err})
	}
	return t, buf
}

// A fault is a reader that fails.
type fault struct{ err error }

// Read implements [io.Reader].
func (f fault) Read([]byte) (int, error) { return 0, f.err }

// otherKind returns the kind of the file that a part of a message holds, if its magic says that it
// is not a document, whatever its media type is. Documents mostly begin with "<" or white space,
// unlike nearly every magic, so the table is not searched for them. Data that is text, such as
// JSON, is read as the type that the message names, and encodings have notes of their own.
func otherKind(text []byte) (kind filekind.Kind, ok bool) {
	if len(text) == 0 || bytes.IndexByte([]byte("< \t\r\n"), text[0]) >= 0 {
		return filekind.Kind{}, false
	}
	kind, ok = filekind.Magic(text[:min(len(text), detect.HeadSize)])
	return kind, ok && kind.Group != filekind.Data && kind.Group != filekind.Encoding
}
