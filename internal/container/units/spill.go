package units

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A spill is a temporary file with the bytes of a tape from base on.
type spill struct {
	file  *os.File
	base  int64
	named bool // the file could not be removed while open
}

func newSpill(p []byte, base int64) (*spill, error) {
	f, err := os.CreateTemp("", "hrefix-*.tmp")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // users do not know the name
		}
		return nil, fmt.Errorf("holding compressed data: no temporary file in %s: %w: set TMPDIR to a directory that can be written", os.TempDir(), err)
	}
	s := &spill{file: f, base: base, named: os.Remove(f.Name()) != nil}
	if err := s.write(p, base); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// write writes the bytes of the tape at off.
func (s *spill) write(p []byte, off int64) error {
	if _, err := s.file.WriteAt(p, off-s.base); err != nil {
		return fmt.Errorf("holding compressed data: %w", err)
	}
	return nil
}

// read reads all of p at off.
func (s *spill) read(p []byte, off int64) error {
	if n, err := s.file.ReadAt(p, off-s.base); n < len(p) {
		return fmt.Errorf("compressed data that was held: %w", NoEOF(err))
	}
	return nil
}

func (s *spill) close() error {
	err := s.file.Close()
	if s.named {
		err = errors.Join(err, os.Remove(s.file.Name()))
	}
	if err != nil {
		return fmt.Errorf("holding compressed data: %w", err)
	}
	return nil
}
