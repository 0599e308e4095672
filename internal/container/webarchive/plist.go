package webarchive

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

const (
	magic       = "bplist0" // a digit follows
	headerSize  = 8
	trailerSize = 32
	maxObjects  = 1 << 20
)

// The kinds of objects: the first four bits of their markers. Greater kinds than uidKind have references.
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

var errTrailer = errors.New("its trailer is not that of a binary property list")

// parse returns the property list in a file that begins with magic. All of its objects and references are
// valid, and no objects overlap.
func parse(file []byte) (*plist, error) {
	if len(file) < headerSize+trailerSize {
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
		return nil, errors.New("it has more than 1048576 objects")
	}
	p.objects, p.order = make([]object, count), make([]int, count)
	for i := range p.objects {
		p.order[i] = i
		if !p.read(&p.objects[i], number(file[p.table+i*p.offsetSize:][:p.offsetSize])) {
			return nil, errors.New("an object in it is not valid")
		}
	}
	slices.SortFunc(p.order, func(x, y int) int { return cmp.Compare(p.objects[x].start, p.objects[y].start) })
	for k, i := range p.order[1:] {
		if p.objects[i].start < p.objects[p.order[k]].end {
			return nil, errors.New("objects in it overlap")
		}
	}
	for i := range p.objects {
		o := &p.objects[i]
		for k := 0; o.kind > uidKind && o.data+k*p.refSize < o.end; k++ {
			to := p.ref(o, k)
			if to >= uint64(len(p.objects)) {
				return nil, errors.New("an object in it refers to one that does not exist")
			}
			p.objects[to].refs = min(p.objects[to].refs, 1) + 1
		}
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

// read reads the object at an offset. It reports false for an object of an unknown kind, and if the object
// does not end before the table.
func (p *plist) read(o *object, at uint64) bool {
	if at < headerSize || at >= uint64(p.table) {
		return false
	}
	*o = object{start: int(at), kind: p.file[at] >> 4, count: int(p.file[at] & 0xf), data: int(at) + 1}
	if o.kind >= dataKind && o.kind != uidKind && o.count == longCount {
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
	size := 0
	switch o.kind {
	case simpleKind:
	case intKind, realKind, dateKind:
		if size = 1 << o.count; o.count > 4 {
			return false
		}
	case dataKind, asciiKind, utf8Kind:
		size = o.count
	case utf16Kind:
		size = 2 * o.count
	case uidKind:
		size = o.count + 1
	case arrayKind, ordSetKind, setKind:
		size = o.count * p.refSize
	case dictKind:
		size = 2 * o.count * p.refSize
	default:
		return false
	}
	o.end = o.data + size
	return size <= p.table-o.data
}

// ref returns the number of the object that the ith reference of a collection leads to.
func (p *plist) ref(o *object, i int) uint64 {
	return number(p.file[o.data+i*p.refSize:][:p.refSize])
}

// content returns the bytes of an object after its marker and count.
func (p *plist) content(o *object) []byte { return p.file[o.data:o.end:o.end] }

// replace returns the file with new contents of data objects, by their numbers. The table gets longer
// offsets only if it has to.
func (p *plist) replace(contents map[int][]byte) []byte {
	out := make([]byte, 0, len(p.file)+len(p.file)/8)
	offsets, at := make([]uint64, len(p.objects)), 0
	for _, i := range p.order {
		o := &p.objects[i]
		out = append(out, p.file[at:o.start]...)
		offsets[i], at = uint64(len(out)), o.start
		content, ok := contents[i]
		if !ok {
			continue
		}
		if n := uint64(len(content)); n < longCount {
			out = append(out, dataKind<<4|byte(n))
		} else {
			exponent := 0
			for n>>(8<<exponent) > 0 {
				exponent++
			}
			out = appendNumber(append(out, dataKind<<4|longCount, intKind<<4|byte(exponent)), n, 1<<exponent)
		}
		out, at = append(out, content...), o.end
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

// appendNumber appends a number of size bytes to dst.
func appendNumber(dst []byte, n uint64, size int) []byte {
	return append(dst, binary.BigEndian.AppendUint64(nil, n)[8-size:]...)
}
