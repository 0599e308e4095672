package zip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// page returns a file with a page.
func page(name string) fileSpec {
	return fileSpec{name: name, text: strings.Repeat("<a href=x>\n", 9), method: methodDeflate, level: flate.DefaultCompression}
}

// TestLeft checks that a file which cannot be read with certainty stays, and is reported with the
// reason. The files around it are rewritten, unless archive/zip would write the file in another way.
func TestLeft(t *testing.T) {
	set16 := func(header, record int, n uint16) func(h, r []byte) {
		return func(h, r []byte) {
			if header > 0 {
				binary.LittleEndian.PutUint16(h[header:], n)
			}
			if record > 0 {
				binary.LittleEndian.PutUint16(r[record:], n)
			}
		}
	}
	set32 := func(header, record int, n uint32) func(h, r []byte) {
		return func(h, r []byte) {
			if header > 0 {
				binary.LittleEndian.PutUint32(h[header:], n)
			}
			if record > 0 {
				binary.LittleEndian.PutUint32(r[record:], n)
			}
		}
	}
	const header = "its header contradicts the directory"
	stays := 0
	for _, c := range []struct {
		want   string
		change func(f *fileSpec)
	}{
		{"it is encrypted", func(f *fileSpec) { f.flags = flagEncrypted }},
		{"it is encrypted", func(f *fileSpec) { f.flags = flagEncrypted | flagStrong }},
		{"it is encrypted", func(f *fileSpec) { f.flags = flagMasked }},
		{"it is a patch for another file", func(f *fileSpec) { f.flags = flagPatched }},
		{"it is compressed by method 99, which is not supported", func(f *fileSpec) { f.method = 99 }},
		{"it is compressed by method 12, which is not supported", func(f *fileSpec) { f.method = 12 }},
		{header, func(f *fileSpec) { f.wrong = set16(8, 0, methodStored) }},
		{header, func(f *fileSpec) { f.wrong = set16(6, 0, flagEncrypted) }},
		{header, func(f *fileSpec) { f.wrong = set16(6, 0, flagUTF8) }},
		{header, func(f *fileSpec) { f.wrong = set16(0, 8, flagDescriptor) }},
		{header, func(f *fileSpec) { f.wrong = func(h, _ []byte) { h[localSize] = 'X' } }},
		{header, func(f *fileSpec) { f.wrong = set32(14, 0, 1) }},
		{header, func(f *fileSpec) { f.wrong = set32(18, 0, 1) }},
		{header, func(f *fileSpec) { f.wrong = set32(22, 0, 1) }},
		{"its checksum is wrong", func(f *fileSpec) { f.wrong = set32(14, 16, 1) }},
		{"its size is another one than the directory says", func(f *fileSpec) { f.wrong = set32(22, 24, 98) }},
		{"its size is another one than the directory says", func(f *fileSpec) { f.wrong = set32(22, 24, 100) }},
		{"its size is another one than the directory says", func(f *fileSpec) { f.method, f.wrong = methodStored, set32(22, 24, 98) }},
		{"too much text: more than 67108864 bytes, and more than 1000 for each byte of the file", func(f *fileSpec) { f.wrong = set32(22, 24, 1<<30) }},
		{"its data cannot be decompressed: unexpected EOF", func(f *fileSpec) { f.wrong = func(h, r []byte) { h[18] -= 3; r[20] -= 3 } }},
		{"its data does not fit into the file", func(f *fileSpec) { f.wrong = set32(18, 20, 1<<30) }},
		{"it shares bytes with another file", func(f *fileSpec) { f.wrong = set32(18, 20, 120) }},
		{"its header is not where the directory says", func(f *fileSpec) { f.wrong = set32(0, 42, 1<<30) }},
		{"its header is not where the directory says", func(f *fileSpec) { f.wrong = func(h, _ []byte) { h[0] = 'X' } }},
		{"its data ends before the directory says", func(f *fileSpec) { f.gap = "" }},
	} {
		a := archive{files: []fileSpec{page("a.html"), page("b.html"), page("c.html")}}
		f := &a.files[1]
		c.change(f)
		if strings.HasPrefix(c.want, "its data ends") {
			f.method = methodDeflate
			a.files[2].gap = "gap"
			f.wrong = func(h, r []byte) { h[18] += 3; r[20] += 3 }
		}
		file := a.build()
		same, _ := rewrite(t, file, none)
		require.True(t, bytes.Equal(file, same), c.want)
		out, members := rewrite(t, file, upper)
		good, fixed := 0, false
		for _, m := range members {
			switch {
			case m.Name == "b.html" || m.Defect == "it shares bytes with another file":
				require.True(t, m.NoDocument)
				require.Equal(t, c.want, m.Defect, "%q", file)
			default:
				require.Empty(t, m.Defect)
				fixed = fixed || m.ReadOnly != ""
				good++
			}
		}
		require.GreaterOrEqual(t, good, 1, c.want)
		if fixed {
			require.True(t, bytes.Equal(file, out), c.want)
			stays++
			continue
		}
		for _, i := range []int{0, 2} {
			a.files[i].text = strings.ToUpper(a.files[i].text)
		}
		require.Equal(t, len(a.build()), len(out), c.want)
	}
	require.Equal(t, 13, stays)
}

// TestDescriptors checks that a data descriptor with other numbers than the directory does not change the
// file: not all readers take the same.
func TestDescriptors(t *testing.T) {
	for _, c := range []struct {
		at, n int
		fixed bool
	}{{0, 0, false}, {0, 1, true}, {4, 1, true}, {12, 1, true}} {
		f := page("b.html")
		f.later = true
		a := archive{files: []fileSpec{page("a.html"), f, page("c.html")}}
		file := a.build()
		at := bytes.LastIndex(file, []byte("PK\x03\x04")) - 12
		file[(at+c.at)%len(file)] += byte(c.n)
		out, members := rewrite(t, file, upper)
		require.Len(t, members, 3)
		require.Equal(t, c.fixed, bytes.Equal(file, out), "%+v", c)
		require.Equal(t, c.fixed, members[0].ReadOnly != "", "%+v %q", c, members[0].ReadOnly)
	}
}

// TestUnreported checks that files whose names are not those of documents are not reported.
func TestUnreported(t *testing.T) {
	f := page("b.png")
	f.flags = flagEncrypted
	_, members := rewrite(t, (&archive{files: []fileSpec{f}}).build(), upper)
	require.Len(t, members, 1)
	require.True(t, members[0].NoDocument)
	require.Empty(t, members[0].Defect)
}

// TestBroken checks that a file whose directory cannot be read stays, with the reason.
func TestBroken(t *testing.T) {
	a := archive{files: []fileSpec{page("a.html"), page("b.html")}}
	whole := a.build()
	end := len(whole) - endSize
	patch := func(at int, b ...byte) []byte {
		file := bytes.Clone(whole)
		copy(file[at:], b)
		return file
	}
	a.wideEnd = true
	wide := a.build()
	patchWide := func(at int, b ...byte) []byte {
		file := bytes.Clone(wide)
		copy(file[at:], b)
		return file
	}
	locator := len(wide) - endSize - locatorSize
	const noDirectory = "no directory that can be read at the end of the zip file: it is cut short, damaged, or no zip file"
	for _, c := range []struct {
		file []byte
		want string
	}{
		{nil, noDirectory},
		{[]byte("PK"), noDirectory},
		{whole[:end], noDirectory},
		{whole[:end+10], noDirectory},
		{append(bytes.Clone(whole), make([]byte, 70_000)...), noDirectory},
		{patch(end+4, 1), "a part of a zip file in several parts"},
		{patch(end+8, 1, 0, 1, 0), noDirectory},
		{patch(end+8, 3, 0, 3, 0), noDirectory},
		{patch(end+8, 255, 0, 255, 0), noDirectory},
		{patch(end+15, 1), noDirectory},
		{patch(284+recordSize+6, 'X'), noDirectory},
		{patch(284+28, 255), noDirectory},
		{patchWide(locator+8, 255, 255), noDirectory},
		{patchWide(locator-end64Size, 'X'), noDirectory},
	} {
		out, members := rewrite(t, c.file, upper)
		require.True(t, bytes.Equal(c.file, out), c.want)
		require.Len(t, members, 1, c.want)
		require.Equal(t, c.want, members[0].Defect)
		_, err := list(bytes.NewReader(c.file), format.Options{})
		require.EqualError(t, err, c.want)
		var b format.Broken
		require.ErrorAs(t, err, &b)
		require.NotEmpty(t, b.Advice())
	}
}

// TestFixed checks that a file which archive/zip would not write as it is, or in which readers differ, stays,
// with the reason. Its pages are read.
func TestFixed(t *testing.T) {
	two := func(change func(a *archive)) []byte {
		a := archive{files: []fileSpec{page("a.html"), page("b.html")}}
		change(&a)
		return a.build()
	}
	plain := two(func(*archive) {})
	end := len(plain) - endSize
	for _, c := range []struct {
		file []byte
		want string
	}{
		{two(func(a *archive) { a.files[1].gap = "gap" }), "3 bytes at 142 belong to none of its files"},
		{two(func(a *archive) { a.gap = "gap" }), "3 bytes at 284 belong to none of its files"},
		{two(func(a *archive) { a.gap = "APK Sig Block 42" }), "16 bytes at 284 belong to none of its files"},
		{two(func(a *archive) { a.sign = "signature" }), "its directory has other bytes than its records, such as a signature"},
		{two(func(a *archive) { a.wideEnd, a.more64 = true, "more" }), "readers differ in whether they take its zip64 end"},
		{slices.Concat(plain[:end+12], []byte{10}, plain[end+13:]), "its directory has other bytes than its records, such as a signature"},
		{append(bytes.Clone(plain), plain...), "readers differ in which of two directories they take"},
		{two(func(a *archive) { a.files[0].wrong = func(h, _ []byte) { h[8] = 0 } }), `"a.html": its header contradicts the directory`},
		{slices.Concat(plain[:end], []byte("between"), plain[end:]), "readers differ in which of two directories they take"},
	} {
		out, members := rewrite(t, c.file, upper)
		require.True(t, bytes.Equal(c.file, out), c.want)
		require.Len(t, members, 2, c.want)
		require.Equal(t, "the zip file cannot be written again as it is: "+c.want, members[1].ReadOnly)
		require.Contains(t, string(members[1].Text), "<a href=x>")
	}
}

// TestCut checks that a zip file which is cut at any byte stays.
func TestCut(t *testing.T) {
	a := archive{files: []fileSpec{page("a.html"), page("b.html")}, comment: "PK\x05\x06", wideEnd: true}
	file := a.build()
	for n := range file {
		out, _ := rewrite(t, file[:n], upper)
		if n < len(file)-len(a.comment) {
			require.True(t, bytes.Equal(file[:n], out), n)
		}
	}
}

// TestDirectoryLies changes each byte of the directory and of the local headers. Files that can still be
// read are changed, and the others stay. Nothing fails, and what is not changed is copied.
func TestDirectoryLies(t *testing.T) {
	a := archive{files: []fileSpec{page("a.html"), page("b.html"), {name: "c.html", text: "<a href=x>", later: true, magic: true, wide: true}}, wideEnd: true}
	file := a.build()
	for i := 0; i < len(file); i += corpus.Step(7) {
		for _, b := range []byte{0, 0xff, file[i] + 1, file[i] ^ 8} {
			changed := bytes.Clone(file)
			changed[i] = b
			checkFile(t, changed)
		}
	}
}

// zeros is a text that is compressed to a thousandth.
func zeros(n int) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	zero := make([]byte, 1<<20)
	for ; n > 0; n -= len(zero) {
		_, _ = w.Write(zero[:min(n, len(zero))])
	}
	_ = w.Close()
	return b.Bytes()
}

// TestBomb checks that a file stays whose text is larger than the limits allow, without taking the
// memory.
func TestBomb(t *testing.T) {
	const size = 80 << 20
	data := zeros(size)
	crc := uint32(0)
	zero := make([]byte, 1<<20)
	for range size / len(zero) {
		crc = crc32.Update(crc, crc32.IEEETable, zero)
	}
	header := put(nil, localMagic, uint16(20), uint16(0), uint16(methodDeflate), uint32(0), crc, uint32(len(data)), uint32(size), uint16(6), uint16(0), "b.html")
	record := put(nil, recordMagic, uint16(20), uint16(20), uint16(0), uint16(methodDeflate), uint32(0), crc, uint32(len(data)), uint32(size), uint16(6), uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(0), "b.html")
	file := append(append(append(header, data...), record...), put(nil, endMagic, uint32(0), uint16(1), uint16(1), uint32(len(record)), uint32(len(header)+len(data)), uint16(0))...)
	for _, c := range []struct {
		options format.Options
		defect  string
		large   bool
	}{
		{format.Options{Limits: format.Limits{Ratio: 500}}, "too much text: more than 67108864 bytes, and more than 500 for each byte of the file", false},
		{format.Options{MaxMember: 1 << 20, Limits: format.Limits{Size: 2 << 30}}, "", true},
	} {
		c.options.Document = isPage
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := newReader(bytes.NewReader(file), c.options)
		var m format.Member
		require.NoError(t, r.Next(&m))
		runtime.ReadMemStats(&after)
		require.Equal(t, c.defect, m.Defect)
		require.Equal(t, c.large, m.Large)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
		require.ErrorIs(t, r.Next(&m), io.EOF)
	}
}

// overlapping returns a zip file in which all n entries share one text, as in David Fifield's zip
// bombs: each has the local headers of the following ones as stored data (quoted), or all have one
// local header.
func overlapping(n int, quoted bool) []byte {
	kernel := zeros(1 << 20)
	crc := crc32.ChecksumIEEE(make([]byte, 1<<20))
	name := func(i int) string { return fmt.Sprintf("%06d.html", i) }
	var b []byte
	var records []byte
	header := func(name string, packed int) []byte {
		return put(nil, localMagic, uint16(20), uint16(0), uint16(methodDeflate), uint32(0), crc, uint32(packed), uint32(1<<20), uint16(len(name)), uint16(0), name)
	}
	size := len(header(name(0), 0))
	for i := range n {
		at, packed := 0, len(kernel)
		if quoted {
			at, packed = i*(size+5), (n-1-i)*(size+5)+len(kernel)
			b = append(b, header(name(i), packed)...)
			if i < n-1 { // a stored block with the next header
				b = put(b, "\x00", uint16(size), ^uint16(size))
			} else {
				b = append(b, "\x00\x00\x00\xff\xff"...)
			}
		}
		records = append(records, put(nil, recordMagic, uint16(20), uint16(20), uint16(0), uint16(methodDeflate), uint32(0), crc, uint32(packed), uint32(1<<20), uint16(size-localSize), uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(at), name(i))...)
	}
	if !quoted {
		b = header(name(0), len(kernel))
	}
	b = append(b, kernel...)
	start := len(b)
	return put(append(b, records...), endMagic, uint32(0), uint16(n), uint16(n), uint32(len(records)), uint32(start), uint16(0))
}

// TestOverlapping checks that entries which share bytes stay, and that their text is not decompressed.
func TestOverlapping(t *testing.T) {
	for _, quoted := range []bool{false, true} {
		file := overlapping(30_000, quoted)
		begin := time.Now()
		out, members := rewrite(t, file, upper)
		require.Less(t, time.Since(begin), 20*time.Second) // 30 GB take longer
		require.True(t, bytes.Equal(file, out))
		require.Len(t, members, 30_000)
		shared := 0
		for _, m := range members {
			if m.Defect != "" {
				shared++
			}
		}
		require.GreaterOrEqual(t, shared, 29_999)
	}
}

// TestMany checks a zip file with a million empty entries if HREFIX_HOSTILE is set, or else 100,000: it
// takes little memory.
func TestMany(t *testing.T) {
	n := 100_000
	if os.Getenv("HREFIX_HOSTILE") != "" {
		n = 1_000_000
	}
	var b, records []byte
	for i := range n {
		at := uint32(len(b))
		name := fmt.Sprintf("%d.html", i)
		b = put(b, localMagic, uint16(20), uint16(0), uint16(methodStored), uint32(0), uint32(0), uint32(0), uint32(0), uint16(len(name)), uint16(0), name)
		records = put(records, recordMagic, uint16(20), uint16(20), uint16(0), uint16(methodStored), uint32(0), uint32(0), uint32(0), uint32(0), uint16(len(name)), uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), at, name)
	}
	start := uint32(len(b))
	size := uint32(len(records))
	b = append(b, records...)
	file := put(b, endMagic, uint32(0), uint16(n&full16), uint16(n&full16), size, start, uint16(0)) // as programs without zip64 write it
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := newReader(bytes.NewReader(file), format.Options{Document: isPage})
	var m format.Member
	count := 0
	for r.Next(&m) == nil {
		count++
	}
	require.Equal(t, n, count)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int(after.HeapAlloc)-int(before.HeapAlloc), 400*n)
	runtime.KeepAlive(r)

	runtime.ReadMemStats(&before)
	all, err := list(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Len(t, all, n)
	require.Less(t, int(after.HeapAlloc)-int(before.HeapAlloc), 200*n)
	runtime.KeepAlive(all)
}
