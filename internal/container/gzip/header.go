package gzip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/hrefix/hrefix/internal/container/units"
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

	levelByte = 8  // the offset of XFL
	extraSize = 10 // the offset of XLEN

	unknownSystem = 255

	maxHeader = 1 << 20
)

// Detect reports whether a file that begins with head is one that this package
// reads: the magic number and the method of section 2.3.1.
func Detect(head []byte) bool {
	return len(head) >= 3 && head[0] == magic1 && head[1] == magic2 && head[2] == deflated
}

// findMember returns the first offset in p at which a member may begin, or -1.
func findMember(p []byte) int {
	for at := 0; ; at++ {
		n := bytes.Index(p[at:], []byte{magic1, magic2, deflated})
		if n < 0 {
			return -1
		}
		if at += n; len(p) > at+3 && p[at+3]&flagReserved == 0 {
			return at
		}
	}
}

// errNoHeader is the error if there is no magic number.
var errNoHeader = units.None(fmt.Errorf("%w: no magic number", ErrHeader))

// A header is that of a member (section 2.3).
type header struct {
	raw     []byte
	sizes   []subfield // those with the size of a BGZF member
	lengths []subfield // those with the lengths of a WARC record, before and after compression
}

// A subfield is the span of a subfield of the extra field in a header, with its
// ID and length (section 2.3.1.1).
type subfield struct{ start, end int }

// read reads the header at c. The error is io.EOF if c is at the end of the file.
func (h *header) read(c *units.Cursor) error {
	h.raw, h.sizes, h.lengths = h.raw[:0], h.sizes[:0], h.lengths[:0]
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

func (h *header) magic(c *units.Cursor) error {
	for i, want := range [...]byte{magic1, magic2} {
		b, err := c.ReadByte()
		switch {
		case err != nil && i > 0:
			return units.NoEOF(err)
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
func (h *header) optional(c *units.Cursor, flags byte) error {
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
func (h *header) extra(c *units.Cursor) error {
	if err := h.take(c, 2); err != nil {
		return err
	}
	size := int(binary.LittleEndian.Uint16(h.raw[extraSize:]))
	if err := h.take(c, size); err != nil {
		return err
	}
	h.subfields()
	return nil
}

// subfields finds the subfields that depend on the data.
func (h *header) subfields() {
	h.sizes, h.lengths = h.sizes[:0], h.lengths[:0]
	extra := h.raw[:extraSize+2+int(binary.LittleEndian.Uint16(h.raw[extraSize:]))]
	for i := extraSize + 2; i+4 <= len(extra); {
		end := i + 4 + int(binary.LittleEndian.Uint16(extra[i+2:]))
		switch id := string(extra[i : i+2]); {
		case end > len(extra):
		case id == "BC" && end == i+6:
			h.sizes = append(h.sizes, subfield{i, end})
		case id == "sl" && end == i+12:
			h.lengths = append(h.lengths, subfield{i, end})
		}
		i = end
	}
}

// text reads a name or comment, which ends with a zero byte.
func (h *header) text(c *units.Cursor) error {
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

func (h *header) checksum(c *units.Cursor) error {
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
func (h *header) take(c *units.Cursor, n int) error {
	start := len(h.raw)
	h.raw = slices.Grow(h.raw, n)[:start+n]
	_, err := io.ReadFull(c, h.raw[start:])
	return units.NoEOF(err)
}

// level returns the level of compress/flate for the value of XFL.
func (h *header) level() int {
	switch h.raw[levelByte] {
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

// drop removes subfields, which are h.sizes or h.lengths.
func (h *header) drop(list []subfield) {
	if len(list) == 0 {
		return
	}
	size := binary.LittleEndian.Uint16(h.raw[extraSize:])
	for _, s := range slices.Backward(list) {
		h.raw = slices.Delete(h.raw, s.start, s.end)
		size -= uint16(s.end - s.start)
	}
	binary.LittleEndian.PutUint16(h.raw[extraSize:], size)
	h.subfields()
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
