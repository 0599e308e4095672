package webarchive

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"unicode/utf16"
)

const (
	magic       = "bplist0" // a digit follows
	headerSize  = 8
	trailerSize = 32
	maxObjects  = 1 << 20
)

// The kinds of objects: the first four bits of their markers.
const (
	simpleKind = 0x0 // null, false, true and fill bytes
	intKind    = 0x1
	realKind   = 0x2
	dateKind   = 0x3
	dataKind   = 0x4
	asciiKind  = 0x5
	utf16Kind  = 0x6
	utf8Kind   = 0x7
	uidKind    = 0x8
	arrayKind  = 0xa
	ordSetKind = 0xb
	setKind    = 0xc
	dictKind   = 0xd
	longCount  = 0xf // in the last four bits: the count follows as an integer
)

// A plist is a binary property list.
type plist struct {
	file       []byte
	offsetSize int // bytes of an offset in the table
	refSize    int // bytes of a reference
	count      int // of objects
	top        int // the number of the outermost object
	table      int // the offset of the table
}

// An object is an object of a plist. All offsets are those in the file.
type object struct {
	kind       byte
	count      int // of bytes, characters or elements
	start, end int
	data       int // the offset of the content, after the marker and the count
}

var (
	errTrailer  = errors.New("its trailer is not that of a binary property list")
	errObject   = errors.New("an object in it is not valid")
	errOverlap  = errors.New("objects in it overlap")
	errTooMany  = errors.New("it has more than 1048576 objects")
	errDangling = errors.New("an object in it refers to one that does not exist")
)

// parse returns the property list in a file. All of its objects are valid, and none overlap.
func parse(file []byte) (*plist, error) {
	if len(file) < headerSize+trailerSize || string(file[:len(magic)]) != magic {
		return nil, errTrailer
	}
	t := file[len(file)-trailerSize:]
	count, top, table := binary.BigEndian.Uint64(t[8:]), binary.BigEndian.Uint64(t[16:]), binary.BigEndian.Uint64(t[24:])
	p := &plist{file: file, offsetSize: int(t[6]), refSize: int(t[7])}
	end := uint64(len(file) - trailerSize)
	switch {
	case p.offsetSize < 1 || p.offsetSize > 8 || p.refSize < 1 || p.refSize > 8, top >= count, table <= headerSize || table > end,
		count > end-table || count*uint64(p.offsetSize) > end-table:
		return nil, errTrailer
	case count > maxObjects:
		return nil, errTooMany
	}
	p.count, p.top, p.table = int(count), int(top), int(table)
	return p, p.check()
}

// check checks the objects, and that they do not overlap.
func (p *plist) check() error {
	all := make([]object, p.count)
	for i := range all {
		var err error
		if all[i], err = p.object(i); err != nil {
			return err
		}
	}
	slices.SortFunc(all, func(x, y object) int { return cmp.Compare(x.start, y.start) })
	for i := 1; i < len(all); i++ {
		if all[i].start < all[i-1].end {
			return errOverlap
		}
	}
	return nil
}

// number returns the big-endian number that b is.
func number(b []byte) (n uint64) {
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

// offset returns the offset of an object by its number, as the table has it.
func (p *plist) offset(i int) uint64 {
	at := p.table + i*p.offsetSize
	return number(p.file[at : at+p.offsetSize])
}

// object returns an object by its number. It returns an error if the object does not end before the
// table.
func (p *plist) object(i int) (o object, err error) {
	at := p.offset(i)
	if at < headerSize || at >= uint64(p.table) {
		return o, errObject
	}
	o = object{start: int(at), kind: p.file[at] >> 4, count: int(p.file[at] & 0xf), data: int(at) + 1}
	if o.kind >= dataKind && o.kind != uidKind && o.count == longCount {
		if err := p.longCount(&o); err != nil {
			return o, err
		}
	}
	size := o.size(p.refSize)
	if size < 0 || size > p.table-o.data {
		return o, errObject
	}
	o.end = o.data + size
	return o, nil
}

// longCount reads the count of o from the integer that follows the marker.
func (p *plist) longCount(o *object) error {
	if o.data >= p.table || p.file[o.data]>>4 != intKind {
		return errObject
	}
	size := 1 << (p.file[o.data] & 0xf)
	if size > 8 || o.data+1+size > p.table {
		return errObject
	}
	n := number(p.file[o.data+1:][:size])
	if n > uint64(p.table) {
		return errObject
	}
	o.count, o.data = int(n), o.data+1+size
	return nil
}

// size returns the size in bytes of the content of an object, or -1 for one of an unknown kind. A
// reference in it has refSize bytes.
func (o *object) size(refSize int) int {
	switch o.kind {
	case simpleKind:
		return 0
	case intKind, realKind, dateKind:
		if o.count <= 4 {
			return 1 << o.count
		}
	case dataKind, asciiKind, utf8Kind:
		return o.count
	case utf16Kind:
		return 2 * o.count
	case uidKind:
		return o.count + 1
	case arrayKind, ordSetKind, setKind:
		return o.count * refSize
	case dictKind:
		return 2 * o.count * refSize
	}
	return -1
}

// get returns an object of a plist that was checked, by its number.
func (p *plist) get(i int) object {
	o, _ := p.object(i)
	return o
}

// ref returns the number of the object that the ith reference of a collection leads to, or -1 if
// that object does not exist.
func (p *plist) ref(o *object, i int) int {
	at := o.data + i*p.refSize
	n := number(p.file[at : at+p.refSize])
	if n >= uint64(p.count) {
		return -1
	}
	return int(n)
}

// refs returns how many references lead to each object, at most 255. It returns errDangling for a
// reference to an object that does not exist.
func (p *plist) refs() ([]uint8, error) {
	counts := make([]uint8, p.count)
	for i := range p.count {
		o := p.get(i)
		if o.kind < arrayKind {
			continue
		}
		for k := range o.size(p.refSize) / p.refSize {
			to := p.ref(&o, k)
			if to < 0 {
				return nil, errDangling
			}
			counts[to] = min(counts[to], math.MaxUint8-1) + 1
		}
	}
	return counts, nil
}

// maxText is the length of the longest string that matters, in bytes.
const maxText = 8 << 10

// text returns the string that an object is, or "" if it is none or too long.
func (p *plist) text(i int) string {
	o := p.get(i)
	b := p.file[o.data:o.end]
	if len(b) > maxText {
		return ""
	}
	switch o.kind {
	case asciiKind, utf8Kind:
		return string(b)
	case utf16Kind:
		units := make([]uint16, 0, o.count)
		for len(b) > 0 {
			units = append(units, binary.BigEndian.Uint16(b))
			b = b[2:]
		}
		return string(utf16.Decode(units))
	}
	return ""
}

// isKey reports whether an object is the string key in ASCII.
func (p *plist) isKey(i int, key string) bool {
	if i < 0 {
		return false
	}
	o := p.get(i)
	return o.kind == asciiKind && bytes.Equal(p.file[o.data:o.end], []byte(key))
}

// array calls yield with the number of each element of an array, or -1 for one that does not exist. It
// does nothing for other objects.
func (p *plist) array(i int, yield func(int)) {
	if i < 0 {
		return
	}
	if o := p.get(i); o.kind == arrayKind {
		for k := range o.count {
			yield(p.ref(&o, k))
		}
	}
}

// marker returns the marker and the count of a data object with count bytes.
func marker(count int) []byte {
	if count < longCount {
		return []byte{dataKind<<4 | byte(count)}
	}
	exponent := 0
	for size := 1; size < 8 && uint64(count)>>(8*size) > 0; size *= 2 {
		exponent++
	}
	b := []byte{dataKind<<4 | longCount, intKind<<4 | byte(exponent)}
	for i := 1<<exponent - 1; i >= 0; i-- {
		b = append(b, byte(uint64(count)>>(8*i)))
	}
	return b
}
