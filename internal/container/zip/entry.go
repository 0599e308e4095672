package zip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
)

// An entry is a file in a zip file, and where its parts are.
type entry struct {
	record
	local      local
	start      int64 // of the local header
	data, end  int64 // the range of the compressed data
	descriptor descriptor
}

// A descriptor is the data descriptor after the data of an entry (section 4.3.9).
type descriptor struct {
	raw          []byte // empty if the entry has no descriptor
	crc          int    // the offset of the checksum in raw
	packed, size value
}

// after returns the end of the entry.
func (e *entry) after() int64 { return e.end + int64(len(e.descriptor.raw)) }

// isFile reports whether the entry is a regular file.
func (r *record) isFile() bool { return r.mode()&fs.ModeType == 0 }

// A defect is why an entry stays as it is, or "".
type defect = string

// entry reads the record and the local header of the entry at the ith place. If the entry has to stay
// as it is, why is the reason.
func (r *reader) entry(i int) (e entry, why defect, err error) {
	d := r.directory
	p := d.places[i]
	rec, err := d.record(r.records, p)
	if err != nil {
		return e, "", err
	}
	e.record, e.start = *rec, p.header
	why, err = r.findData(&e, i)
	if other := e.unsupported(); other != "" {
		why = other
	}
	if why == "" && e.isFile() {
		why = e.contradiction()
	}
	return e, why, err
}

// unsupported returns why the entry of a record cannot be read, or "".
func (r *record) unsupported() defect {
	switch {
	case r.flags&(flagEncrypted|flagStrong|flagMasked) != 0:
		return "it is encrypted"
	case r.flags&flagPatched != 0:
		return "it is a patch for another file"
	case r.method != methodStored && r.method != methodDeflate:
		return fmt.Sprintf("it is compressed by method %d, which is not supported", r.method)
	case r.disk != 0 && r.disk != full16:
		return "it is in another part of the zip file"
	case r.bad:
		return "its numbers in the directory contradict each other"
	}
	return ""
}

// findData finds the local header and the data of e, the entry at the ith place. Entries that share
// bytes with others have a defect.
func (r *reader) findData(e *entry, i int) (why defect, err error) {
	const outside = "its header is not where the directory says"
	d := r.directory
	if e.start < 0 || d.start-e.start < localSize {
		return outside, nil
	}
	shares := e.start < r.used
	r.used = max(r.used, e.start+1) // an entry with the same header shares bytes with this one
	raw, err := r.data.view(e.start, localSize)
	if err != nil || !hasMagic(raw, localMagic) {
		return outside, err
	}
	n := localLength(raw)
	if d.start-e.start < int64(n) {
		return outside, nil
	}
	if raw, err = r.data.view(e.start, n); err != nil {
		return "", err
	}
	e.local = parseLocal(bytes.Clone(raw))
	e.data = e.start + int64(n)
	if e.packed.n > uint64(d.start-e.data) {
		return "its data does not fit into the file", nil
	}
	e.end = e.data + int64(e.packed.n)
	r.used = max(r.used, e.end)
	if shares || e.end > r.bound(i) {
		return "it shares bytes with another file", nil
	}
	return r.findDescriptor(e, r.bound(i))
}

// bound returns the offset at which the entry at the ith place has to end: where the next one
// begins, or the directory.
func (r *reader) bound(i int) int64 {
	if i+1 < len(r.directory.places) {
		return r.directory.places[i+1].header
	}
	return r.directory.start
}

// findDescriptor finds the data descriptor of e, which ends at the offset bound at the latest. It has
// one of four forms: with or without a signature, and with sizes of 32 or 64 bits. If the bytes after
// the data have other numbers than the directory, the entry has a defect, because some readers would
// use them.
func (r *reader) findDescriptor(e *entry, bound int64) (why defect, err error) {
	if e.flags&flagDescriptor == 0 || e.end == bound {
		return "", nil
	}
	const longest = 24
	raw, err := r.data.view(e.end, int(min(longest, bound-e.end)))
	if err != nil {
		return "", err
	}
	for _, wide := range [2]bool{e.local.zip64.Start > 0, e.local.zip64.Start == 0} {
		for _, magic := range [2]string{descriptorMagic, ""} {
			if d, ok := parseDescriptor(raw, magic, wide); ok && d.matches(e) {
				e.descriptor = d
				e.descriptor.raw = bytes.Clone(d.raw)
				return "", nil
			}
		}
	}
	return "the numbers after its data contradict the directory", nil
}

// parseDescriptor reads the data descriptor that text begins with, if it is in the given form: with
// the signature magic, which may be empty, and with sizes of 64 bits if wide. ok is false otherwise.
func parseDescriptor(text []byte, magic string, wide bool) (d descriptor, ok bool) {
	width, number := 4, func(at int) uint64 { return uint64(binary.LittleEndian.Uint32(text[at:])) }
	if wide {
		width, number = 8, func(at int) uint64 { return binary.LittleEndian.Uint64(text[at:]) }
	}
	d.crc = len(magic)
	packed := d.crc + 4
	size := packed + width
	if len(text) < size+width || !hasMagic(text, magic) {
		return d, false
	}
	d.packed, d.size = value{number(packed), packed, wide}, value{number(size), size, wide}
	d.raw = text[:size+width]
	return d, true
}

// matches reports whether a descriptor has the numbers of an entry.
func (d *descriptor) matches(e *entry) bool {
	return binary.LittleEndian.Uint32(d.raw[d.crc:]) == e.crc && d.packed.n == e.packed.n && d.size.n == e.size.n
}

// contradiction returns how the local header contradicts the directory, or "". With a data
// descriptor, the numbers in the header may be 0.
func (e *entry) contradiction() defect {
	l := &e.local
	switch {
	case l.method != e.method, (l.flags^e.flags)&(flagEncrypted|flagDescriptor|flagPatched|flagStrong|flagMasked) != 0:
		return "its header contradicts the directory"
	case !bytes.Equal(l.name, e.name):
		return "its name in the header is another one than in the directory"
	case l.bad, e.method == methodStored && e.packed.n != e.size.n:
		return "its sizes contradict each other"
	}
	later := len(e.descriptor.raw) > 0
	same := l.packed.n == e.packed.n || later && l.isLater(&l.packed)
	same = same && (l.size.n == e.size.n || later && l.isLater(&l.size))
	if !same || l.crc != e.crc && !(later && l.crc == 0) {
		return "the numbers in its header contradict the directory"
	}
	return ""
}

// isLater reports whether a number of the header is only given in the data descriptor.
func (l *local) isLater(v *value) bool { return v.n == 0 || v.n == full32 && !v.wide }
