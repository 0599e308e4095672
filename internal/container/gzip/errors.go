package gzip

import (
	"errors"

	"github.com/klauspost/compress/flate"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/units"
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
type Error = units.Error

// inflateError replaces the errors of package flate, which have offsets of
// their own.
func inflateError(err error) error {
	var corrupt flate.CorruptInputError
	if errors.As(err, &corrupt) {
		return ErrCorrupt
	}
	return err
}
