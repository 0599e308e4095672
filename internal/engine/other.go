package engine

import (
	"bytes"
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/filekind"
)

// chunks yields a source that is not a document in pieces of 64 KiB, so that it can be
// copied without holding it in memory.
func chunks(r io.Reader) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		buf := make([]byte, detect.HeadSize)
		src := &patient{r: r}
		for at := int64(0); ; {
			n, err := fill(src, buf)
			fault := unlessEnd(err)
			if (n > 0 || at == 0 || fault != nil) && !yield(Piece{Offset: at, Source: buf[:n]}, fault) || err != nil {
				return
			}
			at += int64(n)
		}
	}
}

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

// noteOther notes the kind of a source that is not a document.
func (s *sourceWalk) noteOther(head []byte) {
	kind := filekind.Of("", head[:min(len(head), detect.HeadSize)])
	text := kind.Name + ", left as it is"
	if advice := kind.Advice(); advice != "" {
		text += ": " + advice
	}
	s.documents.note(reason.OtherFile.Code, "", 0, text)
}
