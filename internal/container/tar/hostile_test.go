package tar

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// samples are archives in all dialects, whole and broken.
func samples() map[string][]byte {
	doc := raw{name: "a.html", kind: '0', magic: ustar, data: "<a href=x>"}
	huge := func(size string) raw { return raw{name: "a.html", kind: '0', magic: gnu, size: size} }
	sparse := raw{name: "s.html", kind: 'S', magic: gnu, data: "<a href=x>"}.String()
	return map[string][]byte{
		"one file":      archive(doc),
		"several":       archive(doc, raw{name: "v7", data: "data"}, raw{name: "d", kind: '5', magic: gnu}, raw{name: "l", kind: '2', link: "a.html"}, doc),
		"no end":        []byte(doc.String()),
		"lone zeros":    append([]byte(doc.String()), make([]byte, blockSize)...),
		"record":        append(archive(doc), make([]byte, 10240-2048)...),
		"after the end": append(archive(doc), archive(doc)...),
		"text after":    append(archive(doc), "text"...),
		"pax":           archive(raw{name: "x", kind: 'x', magic: ustar, data: record("path", "long.html") + record("size", "10")}, doc),
		"pax cut":       archive(raw{name: "x", kind: 'x', magic: ustar, data: record("path", "long.html")[:9]}, doc),
		"pax wrong":     archive(raw{name: "x", kind: 'x', magic: ustar, data: "99999999999999999999 a=b\n"}, doc),
		"pax negative":  archive(raw{name: "x", kind: 'x', magic: ustar, data: record("size", "-1")}, doc),
		"pax overflow":  archive(raw{name: "x", kind: 'x', magic: ustar, data: record("size", "9223372036854775807")}, doc),
		"pax twice":     archive(raw{name: "x", kind: 'x', magic: ustar, data: record("a", "b")}, raw{name: "x", kind: 'X', magic: ustar, data: record("a", "b")}, doc),
		"global":        archive(raw{name: "g", kind: 'g', magic: ustar, data: record("comment", "x")}, doc),
		"global size":   archive(raw{name: "g", kind: 'g', magic: ustar, data: record("size", "10")}, doc),
		"global last":   archive(doc, raw{name: "g", kind: 'g', magic: ustar, data: record("comment", "x")}),
		"gnu":           archive(raw{name: "L", kind: 'L', magic: gnu, data: "long.html\x00"}, raw{name: "K", kind: 'K', magic: gnu, data: "x"}, doc),
		"checksum":      archive(doc, raw{name: "b.html", kind: '0', sum: "1%06o"}, doc),
		"octal":         archive(doc, huge("0000000009\x00\x00"), doc),
		"overflow":      archive(doc, huge("\x80\x00\x00\x00\x7f\xff\xff\xff\xff\xff\xff\xff"), doc),
		"negative":      archive(doc, huge("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), doc),
		"huge":          archive(doc, huge("\x80\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff"), doc),
		"cut":           archive(doc)[:blockSize+5],
		"cut header":    archive(doc, doc)[:2*blockSize+5],
		"sparse":        archive(stringer(sparse), doc),
		"sparse map":    archive(stringer(withMap(sparse, 3)), doc),
		"sparse star":   archive(raw{name: "s", kind: 'S', magic: ustar}, doc),
		"sparse 1.0": archive(raw{name: "x", kind: 'x', magic: ustar, data: record("GNU.sparse.major", "1") + record("GNU.sparse.name", "s.html") +
			record("GNU.sparse.realsize", "1000000")}, raw{name: "GNUSparseFile.0/s.html", kind: '0', magic: ustar, data: "1\n0\n10\n" + strings.Repeat("\x00", 505) + "<a href=x>"}, doc),
		"hard link": archive(raw{name: "l", kind: '1', link: "a.html", size: "00000000012\x00"}, doc, raw{name: "m", kind: '1', link: "a.html", data: "<p>"}),
		"empty":     {},
		"zeros":     make([]byte, 10240),
		"text":      []byte("no archive"),
	}
}

// stringer makes text a part of an archive.
func stringer(text string) fmt.Stringer { return bytes.NewBufferString(text) }

// withMap adds blocks with more of its map to a sparse file.
func withMap(file string, n int) string {
	b := block(file[:blockSize])
	b = bytes.Clone(b)
	b[moreSparse] = 1
	copy(b[sparseSize.start:], "00000010000\x00")
	setNumber(b.field(sumField), b.sum(false))
	for i := range n {
		more := make([]byte, blockSize)
		if i < n-1 {
			more[moreInMap] = 1
		}
		b = append(b, more...)
	}
	return string(b) + file[blockSize:]
}

// TestLaws checks what holds for every file: see check.
func TestLaws(t *testing.T) {
	for name, file := range samples() {
		t.Run(name, func(t *testing.T) { check(t, file) })
	}
}

// TestCut checks all samples cut at each byte.
func TestCut(t *testing.T) {
	for _, file := range samples() {
		if len(file) > 8<<10 {
			continue
		}
		for n := 0; n < len(file); n += corpus.Step(9) {
			checkWhole(t, file[:n], format.Options{})
		}
	}
}

// check checks that the texts of the members are the file, with all limits, however it is read; and
// that the list has the same files.
func check(t testing.TB, file []byte) {
	t.Helper()
	html := func(name string, head func() []byte) (bool, string) {
		return strings.HasSuffix(name, ".html") && len(head()) > 0, ""
	}
	whole := checkWhole(t, file, format.Options{})
	for _, most := range []int{1, 511, 512, 1024, 1034, 1 << 20} {
		checkWhole(t, file, format.Options{MaxMember: most})
		checkWhole(t, file, format.Options{MaxMember: most, Document: html})
	}
	require.Equal(t, whole, readAll(t, iotest.OneByteReader(bytes.NewReader(file)), format.Options{}))
	require.Equal(t, whole, readAll(t, iotest.DataErrReader(bytes.NewReader(file)), format.Options{}))
	files := entries(t, file)
	if n := len(whole); n > 0 && whole[n-1].Name == "" && whole[n-1].NoDocument && n > len(files) {
		whole = whole[:n-1]
	}
	require.Len(t, files, len(whole))
	for i := range files {
		require.Equal(t, files[i].Name, whole[i].Name)
	}
	same := replace(t, file, format.Options{}, func(m *format.Member) []byte { return bytes.Clone(m.Document()) })
	equal(t, file, same)
}

// checkWhole checks the members of a file, and returns them with large ones as one.
func checkWhole(t testing.TB, file []byte, o format.Options) (all []format.Member) {
	t.Helper()
	var text []byte
	for _, m := range readAll(t, bytes.NewReader(file), o) {
		require.Equal(t, int64(len(text)), m.Offset)
		require.NotEmpty(t, m.Text)
		text = append(text, m.Text...)
		if m.Large && o.MaxMember > 0 {
			require.LessOrEqual(t, len(m.Text), max(o.MaxMember, 4<<10))
		}
		if m.Continued {
			require.True(t, m.Large)
			continue
		}
		all = append(all, m)
		require.Equal(t, len(all), m.Number)
		if !m.NoDocument && m.Defect == "" && !m.Large && len(text) < len(file) {
			require.Equal(t, int(padding(int64(m.End-m.Start))), len(m.Text)-m.End)
		}
	}
	equal(t, file, text)
	return all
}

// TestFaults checks what is reported of broken archives, and which documents are read.
func TestFaults(t *testing.T) {
	for name, want := range map[string]string{
		"one file":      "a.html",
		"no end":        "a.html",
		"lone zeros":    "a.html",
		"record":        "a.html",
		"after the end": "a.html; left: data after the end of the archive",
		"text after":    "a.html; left: data after the end of the archive",
		"pax cut":       "left from byte 0 on: an extended header with a record that is not valid",
		"pax wrong":     "left from byte 0 on: an extended header with a record that is not valid",
		"pax negative":  "left from byte 0 on: an extended header with a record that is not valid",
		"pax overflow":  "left from byte 0 on: an extended header whose size cannot be",
		"pax twice":     "left from byte 0 on: two extended headers for one file, which readers take in different ways",
		"global":        "a.html",
		"global size":   "left from byte 0 on: a global header that gives the size of files, which readers take in different ways",
		"global last":   "a.html",
		"checksum":      "a.html; left from byte 1024 on: a header whose checksum is wrong",
		"octal":         "a.html; left from byte 1024 on: a header whose size cannot be",
		"overflow":      "a.html; left from byte 1024 on: a header whose size cannot be",
		"negative":      "a.html; left from byte 1024 on: a header whose size cannot be",
		"cut":           "the archive ends within the file: 507 bytes of the file and its padding are missing",
		"cut header":    "a.html; left from byte 1024 on: headers that are cut: the archive ends",
		"sparse":        "the file is sparse: its document is not stored as a whole; a.html",
		"sparse map":    "the file is sparse: its document is not stored as a whole; a.html",
		"sparse star":   "left from byte 0 on: a sparse file that is not one of GNU tar",
		"sparse 1.0":    "the file is sparse: its document is not stored as a whole; a.html",
		"hard link":     "a.html; the file is a hard link that has data, too",
		"zeros":         "",
		"empty":         "",
		"text":          "left from byte 0 on: headers that are cut: the archive ends",
	} {
		var got []string
		for _, m := range readAll(t, bytes.NewReader(samples()[name]), format.Options{}) {
			switch {
			case m.Defect != "":
				got = append(got, m.Defect)
			case !m.NoDocument:
				got = append(got, m.Name)
			}
			got = append(got, m.Faults...)
		}
		require.Equal(t, want, strings.Join(got, "; "), name)
	}
	sizes := make(map[string]int64)
	for _, name := range []string{"sparse map", "sparse 1.0"} {
		for _, e := range entries(t, samples()[name]) {
			sizes[name+" "+e.Name] = e.Size
		}
	}
	require.Equal(t, map[string]int64{"sparse map s.html": 4096, "sparse map a.html": 10, "sparse 1.0 s.html": 1000000, "sparse 1.0 a.html": 10}, sizes)
}

// TestReadError: members before an error of reading are returned first.
func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	file := samples()["several"]
	end := bytes.LastIndexFunc(file, func(c rune) bool { return c != 0 })
	for n := 0; n < len(file); n += 37 {
		var got []byte
		r := Format.Open(io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(broken)), format.Options{})
		var m format.Member
		var err error
		for err = r.Next(&m); err == nil; err = r.Next(&m) {
			got = append(got, m.Text...)
		}
		require.ErrorIs(t, err, broken)
		require.ErrorContains(t, err, fmt.Sprintf("at offset %d:", n))
		require.ErrorIs(t, r.Next(&m), broken)
		equal(t, file[:n], got)
		_, err = Format.List(io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(broken)), format.Options{})
		if n < end || err != nil { // what follows the end is not read
			require.ErrorIs(t, err, broken)
		}
	}
	require.ErrorIs(t, Format.Open(stuck{}, format.Options{}).Next(new(format.Member)), io.ErrNoProgress)
}

// stuck is a reader that returns nothing.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// zeros is an endless file of zeros, after a text.
func zeros(text string, n int64) io.Reader {
	return io.MultiReader(strings.NewReader(text), io.LimitReader(zero{}, n))
}

type zero struct{}

func (zero) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// TestMemory reads files of 256 MiB that are no documents, or too large, or headers of that size.
func TestMemory(t *testing.T) {
	const size = 256 << 20
	head := func(kind byte) raw {
		return raw{name: "a.bin", kind: kind, magic: gnu, size: fmt.Sprintf("%011o\x00", size)}
	}
	hasDocument := func(string, func() []byte) (bool, string) { return true, "" }
	noDocument := func(string, func() []byte) (bool, string) { return false, "" }
	sparse := withMap(head('S').String(), 1)
	for name, test := range map[string]struct {
		text string
		o    format.Options
		want string
	}{
		"no document": {head('0').String(), format.Options{Document: noDocument}, ""},
		"too large":   {head('0').String(), format.Options{Document: hasDocument, MaxMember: 1 << 20}, ""},
		"sparse":      {sparse, format.Options{Document: hasDocument, MaxMember: 1 << 20}, ""},
		"pax":         {head('x').String(), format.Options{Document: hasDocument, MaxMember: 1 << 20}, "left from byte 0 on: headers of one file with more than 1048576 bytes"},
		"global":      {head('g').String(), format.Options{}, "left from byte 0 on: headers of one file with more than 1048576 bytes"},
		"name":        {head('L').String(), format.Options{}, "left from byte 0 on: headers of one file with more than 1048576 bytes"},
		"end":         {"", format.Options{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := Format.Open(zeros(test.text, size), test.o)
			var n int64
			var faults []string
			var m format.Member
			for r.Next(&m) == nil {
				n += int64(len(m.Text))
				faults = append(faults, m.Faults...)
			}
			runtime.ReadMemStats(&after)
			require.Equal(t, int64(len(test.text))+size, n)
			require.Equal(t, test.want, strings.Join(faults, "; "))
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20))
		})
	}
}

// TestManyHeaders: headers without an end, and sparse files without an end of their map, are read in
// linear time, and no more than the limit of them.
func TestManyHeaders(t *testing.T) {
	long := raw{name: "L", kind: 'L', magic: gnu, data: "n"}.String()
	file := strings.Repeat(long, 20_000)
	all := checkWhole(t, []byte(file), format.Options{})
	require.Len(t, all, 1)
	require.Equal(t, []string{"left from byte 0 on: headers of one file with more than 1048576 bytes"}, all[0].Faults)
	sparse := withMap(raw{name: "s", kind: 'S', magic: gnu}.String(), 10_000)
	all = checkWhole(t, []byte(sparse), format.Options{})
	require.Equal(t, []string{"left from byte 0 on: headers of one file with more than 1048576 bytes"}, all[0].Faults)
	// As many as there may be, for many files.
	file = strings.Repeat(strings.Repeat(long, maxHeaders/len(long)-1)+raw{name: "a", kind: '0', data: "x"}.String(), 10)
	require.Len(t, checkWhole(t, []byte(file), format.Options{}), 10)
}

// TestListSeeks lists an archive of 1 TiB, which it could not read.
func TestListSeeks(t *testing.T) {
	const size = 1 << 40
	var n int64
	at := map[int64]string{}
	for i := range 3 {
		at[n] = raw{name: fmt.Sprint(i), kind: '0', magic: gnu, size: "\x80\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00"}.String()
		n += blockSize + size
	}
	file := &sparseReader{at: at, end: n}
	all, err := Format.List(file, format.Options{})
	require.NoError(t, err)
	require.Len(t, all, 3)
	require.Equal(t, int64(size), all[2].Size)
	require.Less(t, file.read, int64(4<<20))
}

// A sparseReader is a file of zeros with a few blocks that are not zero.
type sparseReader struct {
	at       map[int64]string
	pos, end int64
	read     int64
}

func (r *sparseReader) Read(b []byte) (int, error) {
	n := int(min(int64(len(b)), r.end-r.pos))
	if n <= 0 {
		return 0, io.EOF
	}
	clear(b[:n])
	for at, text := range r.at {
		if at <= r.pos && r.pos < at+int64(len(text)) {
			copy(b[:n], text[r.pos-at:])
		} else if r.pos < at && at < r.pos+int64(n) {
			copy(b[at-r.pos:n], text)
		}
	}
	r.pos += int64(n)
	r.read += int64(n)
	return n, nil
}

func (r *sparseReader) Seek(n int64, whence int) (int64, error) {
	if whence != io.SeekCurrent {
		return 0, errors.New("not implemented")
	}
	r.pos += n
	return r.pos, nil
}

// A pipe cannot seek, although it has the method.
type pipe struct{ io.Reader }

func (pipe) Seek(int64, int) (int64, error) { return 0, errors.New("a pipe") }

func TestListPipe(t *testing.T) {
	file := write(t, goFormats[0], 1<<20, 5, 300_000)
	want, err := Format.List(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	require.Len(t, want, 3)
	got, err := Format.List(pipe{bytes.NewReader(file)}, format.Options{})
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// FuzzTar checks that the members of any file are the file, and that what correct writes is read
// in the same way.
func FuzzTar(f *testing.F) {
	f.Add([]byte(raw{name: "a.html", kind: '0', magic: ustar, data: "<a href=x>"}.String()))
	for _, file := range samples() {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 32<<10 {
			return // other tests have large ones
		}
		check(t, file)
		var want []string
		out := replace(t, file, format.Options{}, func(m *format.Member) []byte {
			text := append(bytes.Repeat([]byte("<b>"), len(file)%700), m.Document()...)
			want = append(want, m.Name+" "+string(text))
			return text
		})
		var got []string
		for _, m := range readAll(t, bytes.NewReader(out), format.Options{}) {
			if !m.NoDocument && m.Defect == "" && !m.Large {
				got = append(got, m.Name+" "+string(m.Document()))
			}
		}
		require.Equal(t, want, got)
	})
}
