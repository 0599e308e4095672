package filekind

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A head is the beginning of a real file in testdata/heads.tsv: the name of its kind, the
// program that wrote the file (or the test suite or specification that it is from), and its
// bytes as a Go string.
type head struct {
	kind, from string
	bytes      []byte
}

func heads(t testing.TB) (all []head) {
	text, err := os.ReadFile("testdata/heads.tsv")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, fields, 3, line)
		bytes, err := strconv.Unquote(fields[2])
		require.NoError(t, err, line)
		all = append(all, head{fields[0], fields[1], []byte(bytes)})
	}
	return all
}

// TestHeads: one real head at least for each kind of the table, which is recognised.
func TestHeads(t *testing.T) {
	met := make(map[string]bool)
	for _, h := range heads(t) {
		got, ok := Magic(h.bytes)
		require.True(t, ok, "%s of %s", h.kind, h.from)
		require.Equal(t, h.kind, got.Name, h.from)
		met[h.kind] = true
	}
	for _, m := range magics {
		require.True(t, met[m.Name], "no head of %s", m.Name)
	}
}

// TestCutHeads: a head may end anywhere.
func TestCutHeads(t *testing.T) {
	for _, h := range heads(t) {
		for n := range h.bytes {
			Of("", h.bytes[:n:n])
		}
	}
}

// TestJSON: the beginning of JSON may be cut anywhere, also after a backslash.
func TestJSON(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":1}`: true, `{}`: true, `[1, -2.5e3, "x", null, {"a":`: true, "[[\n": true, `{"a\`: true, `["a\`: true, `{} {}`: true, `[1];`: true, `)]}',[1]`: true,
		`[1] see`: false, `{{ x }}`: false, `{a:1}`: false, `[see]`: false, "[\"two\nlines\"": false, "{\"two\nlines\":": false, `["\x` + "\n": false, `"a\`: false, `{"a" "`: false,
	} {
		k, _ := Magic([]byte(text))
		require.Equal(t, want, k == JSON, "%q", text)
	}
	for text, want := range map[string]bool{
		`f({"a":1})`: true, `/**/f("x");`: true, `typeof f === 'function' && f("a`: true, `f("a\`: true, `f("a")`: true,
		`f(x)`: false, `f("a") is`: false, "f(\"a\nb\"": false, `f`: false,
	} {
		k, _ := Magic([]byte(text))
		require.Equal(t, want, k.Name == "JSONP data", "%q", text)
	}
}

func FuzzOf(f *testing.F) {
	for _, h := range heads(f) {
		f.Add("a.html", h.bytes)
	}
	f.Add("", []byte(`{"a\`))
	f.Fuzz(func(t *testing.T, name string, head []byte) {
		require.NotEmpty(t, Of(name, head).Name)
	})
}

// TestMagicInText: text that begins with the letters of some magic is text.
func TestMagicInText(t *testing.T) {
	for _, text := range []string{
		"BM is short for", "MZ: ", "FWS Ltd, London, and others", "CWS, ZWS", "PK", "P1 is", "P6 and more", "P1 2024 was", "P4 2024 10 was", "P4 20 10 caf\u00e9", "P5 1 2 3 was", "P2 2 2 9 1 2 a", "L\u00e9", "text", "abcdmdat", "abcdwide", "GIF images", "ID3 tags",
		"ISc(x)", "hsqs", "Rar!", "7z", "x ", "x^2 + 1", "icns", "OTTO", "true", "PACK", "LZIP", "%PDF", "MAC addresses", "MP+", "PAR1",
		"Cr24", "!BDN", "glTF", "TZif", "RIFF and WAVE", "FORM", "GGGG", "07070", "AC1012", "wOFF", "dex", "#", "Glib " + strings.Repeat("G", 600),
		"bplist", "DICM" + strings.Repeat(" DICM", 100), strings.Repeat("LP", 40), "....ftyp", "    moov", "..-lh5-" + strings.Repeat(".", 20),
	} {
		for _, tail := range []string{"", " text\n", "<a href=x>\r\n" + strings.Repeat("more text\n", 100)} {
			got, ok := Magic([]byte(text + tail))
			require.False(t, ok, "%q is %s", text+tail, got.Name)
		}
	}
}

func TestIsText(t *testing.T) {
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	for _, c := range []struct {
		head          string
		any, document bool
	}{
		{"", true, true}, {"a\tb\r\n\f\x1b$B", true, true}, {"\x7f\x80\xff", true, true},
		{"a\x00", false, true}, {"a\x08", false, true}, {"a\x0b", false, true}, {"a\x0e", false, true}, {"a\x1a", false, true}, {"a\x1c", false, true}, {"a\x1f", false, true},
		{many("text\n", 400) + "\x01", true, true}, {many("text\n", 400) + "\x00", false, true}, {many("text\n", 400) + many("\x00", 2000), false, true},
		{many("\x01", 4), false, true}, {many("\x01", 5), false, false},
		{many("\x01", 20) + many("a", 20*32-20-4*32), false, true}, {many("\x01", 20) + many("a", 20*32-20-4*32-1), false, false},
		{"\xff\xfe" + many("a\x00", 100), true, true}, {"\xfe\xff" + many("\x00a", 100), true, true}, {"\x00\x00\xfe\xff" + many("\x00", 9), true, true}, {"\xff\xfe\x00\x00" + many("\x00", 9), true, true},
		{"<\x00p\x00" + many("a\x00", 100), true, true}, {"\x00<\x00!" + many("\x00a", 100), true, true}, {many("a\x00", 100), false, false}, {"<\x00\x00\x00", false, false}, {"t\x00<\x00", false, false}, {"<p>\x00\x00 x", false, true},
	} {
		require.Equal(t, c.any, IsText([]byte(c.head), false), "%.40q", c.head)
		require.Equal(t, c.document, IsText([]byte(c.head), true), "%.40q", c.head)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name, ext string
		served    bool
	}{
		{"a.css", ".css", false}, {"d.d/A.CSS?v=1", ".css", false}, {"s.css@v=1.2", ".css", false}, {"s.css%3Fv=1.2", ".css", false}, {"s.css?v", ".css", false},
		{"What?.html", ".html", false}, {"a@b.example.eml", ".eml", false}, {"index?style=x.css", "", false}, {"page.php?f=a.css", ".php", true}, {"a.pl", ".pl", false},
		{"README", "", false}, {"page.1", ".1", false}, {"notes.txt", ".txt", false}, {"d.x/a", "", false},
	} {
		require.Equal(t, c.ext, Ext(c.name), c.name)
		require.Equal(t, c.served, IsServed(c.name), c.name)
	}
}

// zipWith returns the head of a zip file with a file of that name.
func zipWith(name string) string {
	return "PK\x03\x04" + strings.Repeat("\x00", 22) + string(rune(len(name))) + "\x00\x00\x00" + name
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       Kind
		advice     string
	}{
		{"a.html", "PK\x03\x04", Kind{Archive, "a zip archive"}, "unpack it first"},
		{"a.wacz", "PK\x03\x04", WACZ, WACZ.Advice()},
		{"a.WACZ", "PK\x05\x06", Kind{Archive, "an empty zip archive"}, "unpack it first"},
		{"a.zip", zipWith("archive/a.warc.gz"), WACZ, WACZ.Advice()},
		{"a.epub", zipWith("META-INF/container.xml"), EPUB, EPUB.Advice()},
		{"a.epub", zipWith("META-INF/") + zipWith("META-INF/container.xml"), EPUB, EPUB.Advice()},
		{"a.zip", zipWith("META-INF/MANIFEST.MF"), Kind{Program, "a Java archive"}, ""},
		{"a.whl", zipWith("a.html"), Kind{Program, "a Python package"}, ""},
		{"d/A.XPI", zipWith("a.html"), Kind{Program, "a browser extension"}, ""},
		{"a.docx", zipWith("a.html"), Kind{Office, "an office file"}, "export it as HTML first"},
		{"a.docx", zipWith("word/a.xml"), Kind{Office, "a Word document"}, "export it as HTML first"},
		{"a.msg", oleMagic, outlook, outlook.Advice()},
		{"a.doc", oleMagic, Kind{Office, "an Office file"}, "export it as HTML first"},
		{"a.jar", "PK\x05\x06", Kind{Program, "a Java archive"}, ""},
		{"a.zip", zipWith("archive/a.txt"), Kind{Archive, "a zip archive"}, "unpack it first"},
		{"a.zip", zipWith("archive/a.warc.gz")[:38], Kind{Archive, "a zip archive"}, "unpack it first"},
		{"a", "\x00", Kind{Unknown, "neither text nor a known kind of file"}, ""},
		{"a.js", "x", Kind{Program, "a JavaScript file"}, ""},
		{"a.md", "x", Kind{Markup, "a Markdown file"}, "make HTML of it first, or give -t html to read only the HTML in it"},
		{"a", "", Kind{Empty, "an empty file"}, ""},
		{"a", "x", Kind{Text, "a text file"}, ""},
		{"a", "<\x00p\x00", Kind{Encoding, littleEndian}, "give its charset, utf-16le"},
		{"a", "\x00<\x00!", Kind{Encoding, bigEndian}, "give its charset, utf-16be"},
		{"a", "<\x00\x00\x00p\x00\x00\x00", Kind{Encoding, "text in UTF-32"}, "convert it to UTF-8 first"},
		{"a", "\x00\x00\x00<\x00\x00\x00?", Kind{Encoding, "text in UTF-32"}, "convert it to UTF-8 first"},
	} {
		got := Of(c.name, []byte(c.head))
		require.Equal(t, c.want, got)
		require.Equal(t, c.advice, got.Advice())
	}
	require.Equal(t, "image", Image.String())
	require.Equal(t, "image", Image.Count(1))
	require.Equal(t, "images", Image.Count(2))
	require.Len(t, groups, Groups)
}
