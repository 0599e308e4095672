package gzip

import (
	"errors"
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// Coding is the row of gzip in the table of package container.
var Coding = format.Coding{
	Name:      "gzip",
	Extension: ".gz",
	Magic:     Detect,
	Open: func(file io.Reader, o format.Options) format.Decoder {
		return NewReader(file, o.Limits)
	},
	Hold: func(file io.Reader) (format.Held, error) { return Hold(file) },
}

// Limits bound the text of a file.
type Limits = format.Limits

// Rewrite returns a Writer to w of what r reads, as [NewWriter] does.
func (r *Reader) Rewrite(w io.Writer) format.Writer { return NewWriter(w, r) }

// Advice says what to do with a file that is cut short or corrupt. It returns an
// empty string for errors of reading the file, and of limits.
func (e *Error) Advice() string {
	for _, data := range []error{io.ErrUnexpectedEOF, ErrHeader, ErrCorrupt, ErrChecksum, ErrLength} {
		if errors.Is(e.Err, data) {
			return "get a whole copy, or take what gzip -dc gets out of it"
		}
	}
	return ""
}
