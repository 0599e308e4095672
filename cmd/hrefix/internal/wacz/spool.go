package wacz

import (
	"errors"
	"io"

	"github.com/hrefix/hrefix/internal/tempfile"
)

// A Spool is a temporary file with the content of a file that can be read only once.
type Spool struct {
	*tempfile.File
	Size int64
}

// NewSpool reads a file to its end, and returns its content, which must be closed.
func NewSpool(file io.Reader) (*Spool, error) {
	f, err := tempfile.New()
	if err != nil {
		return nil, err
	}
	s := &Spool{File: f}
	if s.Size, err = io.Copy(f, file); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}
