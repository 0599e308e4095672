package zip

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A directory is the central directory of a zip file.
type directory struct {
	file       *file
	start, end int64   // from its first record to its end record
	last       int64   // the end of its records, which its signature may follow
	zip64      int64   // the offset of the zip64 end of central directory record, or -1
	locator    int64   // the offset of the locator of that record, or -1
	tail       int64   // the offset of the end of central directory record
	shift      int64   // is added to offsets in the records to get offsets in the file
	signed     string  // what signs the entries, or ""
	declared   uint64  // the number of entries that the end record gives
	places     []place // in the order of their local headers
}

// A place is where an entry is in the file. A directory has one for each entry, so it is small.
type place struct {
	header int64 // its local header; it may be anywhere, or negative
	record int64 // its record in the directory
}

// A Broken is the error of a file whose central directory cannot be read.
type Broken struct {
	what, advice string
	sure         bool // no earlier end of central directory record needs to be tried
}

// Error implements error.
func (b *Broken) Error() string { return b.what }

// Advice returns what can be done. It implements [format.Broken].
func (b *Broken) Advice() string { return b.advice }

// broken returns a [Broken] with the advice for files that are damaged.
func broken(format string, args ...any) error {
	return &Broken{what: fmt.Sprintf(format, args...), advice: "copy it again, or repair it with zip -FF"}
}

// directory reads the directory. The error is a [Broken] or that of reading the file.
func (f *file) directory() (*directory, error) {
	d, err := f.findEnd()
	if err == nil {
		err = d.scan()
	}
	if err == nil {
		err = d.findSignatures()
	}
	return d, err
}

// farthest is how far from the end of a file the end of central directory record is searched, in
// bytes: its longest comment, and some bytes after the zip file. Info-ZIP has the same limit.
const farthest = 66_000

// findEnd finds the last end of central directory record that can be read, and returns its
// directory, whose records are not read yet.
func (f *file) findEnd() (*directory, error) {
	first := max(0, f.size-farthest)
	text, err := f.read(first, int(f.size-first))
	if err != nil {
		return nil, err
	}
	var why error
	for end := len(text); end > 0; {
		end = bytes.LastIndex(text[:end], []byte(endMagic))
		if end < 0 {
			break
		}
		d := &directory{file: f, tail: first + int64(end)}
		err := d.parse(text[end:])
		if b := new(Broken); !errors.As(err, &b) || b.sure {
			return d, err
		}
		if why == nil {
			why = err
		}
	}
	if why == nil {
		why = broken("no directory at the end of the zip file: it is cut short, or no zip file")
	}
	return nil, why
}

// numbers are those of an end of central directory record (section 4.3.16): the number of this disk,
// that of the first disk of the directory, the entries on this disk, all entries, and the size and
// the offset of the directory.
type numbers struct{ disk, first, here, count, size, offset uint64 }

// parse reads the end of central directory record that text begins with, and the zip64 one before it.
func (d *directory) parse(text []byte) error {
	n16, n32 := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
	if len(text) < endSize || len(text) < endSize+int(n16(text[20:])) {
		return broken("the end of the directory is cut short")
	}
	n := numbers{
		uint64(n16(text[4:])), uint64(n16(text[6:])), uint64(n16(text[8:])), uint64(n16(text[10:])),
		uint64(n32(text[12:])), uint64(n32(text[16:])),
	}
	if err := d.find64(&n); err != nil {
		return err
	}
	if n.disk != n.first || n.disk != 0 || n.here != n.count {
		return errMultiDisk
	}
	return d.place(&n)
}

var errMultiDisk = &Broken{what: "a part of a zip file in several parts", advice: "join the parts with zip -s 0 FILE --out NEW"}

// find64 finds the zip64 records, if there are any, and takes from them the numbers that do not fit
// into the end of central directory record.
func (d *directory) find64(n *numbers) error {
	d.zip64, d.locator = -1, -1
	at := d.tail - locatorSize
	if at < 0 {
		return nil
	}
	raw, err := d.file.read(at, locatorSize)
	if err != nil || !hasMagic(raw, locatorMagic) {
		return err
	}
	if disks := binary.LittleEndian.Uint32(raw[16:]); disks > 1 {
		return errMultiDisk
	}
	d.locator = at
	if err := d.findEnd64(binary.LittleEndian.Uint64(raw[8:])); err != nil {
		return err
	}
	if raw, err = d.file.read(d.zip64, end64Size); err != nil {
		return err
	}
	return n.replace(raw)
}

// findEnd64 finds the zip64 end of central directory record, which ends where its locator begins.
// declared is its offset in the locator. That is too small if there is something before the zip
// file.
func (d *directory) findEnd64(declared uint64) error {
	const most = 64 << 10 // it has 56 bytes, unless a program adds something
	first := max(0, d.locator-most)
	text, err := d.file.read(first, int(d.locator-first))
	if err != nil {
		return err
	}
	for end := len(text); end > 0; {
		if end = bytes.LastIndex(text[:end], []byte(end64Magic)); end < 0 {
			break
		}
		at := first + int64(end)
		if len(text)-end >= end64Size && binary.LittleEndian.Uint64(text[end+4:]) == uint64(d.locator-at-12) && uint64(at) >= declared {
			d.zip64 = at
			return nil
		}
	}
	return broken("the zip64 end of the directory is not where it should be")
}

// replace takes the numbers that do not fit into the end of central directory record. The others must
// be the same.
func (n *numbers) replace(raw []byte) error {
	n32, n64 := binary.LittleEndian.Uint32, binary.LittleEndian.Uint64
	same := true
	take := func(old *uint64, full, wide uint64) {
		if *old != full && *old != wide {
			same = false
		}
		*old = wide
	}
	take(&n.disk, full16, uint64(n32(raw[16:])))
	take(&n.first, full16, uint64(n32(raw[20:])))
	take(&n.here, full16, n64(raw[24:]))
	take(&n.count, full16, n64(raw[32:]))
	take(&n.size, full32, n64(raw[40:]))
	take(&n.offset, full32, n64(raw[48:]))
	if !same {
		return broken("the two ends of the directory contradict each other")
	}
	return nil
}

// place finds where the directory begins. It should end where its end record begins. If that gives
// another offset than the end record has, there is something before the zip file, such as a program,
// and all offsets are wrong by the same number.
func (d *directory) place(n *numbers) error {
	limit := d.tail
	if d.zip64 >= 0 {
		limit = d.zip64
	}
	if n.size > uint64(limit) || n.offset > uint64(limit)-n.size {
		return broken("the directory has %d bytes at %d, which the file does not have", n.size, n.offset)
	}
	declared, start := int64(n.offset), limit-int64(n.size)
	atEnd, err := d.begins(start, n)
	if err != nil {
		return err
	}
	atDeclared, err := d.begins(declared, n)
	switch {
	case err != nil:
		return err
	case atEnd && atDeclared && start != declared && n.size > 0:
		return &Broken{fmt.Sprintf("it has two directories, at %d and at %d", declared, start), "unzip it, and zip its files again", true}
	case atEnd:
		d.start, d.end, d.shift = start, limit, start-declared
	case atDeclared:
		d.start, d.end = declared, declared+int64(n.size)
	default:
		return broken("no directory at %d, where it should be", declared)
	}
	return d.allocate(n.count)
}

// begins reports whether a directory with these numbers can begin at an offset of the file. The error
// is that of reading.
func (d *directory) begins(at int64, n *numbers) (bool, error) {
	if n.size == 0 && n.count == 0 {
		return true, nil
	}
	if n.size < recordSize {
		return false, nil
	}
	raw, err := d.file.read(at, len(recordMagic))
	return hasMagic(raw, recordMagic), err
}

// allocate allocates the places of n entries. It returns an error if the directory is too small for
// them: a record has 46 bytes at least.
func (d *directory) allocate(n uint64) error {
	if room := uint64(d.end-d.start) / recordSize; n > room {
		return broken("the directory has %d entries in %d bytes", n, d.end-d.start)
	}
	d.declared, d.places = n, make([]place, 0, n)
	return nil
}

// scan reads all records, and sorts the places of their entries.
func (d *directory) scan() error {
	d.last = d.start
	w := newWindow(d.file)
	for at := d.start; at < d.end; {
		r, err := d.record(w, place{record: at})
		if err != nil {
			return err
		}
		if r == nil {
			break
		}
		header := int64(-1)
		if r.header.n <= uint64(d.start) {
			header = int64(r.header.n) + d.shift
		}
		d.places = append(d.places, place{header, at})
		d.signed = cmp.Or(d.signed, signatureName(r.name))
		at += int64(len(r.raw))
		d.last = at
	}
	// Without zip64, old programs write only the low 16 bits of the number.
	if n := uint64(len(d.places)); n != d.declared && (d.zip64 >= 0 || n&full16 != d.declared) {
		return broken("the directory has %d entries, and says %d", n, d.declared)
	}
	byHeader := func(a, b place) int { return cmp.Compare(a.header, b.header) }
	if !slices.IsSortedFunc(d.places, byHeader) {
		slices.SortStableFunc(d.places, byHeader)
	}
	return nil
}

// record reads the record of a place. It returns nil at the end of the records, where the signature
// of the directory may be. The record is valid until the next use of w.
func (d *directory) record(w *window, p place) (*record, error) {
	if d.end-p.record < recordSize {
		return d.noRecord(w, p)
	}
	raw, err := w.view(p.record, recordSize)
	if err != nil {
		return nil, err
	}
	n := recordLength(raw)
	if !hasMagic(raw, recordMagic) || d.end-p.record < int64(n) {
		return d.noRecord(w, p)
	}
	if raw, err = w.view(p.record, n); err != nil {
		return nil, err
	}
	r := parseRecord(raw)
	r.at = p.record
	return &r, nil
}

// noRecord is called if there is no record at a place. It returns no error if the signature of the
// directory is there. The record that it returns is always nil.
func (d *directory) noRecord(w *window, p place) (*record, error) {
	raw, err := w.view(p.record, int(min(d.end-p.record, 6)))
	switch {
	case err != nil:
		return nil, err
	case hasMagic(raw, signatureMagic) && len(raw) == 6 && int64(binary.LittleEndian.Uint16(raw[4:]))+6 == d.end-p.record:
		d.signed = "a signature of the directory"
		return nil, nil
	}
	return nil, broken("no entry of the directory at byte %d, where one should be", p.record)
}
