package gzip

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/units"
)

// A BGZF member has 64 KiB at most. Text of blockText bytes fits however badly it is
// compressed, if the header is not longer than blockHeader.
const (
	blockText   = 0xff00
	blockHeader = 128
)

// reserved begins a block of the reserved type (RFC 1951 section 3.2.3).
const reserved = 1 | 3<<1

// A deflater writes new members. It implements [units.Encoder].
type deflater struct {
	out    io.Writer
	head   *header
	own    header // of a member that is new in the file
	data   *flate.Writer
	level  int
	blocks bool // BGZF: each member goes to block first
	block  bytes.Buffer
	room   int64 // bytes of text that still fit into the member
	sum    uint32
	size   uint32
}

// Begin writes the header of the old member.
func (d *deflater) Begin(old units.Decoder) error {
	return d.begin(&old.(*inflater).head)
}

// BeginNew writes a header with the compression level of the member before, and with a size if that has
// one.
func (d *deflater) BeginNew(before any) error {
	like, _ := before.(model)
	d.own.raw = append(d.own.raw[:0], magic1, magic2, deflated, 0, 0, 0, 0, 0, 0, unknownSystem)
	d.own.raw[levelByte] = like.level
	d.own.sizes = d.own.sizes[:0]
	if like.sized {
		d.own.raw[3] = flagExtra
		d.own.raw = append(d.own.raw, "\x06\x00BC\x02\x00\x00\x00"...)
		d.own.subfields()
	}
	return d.begin(&d.own)
}

// begin writes the header h, which must not be changed until End.
func (d *deflater) begin(h *header) error {
	d.head = h
	h.drop(h.lengths)
	d.blocks = len(h.sizes) > 0 && len(h.raw) <= blockHeader
	if !d.blocks {
		h.drop(h.sizes)
	}
	return d.next()
}

// next begins the next member with the same header.
func (d *deflater) next() error {
	d.sum, d.size, d.room = 0, 0, math.MaxInt64
	w := d.out
	if d.blocks {
		d.room = blockText
		d.block.Reset()
		w = &d.block
	}
	if _, err := w.Write(d.head.raw); err != nil {
		return err
	}
	return d.reset(w)
}

// reset makes data write to w, at the level of the header.
func (d *deflater) reset(w io.Writer) (err error) {
	if level := d.head.level(); d.data == nil || d.level != level {
		d.level = level
		d.data, err = flate.NewWriter(w, level)
		return err
	}
	d.data.Reset(w)
	return nil
}

// Write implements io.Writer.
func (d *deflater) Write(p []byte) (int, error) {
	written := 0
	for len(p) > 0 {
		if d.room == 0 {
			if err := d.End(); err != nil {
				return written, err
			}
			if err := d.next(); err != nil {
				return written, err
			}
		}
		n := int(min(int64(len(p)), d.room))
		if _, err := d.data.Write(p[:n]); err != nil {
			return written, err
		}
		d.sum = crc32.Update(d.sum, crc32.IEEETable, p[:n])
		d.size += uint32(n)
		d.room -= int64(n)
		written += n
		p = p[n:]
	}
	return written, nil
}

// End writes the rest of the data and the trailer.
func (d *deflater) End() error {
	if err := d.data.Close(); err != nil {
		return err
	}
	var b [8]byte
	binary.LittleEndian.PutUint32(b[:], d.sum)
	binary.LittleEndian.PutUint32(b[4:], d.size)
	return d.finish(b[:])
}

// LeaveBroken writes the rest of the data, and then data that is not valid.
func (d *deflater) LeaveBroken() error {
	if err := d.data.Flush(); err != nil {
		return err
	}
	return d.finish([]byte{reserved})
}

// finish writes the end of a member.
func (d *deflater) finish(p []byte) error {
	if !d.blocks {
		_, err := d.out.Write(p)
		return err
	}
	d.block.Write(p)
	d.head.setSize(d.block.Len())
	b := d.block.Bytes()
	copy(b, d.head.raw)
	_, err := d.out.Write(b)
	return err
}
