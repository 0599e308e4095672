// Package tempfile makes temporary files that other programs do not see. On systems that can remove
// an open file, such a file has no name.
package tempfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A File is a temporary file. It must be closed.
type File struct {
	*os.File
	named bool // the file cannot be removed while it is open
}

// New returns an empty temporary file in the directory of [os.TempDir].
func New() (*File, error) {
	f, err := os.CreateTemp("", "hrefix-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("no temporary file in %s: %w: set TMPDIR to a directory that can be written", os.TempDir(), Cause(err))
	}
	return &File{File: f, named: os.Remove(f.Name()) != nil}, nil
}

// Close closes and removes the file.
func (f *File) Close() error {
	err := f.File.Close()
	if f.named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// A Spool is a temporary file with the content of a file that can be read only once.
type Spool struct {
	*File
	Size int64
}

// NewSpool reads a file to its end, and returns its content, which must be closed.
func NewSpool(file io.Reader) (*Spool, error) {
	f, err := New()
	if err != nil {
		return nil, err
	}
	s := &Spool{File: f}
	if s.Size, err = io.Copy(f, file); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Cause returns the cause of an error, without the name of the file, which users do not know.
func Cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
