package zip

import (
	"bytes"
	"errors"
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/tempfile"
)

// A file is the content of a zip file, which can be read at any offset.
type file struct {
	io.ReaderAt
	size  int64
	spool *tempfile.File // of a file that can be read only once, or nil
}

// inMemory is how many bytes of a file that can be read only once are kept in memory. A larger file
// is copied to a temporary file.
const inMemory = 1 << 20

// open makes a file readable at any offset. It copies a file that can be read only once.
func open(from io.Reader) (*file, error) {
	if r, ok := format.Random(from); ok {
		return &file{ReaderAt: r, size: r.Size()}, nil
	}
	var start bytes.Buffer
	if n, err := io.CopyN(&start, from, inMemory); err == io.EOF {
		return &file{ReaderAt: bytes.NewReader(start.Bytes()), size: n}, nil
	} else if err != nil {
		return nil, err
	}
	spool, err := tempfile.New()
	if err != nil {
		return nil, err
	}
	f := &file{ReaderAt: spool, spool: spool}
	if f.size, err = io.Copy(spool, io.MultiReader(&start, from)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Close removes the temporary file. It does not close the file that was opened.
func (f *file) Close() error {
	if f.spool == nil {
		return nil
	}
	err := f.spool.Close()
	f.spool = nil
	return err
}

// read returns n bytes at an offset.
func (f *file) read(at int64, n int) ([]byte, error) {
	b := make([]byte, n)
	if k, err := f.ReadAt(b, at); k < n {
		return nil, noEOF(err)
	}
	return b, nil
}

// noEOF returns the error of a file that has become shorter.
func noEOF(err error) error {
	if err == nil || err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
