package zip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"sort"
)

// Offsets of fields in local headers, records of the directory, and its end records.
const (
	localCRC     = 14
	recordCRC    = 16
	recordNeeds  = 6 // the version that is needed to extract
	recordExtra  = 30
	end64Bytes   = 40 // the size of the directory
	end64Offset  = 48
	locatorEnd64 = 8
	endBytes     = 12
	endOffset    = 16
)

// zip64Version is the version that is needed to extract files with zip64 fields (section 4.4.3).
const zip64Version = 45

// putCRC writes a checksum at an offset of raw.
func putCRC(raw []byte, at int, crc uint32) { binary.LittleEndian.PutUint32(raw[at:], crc) }

// end writes the rest of the file: the bytes before the directory, the directory with its new
// numbers, its end records, and the bytes after them.
func (w *writer) end() error {
	if len(w.changes) == 0 {
		return w.copyTo(w.file.size)
	}
	d := w.directory
	if err := w.copyTo(d.start); err != nil {
		return err
	}
	grown, err := w.writeRecords()
	if err != nil {
		return err
	}
	w.done = d.last
	return w.writeEnd(grown)
}

// changeAt returns the change of the entry whose local header is at an offset, or nil.
func (w *writer) changeAt(header int64) *change {
	i := sort.Search(len(w.changes), func(i int) bool { return w.changes[i].start >= header })
	if i < len(w.changes) && w.changes[i].start == header {
		return &w.changes[i]
	}
	return nil
}

// moved returns where the byte at an offset of the old file is in the new one. The offset must not
// be within a changed entry, but may be its start.
func (w *writer) moved(at int64) int64 {
	i := sort.Search(len(w.changes), func(i int) bool { return w.changes[i].start >= at })
	if i == 0 {
		return at
	}
	return at + w.changes[i-1].growth
}

// writeRecords writes the records of the directory. It returns by how much they have grown.
func (w *writer) writeRecords() (grown int64, err error) {
	d := w.directory
	for at := d.start; at < d.last; {
		r, err := d.record(w.records, place{record: at})
		if err != nil || r == nil {
			return grown, noEOF(err)
		}
		n := len(r.raw)
		raw, err := w.patched(r)
		if err != nil {
			return grown, err
		}
		if _, err := w.to.Write(raw); err != nil {
			return grown, err
		}
		at += int64(n)
		grown += int64(len(raw) - n)
	}
	return grown, nil
}

// patched returns a record with its new numbers.
func (w *writer) patched(r *record) ([]byte, error) {
	d := w.directory
	if r.header.n > uint64(w.file.size) { // out of the file, and so it has to stay
		if to := r.header.n + uint64(w.growth()); r.header.wide && r.header.n < 1<<62 || to < w.full() {
			r.header.put(r.raw, to)
		}
		return r.raw, nil
	}
	at := int64(r.header.n) + d.shift
	if c := w.changeAt(at); c != nil {
		putCRC(r.raw, recordCRC, c.crc)
		r.packed.put(r.raw, c.packed)
		r.size.put(r.raw, c.size)
	}
	to := uint64(w.moved(at) - d.shift)
	if to == r.header.n {
		return r.raw, nil
	}
	if r.header.wide || to < w.full() {
		r.header.put(r.raw, to)
		return r.raw, nil
	}
	return r.widened(to)
}

// full returns the first number that does not fit into 32 bits. In tests it is a smaller one.
func (w *writer) full() uint64 { return full32 - w.less }

// widened returns a record with the offset of its local header in the zip64 extra field, which is
// added if necessary. In that field, the sizes that do not fit into 32 bits come before the offset.
func (r *record) widened(header uint64) ([]byte, error) {
	at, field := r.extra, []byte{1, 0, 0, 0}
	if r.zip64.Start > 0 {
		at, field = r.zip64.Start, nil
		for _, v := range [...]*value{&r.size, &r.packed} {
			if v.wide {
				at += 8
			}
		}
	}
	field = binary.LittleEndian.AppendUint64(field, header)
	raw := slices.Insert(bytes.Clone(r.raw), at, field...)
	start := max(r.zip64.Start, r.extra+4)
	n16 := binary.LittleEndian.Uint16
	if int(n16(raw[recordExtra:]))+len(field) > full16 {
		return nil, errors.New("zip: no room for an offset of 64 bits in the directory")
	}
	binary.LittleEndian.PutUint16(raw[recordExtra:], n16(raw[recordExtra:])+uint16(len(field)))
	binary.LittleEndian.PutUint16(raw[start-2:], n16(raw[start-2:])+8)
	binary.LittleEndian.PutUint32(raw[r.header.at:], full32)
	binary.LittleEndian.PutUint16(raw[recordNeeds:], max(zip64Version, n16(raw[recordNeeds:])))
	return raw, nil
}

// writeEnd writes what follows the records of the directory. grown is the number of bytes by which
// these have grown.
func (w *writer) writeEnd(grown int64) error {
	d := w.directory
	if d.zip64 >= 0 {
		err := w.copyPatched(d.zip64, end64Size, func(raw []byte) {
			add64(raw[end64Bytes:], grown)
			add64(raw[end64Offset:], w.growth())
		})
		if err != nil {
			return err
		}
		if err := w.copyPatched(d.locator, locatorSize, func(raw []byte) { add64(raw[locatorEnd64:], w.growth()+grown) }); err != nil {
			return err
		}
	}
	if err := w.copyTo(d.tail); err != nil {
		return err
	}
	raw, err := w.records.view(d.tail, endSize)
	if err != nil {
		return err
	}
	raw = bytes.Clone(raw)
	if added := w.patchEnd(raw, grown); len(added) > 0 {
		if _, err := w.to.Write(added); err != nil {
			return err
		}
	}
	if _, err := w.to.Write(raw); err != nil {
		return err
	}
	w.done = d.tail + endSize
	return w.copyTo(w.file.size)
}

// copyPatched copies the file up to the offset at, and then the n bytes there, after patch has
// changed them.
func (w *writer) copyPatched(at int64, n int, patch func(raw []byte)) error {
	if err := w.copyTo(at); err != nil {
		return err
	}
	raw, err := w.records.view(at, n)
	if err != nil {
		return err
	}
	raw = bytes.Clone(raw)
	patch(raw)
	w.done = at + int64(n)
	_, err = w.to.Write(raw)
	return err
}

// add64 adds n to a number.
func add64(raw []byte, n int64) {
	binary.LittleEndian.PutUint64(raw, binary.LittleEndian.Uint64(raw)+uint64(n))
}

// patchEnd changes the end of central directory record raw. If a number does not fit any more, it
// returns the zip64 end of central directory record that has it, and its locator.
func (w *writer) patchEnd(raw []byte, grown int64) []byte {
	d := w.directory
	size := w.grow32(raw[endBytes:], grown)
	offset := w.grow32(raw[endOffset:], w.growth())
	if d.zip64 >= 0 || size < w.full() && offset < w.full() {
		return nil
	}
	le := binary.LittleEndian
	b := le.AppendUint64([]byte(end64Magic), end64Size-12)
	b = le.AppendUint16(b, zip64Version)
	b = le.AppendUint16(b, zip64Version)
	b = le.AppendUint64(b, 0) // both disks
	b = le.AppendUint64(b, uint64(len(d.places)))
	b = le.AppendUint64(b, uint64(len(d.places)))
	b = le.AppendUint64(b, size)
	b = le.AppendUint64(b, offset)
	b = append(b, locatorMagic...)
	b = le.AppendUint32(b, 0)
	b = le.AppendUint64(b, uint64(d.tail+w.growth()+grown-d.shift))
	return le.AppendUint32(b, 1)
}

// grow32 adds n to the number that raw begins with, unless the zip64 record has the number. It
// returns the sum.
func (w *writer) grow32(raw []byte, n int64) uint64 {
	old := uint64(binary.LittleEndian.Uint32(raw))
	if old == full32 && w.directory.zip64 >= 0 {
		return old
	}
	sum := old + uint64(n)
	binary.LittleEndian.PutUint32(raw, uint32(min(sum, full32)))
	if sum >= w.full() {
		binary.LittleEndian.PutUint32(raw, full32)
	}
	return sum
}
