package gzip

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
)

// A BGZF member has 64 KiB at most. Text of blockText bytes fits however badly it is
// compressed, if the header is not longer than blockHeader.
const (
	blockText   = 0xff00
	blockHeader = 128
)

// reserved begins a block of the reserved type (RFC 1951 section 3.2.3).
const reserved = 1 | 3<<1

// A deflater writes a new member: begin, Write, and end or leaveBroken.
type deflater struct {
	out    io.Writer
	head   *header
	data   *flate.Writer
	level  int
	blocks bool // BGZF: each member goes to block first
	block  bytes.Buffer
	room   int64 // bytes of text that still fit into the member
	sum    uint32
	size   uint32
}

// begin writes the header h, which must not be changed until end.
func (d *deflater) begin(h *header) error {
	d.head = h
	d.blocks = len(h.sizes) > 0 && len(h.raw) <= blockHeader
	if !d.blocks {
		h.dropSizes()
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
			if err := d.end(); err != nil {
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

// end writes the rest of the data and the trailer.
func (d *deflater) end() error {
	if err := d.data.Close(); err != nil {
		return err
	}
	var b [8]byte
	binary.LittleEndian.PutUint32(b[:], d.sum)
	binary.LittleEndian.PutUint32(b[4:], d.size)
	return d.finish(b[:])
}

// leaveBroken writes the rest of the data, and then data that is not valid.
func (d *deflater) leaveBroken() error {
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
