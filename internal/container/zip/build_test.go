package zip

import (
	stdzip "archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/klauspost/compress/flate"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

const (
	methodStored, methodDeflate = stdzip.Store, stdzip.Deflate

	localMagic      = "PK\x03\x04" // before the data of an entry
	signatureMagic  = "PK\x05\x05" // of the central directory
	descriptorMagic = "PK\x07\x08" // after the data, optional
	end64Magic      = "PK\x06\x06" // of the zip64 end of central directory record
	zip64Version    = 45
)

// An archive is a zip file that a test builds: all that the format allows, and what archive/zip does
// not write.
type archive struct {
	prefix   string
	absolute bool // offsets count from the start of the prefix
	files    []fileSpec
	gap      string // before the directory
	sign     string // after its records
	wideEnd  bool   // a zip64 end, whether it is needed or not
	more64   string // at the end of that
	comment  string
	trailing string
	reverse  bool // the directory has the files in reverse
}

// A fileSpec is a file of an archive.
type fileSpec struct {
	name, text  string
	method      uint16
	level       int
	flags       uint16
	version     uint16 // that is needed, unless it is 2.0, or 4.5 with wide
	later       bool   // a data descriptor
	magic       bool   // with a signature
	wide        bool   // with 64 bits, and a zip64 field in the local header
	early       bool   // the local header has the numbers, too
	earlySize   bool   // the local header has the size, as bsdtar writes it
	wideRecord  string // which numbers the directory has in a zip64 field: "s", "p", "h"
	extra       string // in the local header
	recordExtra string
	comment     string
	gap         string // before the local header
	attributes  uint32
	madeBy      byte
	wrong       func(header, record []byte) // changes the headers
}

// packers are writers by their levels. Making one takes long.
var packers = func() map[int]*flate.Writer {
	all := make(map[int]*flate.Writer)
	for _, level := range []int{flate.BestSpeed, flate.DefaultCompression, flate.BestCompression} {
		all[level], _ = flate.NewWriter(nil, level)
	}
	return all
}()

// packed returns the compressed text.
func (f *fileSpec) packed() []byte {
	if f.method != methodDeflate {
		return []byte(f.text)
	}
	var b bytes.Buffer
	w := packers[f.level]
	w.Reset(&b)
	_, _ = w.Write([]byte(f.text))
	_ = w.Close()
	return b.Bytes()
}

// put appends numbers: as many bytes of each as it has.
func put(b []byte, numbers ...any) []byte {
	for _, n := range numbers {
		switch n := n.(type) {
		case uint16:
			b = binary.LittleEndian.AppendUint16(b, n)
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, n)
		case uint64:
			b = binary.LittleEndian.AppendUint64(b, n)
		case string:
			b = append(b, n...)
		default:
			panic(fmt.Sprintf("%T", n))
		}
	}
	return b
}

// build returns the zip file.
func (a *archive) build() []byte {
	b := []byte(a.prefix)
	var records [][]byte
	for i := range a.files {
		f := &a.files[i]
		b = append(b, f.gap...)
		at := uint64(len(b))
		if !a.absolute {
			at -= uint64(len(a.prefix))
		}
		header, data, after, record := f.parts(at)
		if f.wrong != nil {
			f.wrong(header, record)
		}
		b = append(append(append(b, header...), data...), after...)
		records = append(records, record)
	}
	b = append(b, a.gap...)
	start := uint64(len(b))
	for i := range records {
		if a.reverse {
			i = len(records) - 1 - i
		}
		b = append(b, records[i]...)
	}
	if a.sign != "" {
		b = put(b, signatureMagic, uint16(len(a.sign)), a.sign)
	}
	return a.end(b, start)
}

// parts returns the parts of a file, whose local header is at an offset.
func (f *fileSpec) parts(at uint64) (header, data, after, record []byte) {
	data = f.packed()
	crc := crc32.ChecksumIEEE([]byte(f.text))
	packed, size := uint64(len(data)), uint64(len(f.text))
	flags := f.flags
	if f.later {
		flags |= flagDescriptor
	}
	version, extra := cmp.Or(f.version, 20), f.extra
	lcrc, lpacked, lsize := crc, packed, size
	if f.later && !f.early {
		lcrc, lpacked, lsize = 0, 0, 0
		if f.earlySize {
			lsize = size
		}
	}
	if f.wide {
		version = zip64Version
		extra = string(put(nil, uint16(1), uint16(16), lsize, lpacked)) + extra
		lpacked, lsize = full32, full32
	}
	header = put(nil, localMagic, version, flags, f.method, uint32(0x12345678), lcrc, uint32(lpacked), uint32(lsize), uint16(len(f.name)), uint16(len(extra)), f.name, extra)
	if f.later {
		if f.magic {
			after = put(after, descriptorMagic)
		}
		after = put(after, crc)
		if f.wide {
			after = put(after, packed, size)
		} else {
			after = put(after, uint32(packed), uint32(size))
		}
	}
	return header, data, after, f.record(at, flags, version, crc, packed, size)
}

// record returns the record of a file.
func (f *fileSpec) record(at uint64, flags, version uint16, crc uint32, packed, size uint64) []byte {
	var wide []byte
	take := func(n uint64, name string) uint32 {
		if strings.Contains(f.wideRecord, name) {
			wide = put(wide, n)
			return full32
		}
		return uint32(n)
	}
	s32, p32, h32 := take(size, "s"), take(packed, "p"), take(at, "h")
	extra := f.recordExtra
	if len(wide) > 0 {
		extra += string(put(nil, uint16(1), uint16(len(wide)), string(wide)))
	}
	return put(nil, recordMagic, uint16(f.madeBy)<<8|20, version, flags, f.method, uint32(0x12345678), crc, p32, s32,
		uint16(len(f.name)), uint16(len(extra)), uint16(len(f.comment)), uint16(0), uint16(0), f.attributes, h32, f.name, extra, f.comment)
}

// end appends what is after the records.
func (a *archive) end(b []byte, start uint64) []byte {
	size, shift := uint64(len(b))-start, uint64(0)
	if !a.absolute {
		shift = uint64(len(a.prefix))
	}
	count := uint64(len(a.files))
	end := []any{uint16(0), uint16(0), uint16(count), uint16(count), uint32(size), uint32(start - shift)}
	if a.wideEnd {
		at := uint64(len(b)) - shift
		b = put(b, end64Magic, uint64(end64Size-12+len(a.more64)), uint16(45), uint16(45), uint32(0), uint32(0), count, count, size, start-shift, a.more64)
		b = put(b, locatorMagic, uint32(0), at, uint32(1))
		end = []any{uint16(0), uint16(0), uint16(full16), uint16(full16), uint32(full32), uint32(full32)}
	}
	b = put(put(put(b, endMagic), end...), uint16(len(a.comment)), a.comment)
	return append(b, a.trailing...)
}

// randomArchive returns a valid archive.
func randomArchive(rnd *rand.Rand) *archive {
	some := func(most int) string {
		if rnd.IntN(2) == 0 {
			return ""
		}
		return strings.Repeat(string(rune('a'+rnd.IntN(26))), rnd.IntN(most))
	}
	extra := func() string {
		if rnd.IntN(2) == 0 {
			return ""
		}
		x := some(40)
		return string(put(nil, uint16(0x5455), uint16(len(x)), x))
	}
	odd := func() bool { return rnd.IntN(2) == 0 }
	rare := func(s string) string { return strings.Repeat(s, rnd.IntN(10)/9) }
	a := &archive{prefix: some(100), absolute: odd(), gap: rare(some(50)), wideEnd: odd(), comment: some(100), trailing: some(50), reverse: odd()}
	if a.wideEnd {
		a.more64 = rare(some(30))
	}
	for range rnd.IntN(8) {
		name := []string{"a.html", "b/c.html", "image.png", "../x.html", "a\\b.html", "\x80\xff.html", "dir/", "a\x00b.html", "C:/x.html", "/etc/x.html"}[rnd.IntN(10)]
		f := fileSpec{
			name: name, text: strings.Repeat(some(20)+"<a href=x>\n", rnd.IntN(40)), method: []uint16{methodStored, methodDeflate}[rnd.IntN(2)],
			level: flate.DefaultCompression, later: odd(), magic: odd(), wide: odd(), early: odd(), earlySize: odd(), extra: extra(), recordExtra: extra(),
			comment: some(60), gap: rare(some(30)), madeBy: []byte{0, 3, 10, 19}[rnd.IntN(4)],
		}
		for _, c := range "sph" {
			if odd() {
				f.wideRecord += string(c)
			}
		}
		if strings.HasSuffix(name, "/") {
			f.text, f.method, f.later = "", methodStored, false
		}
		if f.madeBy == 3 {
			f.attributes = 0o100644 << 16
		}
		a.files = append(a.files, f)
	}
	return a
}

// written returns the archive as archive/zip writes it. fixed is whether it cannot, because bytes belong to
// no file, or does not read it.
func (a *archive) written() (w archive, fixed bool) {
	w = *a
	w.files = slices.Clone(a.files)
	w.wideEnd, w.more64 = len(a.files) >= full16, ""
	if fixed = a.gap != "" || a.sign != "" || a.wideEnd && (a.more64 != "" || a.prefix != "" && !a.absolute); len(a.files) == 0 {
		return w, true
	}
	for i := range w.files {
		f := &w.files[i]
		fixed = fixed || i > 0 && f.gap != ""
		if f.wide {
			f.version = zip64Version
		}
		f.magic, f.early, f.earlySize, f.wide, f.wideRecord = true, false, false, false, ""
	}
	return w, fixed
}

// TestBuilt rewrites random archives. The output has to be the archive that is built with the new
// texts: the numbers are right in all forms, and nothing else has changed. Archives with bytes that belong
// to no file stay.
func TestBuilt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	changed, left := 0, 0
	rounds := corpus.Rounds(2000)
	for range rounds {
		a := randomArchive(rnd)
		file := a.build()
		same, _ := rewrite(t, file, none)
		require.True(t, bytes.Equal(file, same), "%+v", a)
		out, members := rewrite(t, file, upper)
		want, fixed := a.written()
		if fixed {
			require.True(t, bytes.Equal(file, out), "%+v", a)
			left++
			continue
		}
		require.Len(t, members, len(a.files), "%+v %v", a, members)
		for i := range want.files {
			f := &want.files[i]
			if strings.HasSuffix(f.name, ".html") {
				require.Equal(t, f.text, string(members[i].Text), "%+v", a)
				f.text = strings.ToUpper(f.text)
				changed++
			}
		}
		if bytes.Equal(out, file) {
			continue // the texts are in upper case
		}
		require.True(t, bytes.Equal(want.build(), out), "%+v\n%q\n%q", a, want.build(), out)
	}
	require.Greater(t, changed, rounds/8)
	require.Greater(t, left, rounds/8)
}
