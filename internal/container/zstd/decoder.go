package zstd

import (
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A decoder decodes frames. It implements [units.Decoder].
type decoder struct {
	*file
	frame   frame
	skipped bool // the frame is a skippable one
	lib     *zstd.Decoder
}

// Start implements [units.Decoder].
func (d *decoder) Start() (hasText bool, err error) {
	d.skipped, err = d.frame.start(d.load)
	switch {
	case err != nil || d.skipped:
		return false, err
	case d.frame.window > maxWindow:
		return true, ErrWindow
	case d.frame.id != 0 && (d.dictionary == nil || d.frame.id != d.id):
		return true, ErrDictionary
	}
	return true, d.reset()
}

// reset makes the library read the frame.
func (d *decoder) reset() (err error) {
	if d.lib != nil {
		return d.lib.Reset(&d.frame)
	}
	options := []zstd.DOption{
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow),
	}
	if d.dictionary != nil {
		options = append(options, zstd.WithDecoderDicts(d.dictionary))
	}
	d.lib, err = zstd.NewReader(&d.frame, options...)
	return err
}

// Read implements [units.Decoder].
func (d *decoder) Read(p []byte) (int, error) {
	if d.skipped {
		return 0, io.EOF
	}
	n, err := d.lib.Read(p)
	switch {
	case n > 0:
		return n, nil // the error comes again
	case d.frame.err != nil:
		return 0, d.frame.err
	case err == nil || err == io.EOF:
		return 0, err
	case errors.Is(err, zstd.ErrCRCMismatch):
		return 0, ErrChecksum
	}
	return 0, ErrCorrupt
}
