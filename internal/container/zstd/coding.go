package zstd

import (
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/units"
)

// Coding is the row of Zstandard in the table of package container.
var Coding = format.Coding{
	Name:      "zstd",
	Extension: ".zst",
	Short:     map[string]string{".tzst": ".tar"},
	Magic:     Detect,
	Open: func(file io.Reader, o format.Options) format.Decoder {
		return NewReader(file, o.Limits)
	},
	Hold:   func(file io.Reader) (format.Held, error) { return units.Hold(file) },
	Unit:   func(p []byte) int { return bytes.Index(p, []byte(magic)) },
	Prefix: dictionaryPrefix,
}

// The errors of a file, for errors.Is. If the file ends too early, the error is
// io.ErrUnexpectedEOF.
var (
	ErrHeader     = errors.New("not a valid Zstandard header")
	ErrCorrupt    = errors.New("the compressed data is corrupt")
	ErrChecksum   = errors.New("the compressed data is corrupt: the checksum does not match")
	ErrDictionary = errors.New("the compressed data needs a dictionary, which the file does not have")
	ErrWindow     = errors.New("the compressed data needs a window of more than 128 MiB")
)

// NewReader returns a Reader of the file in r. Close must be called.
func NewReader(r io.Reader, limits format.Limits) *units.Reader {
	f := new(file)
	return units.NewReader(r, limits, &units.Form{
		Name:    "zstd",
		Unit:    "frame",
		Decoder: func(c *units.Cursor) units.Decoder { return &decoder{file: f, frame: frame{in: c}} },
		Encoder: func(w io.Writer) units.Encoder { return &encoder{file: f, out: w} },
		Faults:  []error{ErrHeader, ErrCorrupt, ErrChecksum, ErrDictionary, ErrWindow},
		Advice:  "get a whole copy, or take what zstd -dc gets out of it",
	})
}

// A file is what the decoders and encoders of a file share.
type file struct {
	dictionary []byte // or nil
	id         uint32 // of the dictionary
}

// load takes the dictionary from the content of a dictionary frame. Content that is no dictionary
// is ignored.
func (f *file) load(content []byte) {
	if string(content[:min(4, len(content))]) == magic {
		content = decompress(content)
	}
	if info, err := zstd.InspectDictionary(content); err == nil {
		f.dictionary, f.id = content, info.ID()
	}
}

// decompress returns a compressed dictionary, or nil if it is not valid.
func decompress(content []byte) []byte {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDictionary))
	if err != nil {
		return nil
	}
	defer r.Close()
	out, err := r.DecodeAll(content, nil)
	if err != nil {
		return nil
	}
	return out
}
