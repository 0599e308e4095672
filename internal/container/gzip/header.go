package gzip

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// Section 2.3.1.
const (
	magic1, magic2 = 0x1f, 0x8b
	deflated       = 8

	flagCRC      = 1 << 1
	flagExtra    = 1 << 2
	flagName     = 1 << 3
	flagComment  = 1 << 4
	flagReserved = 0xe0

	maxHeader = 1 << 20
)

// Detect reports whether a file that begins with head is one that this package
// reads: the magic number and the method of section 2.3.1.
func Detect(head []byte) bool {
	return len(head) >= 3 && head[0] == magic1 && head[1] == magic2 && head[2] == deflated
}

// errNoHeader is the error if there is no magic number.
var errNoHeader = fmt.Errorf("%w: no magic number", ErrHeader)

// A header is that of a member (section 2.3).
type header struct {
	raw   []byte
	sizes []subfield // those with the size of a BGZF member
}

// A subfield is the span of a subfield of the extra field in a header, with its
// ID and length (section 2.3.1.1).
type subfield struct{ start, end int }

// read reads the header at c. The error is io.EOF if c is at the end of the file.
func (h *header) read(c *cursor) error {
	h.raw, h.sizes = h.raw[:0], h.sizes[:0]
	if err := h.magic(c); err != nil {
		return err
	}
	if err := h.take(c, 8); err != nil {
		return err
	}
	flags := h.raw[3]
	switch {
	case h.raw[2] != deflated:
		return fmt.Errorf("%w: compression method %d", ErrHeader, h.raw[2])
	case flags&flagReserved != 0:
		return fmt.Errorf("%w: reserved flags %#x", ErrHeader, flags&flagReserved)
	}
	return h.optional(c, flags)
}

func (h *header) magic(c *cursor) error {
	for i, want := range [...]byte{magic1, magic2} {
		b, err := c.ReadByte()
		switch {
		case err != nil && i > 0:
			return noEOF(err)
		case err != nil:
			return err
		case b != want:
			return errNoHeader
		}
		h.raw = append(h.raw, b)
	}
	return nil
}

// optional reads the fields whose flags are set.
func (h *header) optional(c *cursor, flags byte) error {
	if flags&flagExtra != 0 {
		if err := h.extra(c); err != nil {
			return err
		}
	}
	if flags&flagName != 0 {
		if err := h.text(c); err != nil {
			return err
		}
	}
	if flags&flagComment != 0 {
		if err := h.text(c); err != nil {
			return err
		}
	}
	if flags&flagCRC != 0 {
		return h.checksum(c)
	}
	return nil
}

// extra reads the extra field. It accepts subfields that are not well-formed.
func (h *header) extra(c *cursor) error {
	if err := h.take(c, 2); err != nil {
		return err
	}
	start := len(h.raw)
	size := int(binary.LittleEndian.Uint16(h.raw[start-2:]))
	if err := h.take(c, size); err != nil {
		return err
	}
	for i := start; i+4 <= len(h.raw); {
		end := i + 4 + int(binary.LittleEndian.Uint16(h.raw[i+2:]))
		if h.raw[i] == 'B' && h.raw[i+1] == 'C' && end == i+6 && end <= len(h.raw) {
			h.sizes = append(h.sizes, subfield{i, end})
		}
		i = end
	}
	return nil
}

// text reads a name or comment, which ends with a zero byte.
func (h *header) text(c *cursor) error {
	for len(h.raw) < maxHeader {
		if err := h.take(c, 1); err != nil {
			return err
		}
		if h.raw[len(h.raw)-1] == 0 {
			return nil
		}
	}
	return fmt.Errorf("%w: longer than %d bytes", ErrHeader, maxHeader)
}

func (h *header) checksum(c *cursor) error {
	sum := h.sum()
	if err := h.take(c, 2); err != nil {
		return err
	}
	if binary.LittleEndian.Uint16(h.raw[len(h.raw)-2:]) != sum {
		return fmt.Errorf("%w: its checksum does not match", ErrHeader)
	}
	return nil
}

// sum returns the checksum of raw.
func (h *header) sum() uint16 { return uint16(crc32.ChecksumIEEE(h.raw)) }

// take appends n bytes to raw.
func (h *header) take(c *cursor, n int) error {
	start := len(h.raw)
	h.raw = slices.Grow(h.raw, n)[:start+n]
	_, err := io.ReadFull(c, h.raw[start:])
	return noEOF(err)
}

// level returns the level of compress/flate for the value of XFL.
func (h *header) level() int {
	switch h.raw[8] {
	case 2:
		return 9
	case 4:
		return 1
	}
	return -1
}

// setSize sets the size of the member to n in all subfields for it.
func (h *header) setSize(n int) {
	for _, s := range h.sizes {
		binary.LittleEndian.PutUint16(h.raw[s.end-2:], uint16(n-1))
	}
	h.seal()
}

// dropSizes removes the subfields for the size of the member.
func (h *header) dropSizes() {
	if len(h.sizes) == 0 {
		return
	}
	for _, s := range slices.Backward(h.sizes) {
		h.raw = slices.Delete(h.raw, s.start, s.end)
	}
	const xlen = 10
	size := int(binary.LittleEndian.Uint16(h.raw[xlen:]))
	for _, s := range h.sizes {
		size -= s.end - s.start
	}
	binary.LittleEndian.PutUint16(h.raw[xlen:], uint16(size))
	h.sizes = h.sizes[:0]
	h.seal()
}

// seal corrects the checksum, if there is one.
func (h *header) seal() {
	if h.raw[3]&flagCRC == 0 {
		return
	}
	h.raw = h.raw[:len(h.raw)-2]
	h.raw = binary.LittleEndian.AppendUint16(h.raw, h.sum())
}
