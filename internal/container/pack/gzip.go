package pack

import (
	"bytes"
	stdgzip "compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"

	"github.com/hrefix/hrefix/internal/container/format"
)

// gzipMagic is the beginning of a member: ID1, ID2 and CM (RFC 1952 section 2.3.1).
const gzipMagic = "\x1f\x8b\x08"

// Gzip is the row of gzip in the table of package container.
var Gzip = format.Coding{
	Name:      "gzip",
	Extension: ".gz",
	Short:     map[string]string{".tgz": ".tar", ".taz": ".tar"},
	Magic:     func(head []byte) bool { return bytes.HasPrefix(head, []byte(gzipMagic)) },
	Open: func(file io.Reader, o format.Options) format.Decoder {
		return newReader(file, o.Limits, &gzipForm)
	},
	UnitMagic: gzipMagic,
}

var gzipForm = form{
	name:    "gzip",
	unit:    "member",
	magic:   gzipMagic,
	advice:  "get a whole copy, or take what gzip -dc gets out of it",
	decoder: func(c *cursor) decoder { return &gunzipper{in: c} },
	encoder: func(w io.Writer) encoder { return &gzipper{out: w} },
}

// A gunzipper decodes members.
type gunzipper struct {
	in  *cursor
	z   gzip.Reader
	xfl byte
}

func (g *gunzipper) start() (hasText bool, err error) {
	const upToXFL = 9
	head, err := g.in.Peek(upToXFL)
	switch {
	case len(head) == 0:
		return false, err
	case !strings.HasPrefix(gzipMagic[:2], string(head[:min(2, len(head))])):
		return false, errOther
	case len(head) == upToXFL:
		g.xfl = head[upToXFL-1]
	}
	if err := g.z.Reset(g.in.Reader); err != nil {
		return false, gzipError(noEOF(err))
	}
	g.z.Multistream(false)
	return true, nil
}

func (g *gunzipper) Read(p []byte) (int, error) {
	n, err := g.z.Read(p)
	if n > 0 {
		return n, nil // the next call returns the error
	}
	return 0, gzipError(err)
}

func (g *gunzipper) level() byte { return g.xfl }

// gzipError returns the fault that an error of the library means, or the error.
func gzipError(err error) error {
	var corrupt flate.CorruptInputError
	var internal flate.InternalError // the library returns this error for some invalid lengths
	switch {
	case err == gzip.ErrHeader:
		return errHeader
	case err == gzip.ErrChecksum:
		return errChecksum
	case errors.As(err, &corrupt), errors.As(err, &internal):
		return errCorrupt
	}
	return err
}

// A gzipper encodes members.
type gzipper struct {
	*stdgzip.Writer
	out io.Writer
	xfl byte // the XFL byte for the Writer
}

// begin begins a member with the level of the field XFL (RFC 1952 section 2.3.1).
func (g *gzipper) begin(old decoder, xfl byte) (err error) {
	level := stdgzip.DefaultCompression
	switch xfl {
	case 2:
		level = stdgzip.BestCompression
	case 4:
		level = stdgzip.BestSpeed
	}
	if g.Writer == nil || g.xfl != xfl {
		g.xfl = xfl
		if g.Writer, err = stdgzip.NewWriterLevel(g.out, level); err != nil {
			return err
		}
	}
	g.Reset(g.out)
	if old != nil {
		g.Header = stdgzip.Header(old.(*gunzipper).z.Header)
		g.Extra = withoutLengths(g.Extra)
	}
	return nil
}

// withoutLengths returns an extra field (RFC 1952 section 2.3.1.1) without the subfields that depend on
// the compressed data: the size of a BGZF member (SAM specification, section 4.1), and the lengths of a
// record in WARC 0.9.
func withoutLengths(extra []byte) (out []byte) {
	for len(extra) > 0 {
		end := len(extra)
		if end >= 4 {
			end = min(end, 4+int(binary.LittleEndian.Uint16(extra[2:])))
		}
		if id := string(extra[:min(end, 2)]); !(id == "BC" && end == 6 || id == "sl" && end == 12) {
			out = append(out, extra[:end]...)
		}
		extra = extra[end:]
	}
	return out
}
