package tar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A raw is a header with its data, for archives that archive/tar does not write.
type raw struct {
	name   string
	kind   byte
	size   string // the field; empty means eleven octal digits and a NUL
	link   string
	magic  string // with the version
	prefix string
	last   string // the last bytes of the block
	signed bool   // the checksum adds up signed bytes
	sum    string // the layout of the checksum; empty means "%06o\x00 "
	data   string
}

// String returns the bytes.
func (r raw) String() string {
	b := make(block, blockSize)
	copy(b, r.name)
	copy(b[100:], "0000644\x000000000\x000000000\x00")
	if r.size == "" {
		r.size = fmt.Sprintf("%011o\x00", len(r.data))
	}
	copy(b[124:136], r.size)
	copy(b[136:], "07346545000\x00")
	b[typeAt] = r.kind
	copy(b[157:257], r.link)
	copy(b[257:], r.magic)
	copy(b[345:500], r.prefix)
	copy(b[blockSize-len(r.last):], r.last)
	if r.sum == "" {
		r.sum = "%06o\x00 "
	}
	copy(b[148:156], fmt.Sprintf(r.sum, b.sum(r.signed)))
	return string(b) + r.data + strings.Repeat("\x00", int(padding(int64(len(r.data)))))
}

const (
	ustar = "ustar\x0000"
	gnu   = "ustar  \x00"
	ended = 1024
)

// archive joins the parts of an archive, and adds its end.
func archive(parts ...fmt.Stringer) []byte {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.String())
	}
	return append([]byte(b.String()), make([]byte, ended)...)
}

// record returns a record of an extended header.
func record(key, value string) string {
	rest := " " + key + "=" + value + "\n"
	n := len(rest) + 1
	for n != len(fmt.Sprint(n))+len(rest) {
		n++
	}
	return fmt.Sprint(n) + rest
}

// newSize changes the only document of an archive so that it has size bytes, and returns the
// archive.
func newSize(t testing.TB, file []byte, size int) []byte {
	t.Helper()
	return replace(t, file, format.Options{}, func(*format.Member) []byte { return []byte(strings.Repeat("n", size)) })
}

// TestForms changes the size of files whose headers have different forms. What does not have to
// change stays, byte by byte.
func TestForms(t *testing.T) {
	const old, size = "0123456789", 1000
	base := raw{name: "a.html", kind: '0', magic: ustar, data: old}
	forms := map[string]struct{ size, want string }{
		"zeros and NUL":         {"00000000012\x00", "00000001750\x00"},
		"zeros and blank":       {"00000000012 ", "00000001750 "},
		"twelve digits":         {"000000000012", "000000001750"},
		"blanks before":         {"         12 ", "       1750 "},
		"blanks and NUL":        {"        12\x00\x00", "      1750\x00\x00"},
		"NULs after":            {"12\x00", "1750\x00"},
		"blank after":           {"12          ", "1750\x00       "},
		"more after":            {"12 junk junk", "1750\x00nk junk"},
		"base 256":              {"\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0a", "\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\xe8"},
		"zeros, short, and NUL": {"00012\x00", "01750\x00"},
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			for _, sum := range []string{"%06o\x00 ", "%06o \x00", "%07o\x00", "%8o", "%6o\x00 "} {
				for _, magic := range []string{"", ustar, gnu} {
					for _, signed := range []bool{false, true} {
						before := base
						before.size, before.sum, before.magic, before.signed = form.size, sum, magic, signed
						before.name += "\xff" // a byte that is negative
						after := before
						after.size, after.data = form.want, strings.Repeat("n", size)
						equal(t, archive(after, base), newSizeOfFirst(t, archive(before, base), size))
					}
				}
			}
		})
	}
}

// newSizeOfFirst is newSize for the first document.
func newSizeOfFirst(t testing.TB, file []byte, size int) []byte {
	t.Helper()
	return replace(t, file, format.Options{}, func(m *format.Member) []byte {
		if m.Number > 1 {
			return m.Document()
		}
		return []byte(strings.Repeat("n", size))
	})
}

// TestExtendedSize changes files whose size an extended header has, at all sizes of that header
// around those at which its padding or the length of its record changes.
func TestExtendedSize(t *testing.T) {
	sizes := []int{1, 9, 10, 99, 100, 511, 512, 999, 1000, 9999, 10_000, 99_999, 100_000}
	for _, kind := range []byte{'x', 'X'} {
		for n := 0; n < 560; n += corpus.Step(7) {
			comment := record("comment", strings.Repeat("c", n))
			make := func(size int, inHeader string) []byte {
				data := strings.Repeat("n", size)
				if inHeader == "same" {
					inHeader = fmt.Sprintf("%011o\x00", size)
				}
				return archive(
					raw{name: "x", kind: kind, magic: ustar, data: comment + record("size", fmt.Sprint(size)) + record("mtime", "1.5")},
					raw{name: "a.html", kind: '0', magic: ustar, size: inHeader, data: data})
			}
			from, to := sizes[n%len(sizes)], sizes[(n*7+3)%len(sizes)]
			for _, inHeader := range []string{"same", "00000000000\x00", "77777777777\x00"} {
				equal(t, make(to, inHeader), newSize(t, make(from, inHeader), to))
			}
		}
	}
	// The last of several records counts, and an empty one does not.
	two := func(size int) []byte {
		return archive(
			raw{name: "x", kind: 'x', magic: ustar, data: record("size", "77") + record("size", fmt.Sprint(size))},
			raw{name: "a.html", kind: '0', magic: ustar, data: strings.Repeat("n", size)})
	}
	equal(t, two(100), newSize(t, two(9), 100))
	empty := func(size int) []byte {
		return archive(
			raw{name: "x", kind: 'x', magic: ustar, data: record("size", "77") + record("size", "")},
			raw{name: "a.html", kind: '0', magic: ustar, data: strings.Repeat("n", size)})
	}
	equal(t, empty(100), newSize(t, empty(9), 100))
}

// TestNegativeSum: a checksum that would become negative is that of unsigned bytes.
func TestNegativeSum(t *testing.T) {
	b := block(make([]byte, blockSize))
	copy(b, strings.Repeat("\xf0", 100)) // -1600
	size := "\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x7f\x7f"
	copy(b[sizeField.start:], size)
	copy(b[257:], strings.Repeat("x", 10))
	for i := 345; b.sum(true) < 0; i++ {
		b[i]++
	}
	setNumber(b.field(sumField), b.sum(true))
	edits := resized(b, 0, 0x8080)
	require.Len(t, edits, 2)
	for _, e := range edits {
		copy(b[e.Start:e.End], e.New)
	}
	signed, ok := b.check()
	require.True(t, ok)
	require.False(t, signed)
}

// TestLargeNumbers: sizes that octal digits cannot have are written in base 256.
func TestLargeNumbers(t *testing.T) {
	for _, n := range []int64{0, 7, 8, 0o7777777777, 0o77777777777, 0o777777777777, 0o1000000000000, 1 << 62} {
		for _, form := range []string{"00000000012\x00", "12 \x00\x00\x00\x00\x00\x00\x00\x00\x00", "\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0a", "            "} {
			field := []byte(form)
			setNumber(field, n)
			got, err := number(field)
			require.NoError(t, err)
			require.Equal(t, n, got)
		}
	}
	for _, wrong := range []string{"9", "-1", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\xc0", "\x80\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff", "7777777777777777777777777", "0x10"} {
		_, err := number([]byte(wrong))
		require.Error(t, err, "%q", wrong)
	}
}

// TestNames reads names and targets of links in all forms.
func TestNames(t *testing.T) {
	long, link := strings.Repeat("long/", 60)+"x.html", strings.Repeat("link/", 50)
	full := strings.Repeat("n", 100)
	file := archive(
		raw{name: "v7.html", data: "1"},
		raw{name: "v7/", size: "00000000001\x00"}, // a directory, whose size does not count
		raw{name: "b.html", kind: '0', magic: ustar, prefix: "pre/fix", data: "2"},
		raw{name: "c.html", kind: '0', magic: gnu, prefix: "07346545000", data: "3"}, // a time
		raw{name: full, kind: '0', magic: ustar, prefix: strings.Repeat("p", 131) + "12345678901 12345678901", last: "tar\x00", data: "4"},
		raw{name: "././@LongLink", kind: 'L', magic: gnu, data: long + "\x00"},
		raw{name: long[:100], kind: '0', magic: gnu, data: "5"},
		raw{name: "././@LongLink", kind: 'K', magic: gnu, data: link + "\x00"},
		raw{name: "link", kind: '2', magic: gnu, link: link[:100]},
		raw{name: "x", kind: 'x', magic: ustar, data: record("path", "\xff/../ä.html")},
		raw{name: "d", kind: '0', magic: ustar, data: "6"},
		raw{name: "g", kind: 'g', magic: ustar, data: record("comment", "1")},
		raw{name: "x", kind: 'x', magic: ustar, data: record("linkpath", "to=\n=")},
		raw{name: "e", kind: '1', magic: ustar, link: "other"},
		raw{name: "/etc/passwd", kind: '7', magic: ustar, data: "7"},
		raw{name: "../x", kind: '0', magic: ustar, data: "8"},
		raw{name: "../x", kind: '0', magic: ustar, data: "9"},
		raw{name: "null", kind: '3', magic: ustar},
		raw{name: "disk", kind: '4', magic: ustar},
		raw{name: "dir", kind: '5', magic: ustar},
		raw{name: "pipe", kind: '6', magic: ustar},
		raw{name: "volume", kind: 'V', magic: gnu},
		raw{name: "dump", kind: 'D', magic: gnu, data: "Ya\x00\x00"},
		raw{name: "part", kind: 'M', magic: gnu, data: "the rest of a file"},
		raw{name: "", kind: '0', magic: ustar, data: "10"},
	)
	var got []string
	for _, e := range entries(t, file) {
		got = append(got, fmt.Sprintf("%v %q %d %q", e.Mode, e.Name, e.Size, e.Link))
	}
	require.Equal(t, []string{
		`-rw-r--r-- "v7.html" 1 ""`,
		`drw-r--r-- "v7/" 0 ""`,
		`-rw-r--r-- "pre/fix/b.html" 1 ""`,
		`-rw-r--r-- "c.html" 1 ""`,
		fmt.Sprintf(`-rw-r--r-- %q 1 ""`, strings.Repeat("p", 131)+"/"+full),
		fmt.Sprintf(`-rw-r--r-- %q 1 ""`, long),
		fmt.Sprintf(`Lrw-r--r-- "link" 0 %q`, link),
		`-rw-r--r-- "\xff/../ä.html" 1 ""`,
		`-rw-r--r-- "e" 0 "to=\n="`,
		`-rw-r--r-- "/etc/passwd" 1 ""`,
		`-rw-r--r-- "../x" 1 ""`,
		`-rw-r--r-- "../x" 1 ""`,
		`Dcrw-r--r-- "null" 0 ""`,
		`Drw-r--r-- "disk" 0 ""`,
		`drw-r--r-- "dir" 0 ""`,
		`prw-r--r-- "pipe" 0 ""`,
		`?rw-r--r-- "volume" 0 ""`,
		`?rw-r--r-- "dump" 4 ""`,
		`?rw-r--r-- "part" 18 ""`,
		`-rw-r--r-- "" 2 ""`,
	}, got)
	var documents, names []string
	for _, m := range readAll(t, strings.NewReader(string(file)), format.Options{}) {
		names = append(names, m.Name)
		if !m.NoDocument {
			documents = append(documents, string(m.Document()))
		}
	}
	require.Equal(t, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}, documents)
	for i, e := range entries(t, file) {
		require.Equal(t, e.Name, names[i])
	}
	require.Equal(t, "", names[len(names)-1])
	require.Len(t, names, len(entries(t, file))+1)
}

// TestHardLinkData: a hard link has data only if no header follows it at once.
func TestHardLinkData(t *testing.T) {
	with := raw{name: "with", kind: '1', magic: ustar, link: "a", data: "<a href=x>"}
	without := raw{name: "without", kind: '1', magic: ustar, link: "a", size: "00000001000\x00"}
	file := archive(with, raw{name: "a", kind: '0', magic: ustar, data: "1"}, without, raw{name: "b", kind: '0', magic: ustar, data: "2"}, without)
	var got []string
	for _, m := range readAll(t, strings.NewReader(string(file)), format.Options{}) {
		got = append(got, fmt.Sprintf("%s %d %v %s", m.Name, len(m.Text), m.NoDocument, m.Defect))
	}
	require.Equal(t, []string{
		"with 1024 true the file is a hard link that has data, too", "a 1024 false ", "without 512 true ", "b 1024 false ", "without 512 true ", " 1024 true ",
	}, got)
	// At the end of a cut archive, nothing shows whether there are data.
	cut := []byte(raw{name: "a", kind: '0', magic: ustar, data: "1"}.String() + without.String())
	require.Len(t, entries(t, cut), 2)
	require.Len(t, readAll(t, strings.NewReader(string(cut)), format.Options{}), 2)
}

// entries returns the list of an archive.
func entries(t testing.TB, file []byte) []format.Entry {
	t.Helper()
	all, err := Format.List(strings.NewReader(string(file)), format.Options{})
	require.NoError(t, err)
	return all
}

// equal compares two archives.
func equal(t testing.TB, want, got []byte) {
	t.Helper()
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			from := i &^ 15
			t.Fatalf("byte %d: want %q, got %q", i, want[from:min(from+32, len(want))], got[from:min(from+32, len(got))])
		}
	}
	require.Len(t, got, len(want))
}
