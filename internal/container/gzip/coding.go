package gzip

import (
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/units"
)

// Coding is the row of gzip in the table of package container.
var Coding = format.Coding{
	Name:      "gzip",
	Extension: ".gz",
	Short:     map[string]string{".tgz": ".tar", ".taz": ".tar"},
	Magic:     Detect,
	Open: func(file io.Reader, o format.Options) format.Decoder {
		return NewReader(file, o.Limits)
	},
	Hold: func(file io.Reader) (format.Held, error) { return units.Hold(file) },
	Unit: findMember,
}

// form says how package units reads and writes members.
var form = units.Form{
	Name:    "gzip",
	Unit:    "member",
	Decoder: func(c *units.Cursor) units.Decoder { return &inflater{cur: c} },
	Encoder: func(w io.Writer) units.Encoder { return &deflater{out: w} },
	Faults:  []error{ErrHeader, ErrCorrupt, ErrChecksum, ErrLength},
	Passed:  []error{ErrChecksum, ErrLength},
	Magic:   []byte{magic1, magic2, deflated},
	Advice:  "get a whole copy, or take what gzip -dc gets out of it",
}

// Limits bound the text of a file.
type Limits = format.Limits

// A Reader reads the text of a gzip file.
type Reader = units.Reader

// A Writer writes the file that a [Reader] reads, with changes of its text.
type Writer = units.Writer

// NewReader returns a Reader of the file in r. Close must be called.
func NewReader(r io.Reader, limits Limits) *Reader { return units.NewReader(r, limits, &form) }

// NewWriter returns a Writer to w of the file that r reads. It must be called before r.Read, and
// once for each Reader.
func NewWriter(w io.Writer, r *Reader) *Writer { return units.NewWriter(w, r) }
