package gzip

import (
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/hrefix/hrefix/internal/container/format"
)

// The errors of a file, for errors.Is. If the file ends too early, the error is
// io.ErrUnexpectedEOF.
var (
	ErrHeader   = errors.New("not a valid gzip header")
	ErrCorrupt  = errors.New("the compressed data is corrupt")
	ErrChecksum = errors.New("the compressed data is corrupt: the checksum does not match")
	ErrLength   = errors.New("the compressed data is corrupt: the length does not match")
	ErrTooLarge = format.ErrTooLarge
)

// An Error is the error of a [Reader], with its place. Err is one of those above,
// io.ErrUnexpectedEOF, or the error of reading the file.
type Error struct {
	Member int64 // offset in the file of the member's first byte
	Offset int64 // offset in the file up to which it was read
	Err    error
}

// Error implements error.
func (e *Error) Error() string {
	err := e.Err
	if err == io.ErrUnexpectedEOF {
		err = errCut
	}
	return fmt.Sprintf("gzip member at byte %d: read up to byte %d: %v", e.Member, e.Offset, err)
}

// errCut is printed instead of io.ErrUnexpectedEOF.
var errCut = errors.New("the file is cut short")

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

var errClosed = fmt.Errorf("gzip: %w", fs.ErrClosed)

// inflateError replaces the errors of compress/flate, which have offsets of
// their own.
func inflateError(err error) error {
	var corrupt flate.CorruptInputError
	if errors.As(err, &corrupt) {
		return ErrCorrupt
	}
	return err
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
