package source

import (
	"io"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// An input reads a file up to its end or an error, and nothing after that: bytes read after an
// error would count as the missing bytes, and on a terminal the user would have to end the input
// twice.
type input struct {
	from  io.Reader
	read  func(int64) // is called with the number of bytes of each read
	err   error       // nil at the end of the file
	ended bool
}

// Read implements [io.Reader].
func (in *input) Read(b []byte) (int, error) {
	if in.err != nil {
		return 0, in.err
	}
	if in.ended {
		return 0, io.EOF
	}
	n, err := in.from.Read(b)
	in.read(int64(n))
	in.ended = err == io.EOF
	if err != nil && err != io.EOF {
		in.err = cause.Of(err)
		err = in.err
	}
	return n, err
}
