package webarchive

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"unicode/utf16"
)

const (
	magic       = "bplist0" // a digit follows
	headerSize  = 8
	trailerSize = 32
	maxObjects  = 1 << 20
	maxText     = 8 << 10 // the length of the longest string that matters, in bytes
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
	longCount  = 0xf // in the last four bits: an integer with the count follows
)

// A plist is a binary property list.
type plist struct {
	file       []byte
	offsetSize int      // bytes of an offset in the table
	refSize    int      // bytes of a reference
	top        int      // the number of the outermost object
	table      int      // the offset of the table
	objects    []object // the objects by their numbers
	order      []int    // the numbers of the objects by their offsets
}

// An object is an object of a plist. All offsets are offsets in the file.
type object struct {
	start, data, end int // data is the offset of the content, after the marker and the count
	count            int // the number of bytes, characters or elements
	kind             byte
	refs             uint8 // the number of references to the object: 0, 1, or 2 for more
}

var (
	errTrailer  = errors.New("its trailer is not that of a binary property list")
	errObject   = errors.New("an object in it is not valid")
	errOverlap  = errors.New("objects in it overlap")
	errTooMany  = errors.New("it has more than 1048576 objects")
	errDangling = errors.New("an object in it refers to one that does not exist")
)

// parse returns the property list in a file. All of its objects and references are valid, and no
// objects overlap.
func parse(file []byte) (*plist, error) {
	if len(file) < headerSize+trailerSize || string(file[:len(magic)]) != magic {
		return nil, errTrailer
	}
	t := file[len(file)-trailerSize:]
	count, top, table := number(t[8:16]), number(t[16:24]), number(t[24:])
	p := &plist{file: file, offsetSize: int(t[6]), refSize: int(t[7]), top: int(top), table: int(table)}
	end := uint64(len(file) - trailerSize)
	switch {
	case p.offsetSize < 1 || p.offsetSize > 8 || p.refSize < 1 || p.refSize > 8, top >= count, table <= headerSize || table > end,
		count > end-table || count*uint64(p.offsetSize) > end-table:
		return nil, errTrailer
	case count > maxObjects:
		return nil, errTooMany
	}
	p.objects, p.order = make([]object, count), make([]int, count)
	for i := range p.objects {
		p.order[i] = i
		if !p.read(&p.objects[i], number(file[p.table+i*p.offsetSize:][:p.offsetSize])) {
			return nil, errObject
		}
	}
	slices.SortFunc(p.order, func(x, y int) int { return cmp.Compare(p.objects[x].start, p.objects[y].start) })
	for k, i := range p.order[1:] {
		if p.objects[i].start < p.objects[p.order[k]].end {
			return nil, errOverlap
		}
	}
	if err := p.countRefs(); err != nil {
		return nil, err
	}
	return p, nil
}

// number returns the big-endian number that b is.
func number(b []byte) (n uint64) {
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

// read reads the object at an offset. It reports false if the object does not end before the table.
func (p *plist) read(o *object, at uint64) bool {
	if at < headerSize || at >= uint64(p.table) {
		return false
	}
	*o = object{start: int(at), kind: p.file[at] >> 4, count: int(p.file[at] & 0xf), data: int(at) + 1}
	if o.kind >= dataKind && o.kind != uidKind && o.count == longCount { // the count is an integer after the marker
		width := 1 << (p.file[o.data] & 0xf)
		if p.file[o.data]>>4 != intKind || width > 8 || o.data+1+width > p.table {
			return false
		}
		n := number(p.file[o.data+1:][:width])
		if n > uint64(p.table) {
			return false
		}
		o.count, o.data = int(n), o.data+1+width
	}
	size := o.size(p.refSize)
	o.end = o.data + size
	return size >= 0 && size <= p.table-o.data
}

// size returns the size in bytes of the content of an object, or -1 for an object of an unknown
// kind. A reference in it has refSize bytes.
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

// ref returns the number of the object that the ith reference of a collection leads to.
func (p *plist) ref(o *object, i int) uint64 {
	return number(p.file[o.data+i*p.refSize:][:p.refSize])
}

// countRefs counts the references that lead to each object. It returns errDangling for a reference to
// an object that does not exist.
func (p *plist) countRefs() error {
	for i := range p.objects {
		o := &p.objects[i]
		for k := 0; o.kind >= arrayKind && o.data+k*p.refSize < o.end; k++ {
			to := p.ref(o, k)
			if to >= uint64(len(p.objects)) {
				return errDangling
			}
			p.objects[to].refs = min(p.objects[to].refs, 1) + 1
		}
	}
	return nil
}

// content returns the content of an object.
func (p *plist) content(o *object) []byte { return p.file[o.data:o.end:o.end] }

// text returns the string in an object, or "" if the object is not a string, or is too long.
func (p *plist) text(o *object) string {
	b := p.content(o)
	switch {
	case len(b) > maxText:
	case o.kind == asciiKind || o.kind == utf8Kind:
		return string(b)
	case o.kind == utf16Kind:
		units := make([]uint16, o.count)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(b[2*i:])
		}
		return string(utf16.Decode(units))
	}
	return ""
}

// appendData appends a data object to dst.
func appendData(dst, content []byte) []byte {
	n := len(content)
	if n < longCount {
		return append(append(dst, dataKind<<4|byte(n)), content...)
	}
	exponent := 0
	for uint64(n)>>(8<<exponent) > 0 {
		exponent++
	}
	dst = append(dst, dataKind<<4|longCount, intKind<<4|byte(exponent))
	return append(appendNumber(dst, uint64(n), 1<<exponent), content...)
}

// appendNumber appends a number of size bytes to dst.
func appendNumber(dst []byte, n uint64, size int) []byte {
	for shift := 8 * (size - 1); shift >= 0; shift -= 8 {
		dst = append(dst, byte(n>>shift))
	}
	return dst
}

// replace returns the file with new contents of data objects, by their numbers. The table gets longer
// offsets only if it has to.
func (p *plist) replace(contents map[int][]byte) []byte {
	out := make([]byte, 0, len(p.file)+len(p.file)/8)
	offsets, at := make([]uint64, len(p.objects)), 0
	for _, i := range p.order {
		o := &p.objects[i]
		out = append(out, p.file[at:o.start]...)
		offsets[i], at = uint64(len(out)), o.start
		if content, ok := contents[i]; ok {
			out, at = appendData(out, content), o.end
		}
	}
	out = append(out, p.file[at:p.table]...)
	table, size := uint64(len(out)), p.offsetSize
	for size < 8 && table>>(8*size) > 0 { // CFBinaryPList.c demands 2, 4 or 8 bytes
		size = 1 << bits.Len(uint(size))
	}
	for _, offset := range offsets {
		out = appendNumber(out, offset, size)
	}
	out = append(out, p.file[p.table+len(offsets)*p.offsetSize:]...)
	trailer := out[len(out)-trailerSize:]
	trailer[6] = byte(size)
	binary.BigEndian.PutUint64(trailer[24:], table)
	return out
}
