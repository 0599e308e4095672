package zip

import (
	"bytes"
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/tempfile"
)

// A file is the content of a zip file, which can be read at any offset.
type file struct {
	from  io.ReaderAt
	size  int64
	spool *tempfile.Spool // the spool of a file that can be read only once, or nil
	at    int64           // the start of the last read
	err   error           // the first error of reading
}

// inMemory is how many bytes of a file that can be read only once are kept in memory. A larger file
// is copied to a temporary file.
const inMemory = 1 << 20

// open makes a file readable at any offset. It copies a file that can be read only once.
func open(from io.Reader) (*file, error) {
	if r, ok := format.Random(from); ok {
		return &file{from: r, size: r.Size()}, nil
	}
	var start bytes.Buffer
	if n, err := io.CopyN(&start, from, inMemory); err == io.EOF {
		return &file{from: bytes.NewReader(start.Bytes()), size: n}, nil
	} else if err != nil {
		return nil, err
	}
	spool, err := tempfile.NewSpool(io.MultiReader(&start, from))
	if err != nil {
		return nil, err
	}
	return &file{from: spool, size: spool.Size, spool: spool}, nil
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

// ReadAt implements [io.ReaderAt]. It stores the error of reading, since archive/zip may report the error
// as a broken file. A file that has become shorter is an error, too.
func (f *file) ReadAt(b []byte, at int64) (int, error) {
	f.at = at
	if at < 0 || at >= f.size {
		return 0, io.EOF
	}
	n, err := f.from.ReadAt(b, at)
	if n < len(b) && at+int64(n) < f.size && f.err == nil {
		f.err = err
		if err == nil || err == io.EOF {
			f.err = io.ErrUnexpectedEOF
		}
	}
	return n, err
}

// read returns n bytes at an offset, or fewer at the end of the file. An error is in f.err.
func (f *file) read(at, n int64) []byte {
	b := make([]byte, n)
	k, _ := f.ReadAt(b, at)
	return b[:k]
}
