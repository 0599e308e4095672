package gzip

import (
	"encoding/binary"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/hrefix/hrefix/internal/container/units"
)

// An inflater reads the text of one member after the other. Start reads a
// header, then Read the text and the trailer.
type inflater struct {
	cur  *units.Cursor
	head header
	data io.ReadCloser // of package flate
	sum  uint32
	size uint32
}

// Start implements [units.Decoder].
func (z *inflater) Start() (hasText bool, err error) {
	if err := z.head.read(z.cur); err != nil {
		return false, err
	}
	z.sum, z.size = 0, 0
	if z.data == nil {
		z.data = flate.NewReader(z.cur.Reader)
		return true, nil
	}
	return true, z.data.(flate.Resetter).Reset(z.cur.Reader, nil)
}

// A model is what a new member takes over from the one before it.
type model struct {
	level byte // the field XFL
	sized bool // there is a size, as in BGZF
}

// Model implements [units.Modeler].
func (z *inflater) Model() any {
	return model{z.head.raw[levelByte], len(z.head.sizes) > 0}
}

// Read returns text or an error: io.EOF after the trailer.
func (z *inflater) Read(p []byte) (int, error) {
	n, err := z.data.Read(p)
	if n > 0 {
		z.sum = crc32.Update(z.sum, crc32.IEEETable, p[:n])
		z.size += uint32(n)
		return n, nil // the error comes again
	}
	if err == io.EOF {
		return 0, z.trailer()
	}
	return 0, inflateError(err)
}

// trailer reads CRC32 and ISIZE (section 2.3.1).
func (z *inflater) trailer() error {
	var b [8]byte
	if _, err := io.ReadFull(z.cur, b[:]); err != nil {
		return units.NoEOF(err)
	}
	switch {
	case binary.LittleEndian.Uint32(b[:]) != z.sum:
		return ErrChecksum
	case binary.LittleEndian.Uint32(b[4:]) != z.size:
		return ErrLength
	}
	return io.EOF
}
