package zstd

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/internal/container/units"
)

const (
	magic           = "\x28\xb5\x2f\xfd" // section 3.1.1
	skippableMagic  = "\x2a\x4d\x18"     // section 3.1.2, after a byte from 0x50 to 0x5f
	dictionaryMagic = 0x5d               // the byte before skippableMagic in a dictionary frame

	maxWindow     = 128 << 20
	maxDictionary = 8 << 20
)

// Detect reports whether a file that begins with head is one that this package reads: one that
// begins with a frame.
func Detect(head []byte) bool {
	return len(head) >= 4 && (string(head[:4]) == magic || isSkippable(head))
}

func isSkippable(head []byte) bool {
	return head[0]>>4 == 5 && string(head[1:4]) == skippableMagic
}

// errNoFrame is the error if there is no magic number.
var errNoFrame = units.None(fmt.Errorf("%w: no magic number", ErrHeader))

// A frame reads the bytes of one frame after the other, and no byte more.
type frame struct {
	in     *units.Cursor
	buf    [32]byte
	bytes  []byte // in buf: the bytes that Read returns next
	data   int    // how many bytes of the block come after them
	last   bool   // the block is the last one
	sum    bool   // a checksum follows the last block
	id     uint32 // of the dictionary, or 0
	window uint64
	err    error // of reading
}

// start reads the header of the next Zstandard frame, or all of a skippable frame, whose content
// it gives to keep if it is a dictionary frame at the start of the file.
func (f *frame) start(keep func(content []byte)) (skippable bool, err error) {
	first := f.in.Pos() == 0
	*f = frame{in: f.in}
	f.bytes = f.buf[:0]
	if err := f.magic(); err != nil {
		return false, err
	}
	if f.bytes[0] != magic[0] {
		return true, f.skip(first && f.bytes[0] == dictionaryMagic, keep)
	}
	return false, f.header()
}

// magic reads a magic number. The error is io.EOF at the end of the file.
func (f *frame) magic() error {
	for i := range 4 {
		if err := f.take(1); err != nil {
			if i == 0 && err == io.ErrUnexpectedEOF {
				return io.EOF
			}
			return err
		}
		if !beginsFrame(f.bytes) {
			return errNoFrame
		}
	}
	return nil
}

// beginsFrame reports whether p is the beginning of a magic number.
func beginsFrame(p []byte) bool {
	if p[0]>>4 == 5 {
		return string(p[1:]) == skippableMagic[:len(p)-1]
	}
	return string(p) == magic[:len(p)]
}

// skip reads the rest of a skippable frame (section 3.1.2).
func (f *frame) skip(dictionary bool, keep func([]byte)) error {
	if err := f.take(4); err != nil {
		return err
	}
	size := int64(binary.LittleEndian.Uint32(f.bytes[4:]))
	if !dictionary || size > maxDictionary {
		_, err := io.CopyN(io.Discard, f.in, size)
		return units.NoEOF(err)
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(f.in, content); err != nil {
		return units.NoEOF(err)
	}
	keep(content)
	return nil
}

// dictionaryPrefix returns the dictionary frame that a file begins with, or nil. It returns nil for
// one that is too large, which readers do not use.
func dictionaryPrefix(file io.Reader) ([]byte, error) {
	head := make([]byte, 8)
	switch _, err := io.ReadFull(file, head); {
	case err != nil:
		return nil, unlessEnd(err)
	case head[0] != dictionaryMagic || !isSkippable(head):
		return nil, nil
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if size > maxDictionary {
		return nil, nil // no reader uses it
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(file, content); err != nil {
		return nil, unlessEnd(err)
	}
	return append(head, content...), nil
}

// unlessEnd returns err, or nil if err means that the file has ended.
func unlessEnd(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// header reads the rest of the header of a Zstandard frame (section 3.1.1.1).
func (f *frame) header() error {
	if err := f.take(1); err != nil {
		return err
	}
	descriptor := f.bytes[4]
	if descriptor&(1<<3) != 0 {
		return fmt.Errorf("%w: reserved bit", ErrHeader)
	}
	single := descriptor&(1<<5) != 0
	f.sum = descriptor&(1<<2) != 0
	if !single {
		if err := f.take(1); err != nil {
			return err
		}
		f.window = windowSize(f.bytes[5])
	}
	id, err := f.number([]int{0, 1, 2, 4}[descriptor&3])
	if err != nil {
		return err
	}
	f.id = uint32(id)
	size := []int{0, 2, 4, 8}[descriptor>>6]
	if single && size == 0 {
		size = 1
	}
	content, err := f.number(size)
	if single {
		f.window = content
	}
	return err
}

// windowSize returns the size for a Window_Descriptor (section 3.1.1.1.2).
func windowSize(descriptor byte) uint64 {
	base := uint64(1) << (10 + descriptor>>3)
	return base + base/8*uint64(descriptor&7)
}

// number takes a number of n bytes.
func (f *frame) number(n int) (uint64, error) {
	var b [8]byte
	err := f.take(n)
	if err == nil {
		copy(b[:], f.bytes[len(f.bytes)-n:])
	}
	return binary.LittleEndian.Uint64(b[:]), err
}

// take appends n bytes to f.bytes.
func (f *frame) take(n int) error {
	for range n {
		b, err := f.in.ReadByte()
		if err != nil {
			f.err = units.NoEOF(err)
			return f.err
		}
		f.bytes = append(f.bytes, b)
	}
	return nil
}

// Read returns bytes of the frame, and io.EOF at its end.
func (f *frame) Read(p []byte) (n int, err error) {
	if len(f.bytes) == 0 && f.data == 0 {
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	if len(f.bytes) > 0 {
		n = copy(p, f.bytes)
		f.bytes = f.bytes[n:]
		return n, nil
	}
	n, err = f.in.Read(p[:min(len(p), f.data)])
	f.data -= n
	if err != nil {
		f.err = units.NoEOF(err)
	}
	return n, f.err
}

// next takes the header of the next block (section 3.1.1.2), or the checksum.
func (f *frame) next() error {
	f.bytes = f.buf[:0]
	switch {
	case !f.last:
		if err := f.take(3); err != nil {
			return err
		}
		f.block()
	case f.sum:
		f.sum = false
		return f.take(4)
	default:
		return io.EOF
	}
	return nil
}

// block sets what the header of a block in f.bytes says.
func (f *frame) block() {
	header := uint32(f.bytes[0]) | uint32(f.bytes[1])<<8 | uint32(f.bytes[2])<<16
	f.last = header&1 != 0
	f.data = int(header >> 3)
	const runLength = 1
	if header>>1&3 == runLength {
		f.data = 1
	}
}
