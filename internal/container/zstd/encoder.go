package zstd

import (
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/hrefix/hrefix/internal/container/units"
)

// frameText is how much text a new frame has at most.
const frameText = 8 << 20

// reserved is a block of the reserved type, the last one of its frame (section 3.1.1.2).
const reserved = "\x07\x00\x00"

// An encoder writes new frames. It implements [units.Encoder].
type encoder struct {
	*file
	out    io.Writer
	lib    *zstd.Encoder
	text   []byte // that is not encoded yet
	buf    []byte // for a frame
	frames int    // how many were written since Begin
}

// Begin implements [units.Encoder]. The new frame takes nothing from the old one.
func (e *encoder) Begin(units.Decoder) error { return e.begin() }

// BeginNew implements [units.Encoder].
func (e *encoder) BeginNew(any) error { return e.begin() }

func (e *encoder) begin() (err error) {
	e.text, e.frames = e.text[:0], 0
	if e.lib != nil {
		return nil
	}
	options := []zstd.EOption{
		zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true),
		zstd.WithSingleSegment(true), // which has the size of the text
	}
	if e.dictionary != nil {
		options = append(options, zstd.WithEncoderDict(e.dictionary))
	}
	e.lib, err = zstd.NewWriter(nil, options...)
	return err
}

// Write implements io.Writer.
func (e *encoder) Write(p []byte) (int, error) {
	written := 0
	for len(e.text)+len(p) > frameText {
		n := frameText - len(e.text)
		e.text = append(e.text, p[:n]...)
		if err := e.flush(); err != nil {
			return written, err
		}
		p = p[n:]
		written += n
	}
	e.text = append(e.text, p...)
	return written + len(p), nil
}

// flush writes a frame.
func (e *encoder) flush() error {
	e.buf = e.lib.EncodeAll(e.text, e.buf[:0])
	e.text = e.text[:0]
	e.frames++
	_, err := e.out.Write(e.buf)
	return err
}

// End implements [units.Encoder].
func (e *encoder) End() error {
	if len(e.text) == 0 && e.frames > 0 {
		return nil
	}
	return e.flush()
}

// LeaveBroken implements [units.Encoder].
func (e *encoder) LeaveBroken() error {
	if len(e.text) == 0 {
		frame := e.lib.EncodeAll(nil, nil)
		_, err := e.out.Write(append(frame[:len(frame)-len(reserved)], reserved...))
		return err
	}
	e.lib.Reset(e.out)
	if _, err := e.lib.Write(e.text); err != nil {
		return err
	}
	if err := e.lib.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(e.out, reserved)
	return err
}
