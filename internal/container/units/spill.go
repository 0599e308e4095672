package units

import (
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/internal/tempfile"
)

// A spill is a temporary file with the bytes of a tape from base on.
type spill struct {
	file *tempfile.File
	base int64
}

func newSpill(p []byte, base int64) (*spill, error) {
	f, err := tempfile.New()
	if err != nil {
		return nil, fmt.Errorf("holding compressed data: %w", err)
	}
	s := &spill{file: f, base: base}
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
	if err := s.file.Close(); err != nil {
		return fmt.Errorf("holding compressed data: %w", err)
	}
	return nil
}
