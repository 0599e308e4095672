package pack

import (
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
)

// plainForm is the form of a file without a coding. Its units are the pieces in which the file is held and
// copied.
var plainForm = form{
	name:    "file",
	unit:    "piece",
	decoder: func(c *cursor) decoder { return &pieces{in: c} },
	encoder: func(w io.Writer) encoder { return copier{w} },
}

// Plain returns a Reader of a file without a coding, for a format with [format.Format].Encoded. Its errors
// come from the file.
func Plain(file io.Reader) *Reader {
	return newReader(file, format.Limits{Size: math.MaxInt64}, &plainForm)
}

// pieceSize is the size of a piece. The last piece is shorter.
const pieceSize = 64 << 10

// pieces reads one piece after the other.
type pieces struct {
	in   *cursor
	left int
}

func (p *pieces) start() (hasText bool, err error) {
	p.left = pieceSize
	_, err = p.in.Peek(1)
	return true, err
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.left == 0 {
		return 0, io.EOF
	}
	n, err := p.in.Read(b[:min(len(b), p.left)])
	p.left -= n
	return n, err
}

func (*pieces) level() byte { return 0 }

// A copier writes pieces.
type copier struct{ io.Writer }

func (copier) begin(decoder, byte) error { return nil }
func (copier) Close() error              { return nil }
