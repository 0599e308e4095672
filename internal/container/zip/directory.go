package zip

import (
	stdzip "archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// The structures of a zip file (APPNOTE 6.3.10 section 4.3): the sizes of their fixed parts, and some
// signatures.
const (
	localSize    = 30 // the header before the data of an entry
	recordMagic  = "PK\x01\x02"
	recordSize   = 46           // a record of the central directory
	end64Size    = 56           // the zip64 end of central directory record
	locatorMagic = "PK\x06\x07" // the zip64 end of central directory locator
	locatorSize  = 20
	endMagic     = "PK\x05\x06" // the end of central directory record
	endSize      = 22
)

// The flags of an entry (section 4.4.4).
const (
	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagPatched    = 1 << 5
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
	flagMasked     = 1 << 13
	flagsOfData    = flagEncrypted | flagDescriptor | flagPatched | flagStrong | flagUTF8 | flagMasked
)

// If a field of 16 or 32 bits has this value, the number is in the zip64 extra field or record.
const (
	full16 = 1<<16 - 1
	full32 = 1<<32 - 1
)

// A directory is the central directory of a zip file, and where its entries are.
type directory struct {
	file    *file
	zip     *stdzip.Reader
	entries []entry // the entries in the order of their local headers
	start   int64   // the offset of the first record of the directory
	after   int64   // the end of the zip file, which other bytes may follow
	shift   int64   // the number to add to offsets in the zip file to get offsets in the file
	signed  string  // the name of an entry that signs other entries, or ""
	fixed   string  // why no entry may change, or ""
}

// An entry is a file in a zip file.
type entry struct {
	*stdzip.File
	header, data int64  // the offsets of its local header and of its data
	record       int64  // the offset of its record in the directory
	defect       string // why the file cannot be read, or ""
}

// end returns the offset of the end of the data.
func (e *entry) end() int64 { return e.data + int64(e.CompressedSize64) }

// isFolder reports whether the entry is a directory by its name. archive/zip writes no data for it.
func (e *entry) isFolder() bool { return strings.HasSuffix(e.Name, "/") }

// isLarge reports whether a size of the entry does not fit into 32 bits.
func (e *entry) isLarge() bool { return max(e.CompressedSize64, e.UncompressedSize64) >= full32 }

// A Broken is the error of a file whose central directory cannot be read.
type Broken struct{ what, advice string }

// Error implements error.
func (b *Broken) Error() string { return b.what }

// Advice returns advice for the user. It implements [format.Broken].
func (b *Broken) Advice() string { return b.advice }

// directory reads the directory by archive/zip, and finds where it is. The error is a [Broken], or comes
// from reading the file.
func (f *file) directory() (*directory, error) {
	z, err := stdzip.NewReader(f, f.size)
	switch {
	case f.err != nil:
		return nil, f.err
	case err != nil && !errors.Is(err, stdzip.ErrInsecurePath):
		return nil, &Broken{"no directory that can be read at the end of the zip file: it is cut short, damaged, or no zip file", "copy it again, or repair it with zip -FF"}
	}
	const farthest = 65 << 10 // archive/zip looks for the end record up to this distance
	first := max(0, f.size-farthest)
	text := f.read(first, f.size-first)
	at := bytes.LastIndex(text[:max(0, len(text)-endSize+len(endMagic))], []byte(endMagic))
	if at < 0 {
		return nil, cmp.Or(f.err, io.ErrUnexpectedEOF)
	}
	n16, n32, n64 := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32, binary.LittleEndian.Uint64
	end := text[at:]
	if disk := n16(end[4:]); disk != 0 && disk != full16 {
		return nil, &Broken{"a part of a zip file in several parts", "join the parts with zip -s 0 FILE --out NEW"}
	}
	d := &directory{file: f, zip: z, start: first + int64(at)}
	d.after = d.start + endSize + int64(len(z.Comment))
	size, offset := uint64(n32(end[12:])), uint64(n32(end[16:]))
	if wide := f.read(d.start-locatorSize-end64Size, end64Size+locatorSize); len(wide) == end64Size+locatorSize && hasMagic(wide[end64Size:], locatorMagic) {
		d.start -= locatorSize + end64Size
		if n16(end[10:]) != full16 && offset != full32 || n64(wide[end64Size+8:]) != uint64(d.start) {
			d.fix("readers differ in whether they take its zip64 end")
		}
		size, offset = n64(wide[40:]), n64(wide[48:])
	}
	for _, e := range z.File {
		d.start -= recordLength(e)
		size -= uint64(recordLength(e))
		if d.signed == "" && isSignature(e.Name) {
			d.signed = e.Name
		}
	}
	d.shift = d.start - int64(offset)
	if size != 0 {
		d.fix("its directory has other bytes than its records, such as a signature")
	}
	if d.shift != 0 && hasMagic(f.read(int64(offset), 4), recordMagic) {
		d.fix("readers differ in which of two directories they take")
	}
	return d, f.err
}

// recordLength returns the length of the record of an entry.
func recordLength(e *stdzip.File) int64 {
	return int64(recordSize + len(e.Name) + len(e.Extra) + len(e.Comment))
}

// find finds all entries. archive/zip writes them one after the other, with a new data descriptor (section
// 4.3.9) if they have one. Other bytes between entries would be lost. signed reports whether signed entries
// may change.
func (d *directory) find(signed bool) {
	d.entries = make([]entry, len(d.zip.File))
	record := d.start
	for i, f := range d.zip.File {
		d.entries[i] = entry{File: f, record: record}
		record += recordLength(f)
		d.findData(&d.entries[i])
	}
	slices.SortStableFunc(d.entries, func(a, b entry) int { return cmp.Compare(a.header, b.header) })
	used := int64(0) // the end of the entries so far
	for i := range d.entries {
		e, next := &d.entries[i], d.start
		if i+1 < len(d.entries) {
			next = d.entries[i+1].header
		}
		switch n := next - e.end(); {
		case e.defect != "":
		case n < 0 || e.header < used:
			e.defect = "it shares bytes with another file"
		case n > 0 && !d.isDescriptor(e, n):
			d.fix("%d bytes at %d belong to none of its files", n, e.end())
		}
		if e.defect != "" {
			d.fix("%q: %s", e.Name, e.defect)
		}
		if e.data > 0 {
			used = max(used, e.end())
		}
		e.defect = cmp.Or(e.unsupported(), e.defect)
	}
	if d.fixed == "" && d.signed != "" && !signed {
		d.fixed = "the zip file is signed: " + d.signed
	}
}

// isDescriptor reports whether the n bytes after the data of an entry are its data descriptor. It may have a
// signature, and sizes of 32 or 64 bits.
func (d *directory) isDescriptor(e *entry, n int64) bool {
	if e.Flags&flagDescriptor == 0 || n > 24 {
		return false
	}
	le, text := binary.LittleEndian, bytes.TrimPrefix(d.file.read(e.end(), n), []byte("PK\x07\x08"))
	switch len(text) {
	case 12:
		return le.Uint32(text) == e.CRC32 && le.Uint32(text[4:]) == uint32(e.CompressedSize64)
	case 20:
		return le.Uint32(text) == e.CRC32 && le.Uint64(text[4:]) == e.CompressedSize64
	}
	return false
}

// findData finds the data of an entry. If its local header contradicts the directory, some readers see
// another file, so the entry has a defect.
func (d *directory) findData(e *entry) {
	data, err := e.DataOffset()
	e.header = d.file.at // DataOffset reads there
	var raw []byte       // the local header (section 4.3.7)
	if err == nil {
		raw = d.file.read(e.header, data-e.header)
	}
	n16, n32 := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
	switch at := e.header + int64(len(raw)); {
	case len(raw) < localSize || len(raw) != localSize+int(n16(raw[26:]))+int(n16(raw[28:])):
		e.defect = "its header is not where the directory says"
		return
	case e.CompressedSize64 > uint64(max(0, d.start-at)):
		e.defect = "its data does not fit into the file"
		return
	default:
		e.data = at
	}
	same := string(raw[localSize:][:n16(raw[26:])]) == e.Name
	if e.isFolder() {
		same = same && e.UncompressedSize64 == 0 && e.Flags&flagEncrypted == 0
	} else {
		same = same && n16(raw[8:]) == e.Method && (n16(raw[6:])^e.Flags)&flagsOfData == 0
		for i, want := range [...]uint64{uint64(e.CRC32), e.CompressedSize64, e.UncompressedSize64} {
			n := n32(raw[14+4*i:])
			same = same && (n == uint32(want) || e.Flags&flagDescriptor != 0 || i > 0 && n == full32)
		}
	}
	const zip64 = 28 // the longest zip64 field
	extra, ok := withoutZip64(e.Extra)
	extraOfLocal, okOfLocal := withoutZip64(raw[localSize+int(n16(raw[26:])):])
	if !same || !ok || !okOfLocal || max(len(extra), len(extraOfLocal)) > full16-zip64 || e.UncompressedSize64 == full32 {
		e.defect = "its header contradicts the directory"
	}
}

// withoutZip64 returns extra fields without the zip64 field (section 4.5.3), which archive/zip adds to records
// that need it. ok is false if readers differ in what the fields are.
func withoutZip64(extra []byte) (rest []byte, ok bool) {
	const id = 1
	n16, count := binary.LittleEndian.Uint16, 0
	for len(extra) >= 4 && 4+int(n16(extra[2:])) <= len(extra) {
		size := 4 + int(n16(extra[2:]))
		if n16(extra) == id {
			count++
		} else {
			rest = append(rest, extra[:size]...)
		}
		extra = extra[size:]
	}
	return rest, len(extra) == 0 && count < 2
}

// unsupported returns the reason why the text of an entry cannot be read, or "".
func (e *entry) unsupported() string {
	switch {
	case e.Flags&(flagEncrypted|flagStrong|flagMasked) != 0:
		return "it is encrypted"
	case e.Flags&flagPatched != 0:
		return "it is a patch for another file"
	case e.Method != stdzip.Store && e.Method != stdzip.Deflate:
		return fmt.Sprintf("it is compressed by method %d, which is not supported", e.Method)
	}
	return ""
}

// fix sets the reason why the zip file stays as it is, unless a reason is set already.
func (d *directory) fix(format string, args ...any) {
	d.fixed = cmp.Or(d.fixed, "the zip file cannot be written again as it is: "+fmt.Sprintf(format, args...))
}

// isSignature reports whether an entry with this name is a signature of other entries:
//
//   - signed JAR files, and formats that build on them, have META-INF/*.SF and .RSA, .DSA or .EC
//   - signed EPUB files have META-INF/signatures.xml (EPUB OCF 3.3 section 4.2.6.3.6)
//   - signed NuGet packages have .signature.p7s
func isSignature(name string) bool {
	folder, file := path.Split(strings.ToUpper(name))
	of := file == "SIGNATURES.XML" || strings.HasPrefix(file, "SIG-") || slices.Contains([]string{".SF", ".RSA", ".DSA", ".EC"}, path.Ext(file))
	return folder == "META-INF/" && of || name == ".signature.p7s"
}

// hasMagic reports whether text begins with a signature.
func hasMagic(text []byte, magic string) bool { return bytes.HasPrefix(text, []byte(magic)) }
