package zip

import (
	"bytes"
	"encoding/binary"
)

// The structures of a zip file (APPNOTE 6.3.10 section 4.3), with their signatures and the sizes of
// their fixed parts.
const (
	localMagic      = "PK\x03\x04" // before the data of an entry
	localSize       = 30
	descriptorMagic = "PK\x07\x08" // after the data, optional
	recordMagic     = "PK\x01\x02" // of the central directory
	recordSize      = 46
	signatureMagic  = "PK\x05\x05" // of the central directory
	end64Magic      = "PK\x06\x06" // of the zip64 end of central directory record
	end64Size       = 56
	locatorMagic    = "PK\x06\x07" // of the zip64 end of central directory locator
	locatorSize     = 20
	endMagic        = "PK\x05\x06" // of the end of central directory record
	endSize         = 22
)

// The flags of an entry (section 4.4.4).
const (
	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagPatched    = 1 << 5
	flagStrong     = 1 << 6
	flagMasked     = 1 << 13
)

// The compression methods that can be rewritten.
const (
	methodStored  = 0
	methodDeflate = 8
)

// If a field of 16 or 32 bits has this value, the number is in the zip64 extra field or record.
const (
	full16 = 1<<16 - 1
	full32 = 1<<32 - 1
)

// A value is a number in a record or header, and where it is.
type value struct {
	n    uint64
	at   int
	wide bool // it is in the zip64 extra field, with 64 bits
}

// put writes a number in the place of v. The number must fit.
func (v *value) put(raw []byte, n uint64) {
	if v.wide {
		binary.LittleEndian.PutUint64(raw[v.at:], n)
		return
	}
	binary.LittleEndian.PutUint32(raw[v.at:], uint32(n))
}

// common has the fields that local headers and records of the central directory share.
type common struct {
	raw           []byte
	flags, method uint16
	crc           uint32
	packed, size  value // the sizes of the data and of the document
	name          []byte
	extra         int // the offset of the extra fields
	extraEnd      int
	zip64         span // the data of the zip64 extra field; Start is 0 without one
	bad           bool // a number is missing, or given twice
}

// A span is a part of a record.
type span struct{ Start, End int }

// A record is a record of the central directory.
type record struct {
	common
	at         int64 // in the file
	madeBy     byte
	disk       uint16
	attributes uint32
	header     value // the offset of the local header
}

// recordLength returns the length of the record whose fixed part is raw.
func recordLength(raw []byte) int {
	n := binary.LittleEndian.Uint16
	return recordSize + int(n(raw[28:])) + int(n(raw[30:])) + int(n(raw[32:]))
}

// parseRecord reads a record, which refers to raw.
func parseRecord(raw []byte) record {
	n16, n32 := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
	r := record{madeBy: raw[5], disk: n16(raw[34:]), attributes: n32(raw[38:])}
	r.common = parseCommon(raw, 8, recordSize)
	r.header = value{n: uint64(n32(raw[42:])), at: 42}
	r.zip64InRecord()
	return r
}

// parseCommon reads the fields that local headers and records share. at is the offset of the flags in
// raw, and fixed the size of the fixed part, which the name follows.
func parseCommon(raw []byte, at, fixed int) common {
	n16, n32 := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
	c := common{raw: raw, flags: n16(raw[at:]), method: n16(raw[at+2:]), crc: n32(raw[at+8:])}
	c.packed = value{n: uint64(n32(raw[at+12:])), at: at + 12}
	c.size = value{n: uint64(n32(raw[at+16:])), at: at + 16}
	c.extra = fixed + int(n16(raw[at+20:]))
	c.name = raw[fixed:c.extra]
	c.extraEnd = c.extra + int(n16(raw[at+22:]))
	c.findZip64()
	return c
}

// findZip64 finds the zip64 extra field (section 4.5.3).
func (c *common) findZip64() {
	const zip64 = 1
	n16 := binary.LittleEndian.Uint16
	for at := c.extra; at+4 <= c.extraEnd; {
		start, id := at+4, n16(c.raw[at:])
		end := start + int(n16(c.raw[at+2:]))
		if end > c.extraEnd {
			return
		}
		if id == zip64 {
			c.bad = c.bad || c.zip64.Start > 0
			c.zip64 = span{start, end}
		}
		at = end
	}
}

// zip64InRecord takes the numbers that do not fit into 32 bits from the zip64 extra field of a
// record. The field has only those numbers, in this order.
func (r *record) zip64InRecord() {
	at := r.zip64.Start
	for _, v := range []*value{&r.size, &r.packed, &r.header} {
		if v.n == full32 {
			at = r.widen(v, at)
		}
	}
}

// widen reads v from the zip64 extra field at the offset at, and returns the offset after it. Without
// a zip64 field, v stays the greatest number of 32 bits.
func (c *common) widen(v *value, at int) int {
	if c.zip64.Start == 0 {
		return at
	}
	if at+8 > c.zip64.End {
		c.bad = true
		return at
	}
	*v = value{binary.LittleEndian.Uint64(c.raw[at:]), at, true}
	return at + 8
}

// A local is a local header.
type local struct{ common }

// localLength returns the length of the local header whose fixed part is raw.
func localLength(raw []byte) int {
	n := binary.LittleEndian.Uint16
	return localSize + int(n(raw[26:])) + int(n(raw[28:]))
}

// parseLocal reads a local header, which refers to raw. Its zip64 extra field has both sizes, but some
// programs write only those that do not fit into 32 bits.
func parseLocal(raw []byte) local {
	l := local{parseCommon(raw, 6, localSize)}
	at, both := l.zip64.Start, l.zip64.End-l.zip64.Start >= 16
	if l.size.n == full32 {
		at = l.widen(&l.size, at)
	} else if both {
		at += 8
	}
	if l.packed.n == full32 {
		l.widen(&l.packed, at)
	}
	return l
}

// hasMagic reports whether text begins with a signature.
func hasMagic(text []byte, magic string) bool { return bytes.HasPrefix(text, []byte(magic)) }
