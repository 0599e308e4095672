package wacz

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A Spool is a temporary file with the content of a file that can be read only once.
type Spool struct {
	*os.File
	Size  int64
	named bool // the file could not be removed while it is open
}

// NewSpool reads a file to its end, and returns its content, which must be closed.
func NewSpool(file io.Reader) (*Spool, error) {
	f, err := os.CreateTemp("", "hrefix-*.tmp")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // users do not know the name
		}
		return nil, fmt.Errorf("no temporary file in %s: %w: set TMPDIR to a directory that can be written", os.TempDir(), err)
	}
	s := &Spool{File: f, named: os.Remove(f.Name()) != nil}
	if s.Size, err = io.Copy(f, file); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close removes the temporary file.
func (s *Spool) Close() error {
	err := s.File.Close()
	if s.named {
		err = errors.Join(err, os.Remove(s.Name()))
	}
	return err
}
