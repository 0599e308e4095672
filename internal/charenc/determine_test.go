package charenc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/charset"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// parsed are the cases of the html5lib tests that need the parser. The tests of
// internal/engine run them.
var parsed = map[string]string{
	"scripted/tests1.dat#0": "document.write puts the label together from two strings",
	"tests1.dat#47":         "the declaration is beyond the first 1,024 bytes",
	"tests1.dat#48":         "the declaration is beyond the first 1,024 bytes",
	"tests1.dat#49":         "the declaration is beyond the first 1,024 bytes",
	"tests1.dat#50":         "the declaration is beyond the first 1,024 bytes",
	"tests1.dat#51":         "the declaration is beyond the first 1,024 bytes",
	"tests1.dat#52":         "the declaration is beyond the first 1,024 bytes",
	"tests1.dat#53":         "the declaration is beyond the first 1,024 bytes",
}

func TestDetermineHTML5Lib(t *testing.T) {
	var library, listed int
	for _, c := range corpus.EncodingTests(t) {
		if _, got, _ := charset.DetermineEncoding(c.Text, ""); got == c.Want {
			library++
		}
		got := Determine(c.Text, "").Name()
		if parsed[c.Name] != "" {
			listed++
			require.NotEqual(t, c.Want, got, "%s passes: take it off the list", c.Name)
			continue
		}
		require.Equal(t, c.Want, got, "%s: %q", c.Name, c.Text)
	}
	require.Equal(t, len(parsed), listed, "a case of the list is gone")
	require.Equal(t, 72, library, "what the library alone passes")
}

func TestDetermineOrder(t *testing.T) {
	for _, c := range []struct {
		text, transport, want string
		source                Source
	}{
		{"", "", "windows-1252", Default},
		{"<p>caf\xc3\xa9", "", "windows-1252", Default},
		{"\xef\xbb\xbf<meta charset=big5>", "gbk", "utf-8", BOM},
		{"\xfe\xff\x00<", "gbk", "utf-16be", BOM},
		{"\xff\xfe<\x00", "gbk", "utf-16le", BOM},
		{"\xff\xfe\x00\x00<\x00\x00\x00", "utf-32", "utf-32", BOM},
		{"<meta charset=big5>", " GBK\n", "gbk", Transport},
		{"<meta charset=big5>", "x-unknown", "big5", Meta},
		{"<meta charset=big5>", "", "big5", Meta},
		{"<p>", "utf-16", "utf-16le", Transport},
		{"<p>", "x-user-defined", "x-user-defined", Transport},
		{"<meta charset=x-user-defined>", "", "windows-1252", Meta},
		{"<meta charset=utf-7>", "", "windows-1252", Default},
		{"<meta charset=cp932>", "", "windows-1252", Default},
		{"<meta charset=utf-7>", "utf-7", "utf-7", Transport},
		{"<meta charset=iso-2022-kr>", "", "replacement", Meta},
		{"<\x00?\x00x\x00m\x00l\x00", "", "utf-16le", Meta},
		{"\x00<\x00?\x00x\x00m\x00l", "", "utf-16be", Meta},
		{"<\x00h\x00t\x00m\x00l\x00", "", "windows-1252", Default},
		{"<?xml version='1.0' encoding='Shift_JIS'?><p>", "", "shift_jis", Meta},
		{"<?xml version='1.0' encoding = \"UTF-16\" ?><p>", "", "utf-8", Meta},
		{"<?xml encoding='big5'?><meta charset=gbk>", "", "gbk", Meta},
		{"<?xml encoding=' big5'?>", "", "windows-1252", Default},
		{"<?xml encoding=big5?>", "", "windows-1252", Default},
		{"<?xml encoding='big5>", "", "windows-1252", Default},
		{"<?xml version='1.0'?><p encoding='big5'>", "", "windows-1252", Default},
		{" <?xml encoding='big5'?>", "", "windows-1252", Default},
		{"<?xml encoding", "", "windows-1252", Default},
		{"<p>\x1b$B<+\x1b(B</p>", "", "iso-2022-jp", Default},
		{"<p>\x1b(J~\x1b$@<+\x1b(J</p>", "x-unknown", "iso-2022-jp", Default},
		{"<p>\x1b$B<+\x1b(B</p>", "us-ascii", "windows-1252", Transport},
		{"<meta charset=utf-8>\x1b$B<+\x1b(B", "", "utf-8", Meta},
		{"<p>\x1b$B<+\x1b(B\xe9</p>", "", "windows-1252", Default},
		{"<p>\x1b$B<+</p>", "", "windows-1252", Default},
		{"<p>\x1b(Bx\x1b(J</p>", "", "windows-1252", Default},
		{"<p>\x1b$B<+\x1b$@<+\x1b", "", "windows-1252", Default},
	} {
		e := Determine([]byte(c.text), c.transport)
		require.Equal(t, c.want, e.Name(), "%q %q", c.text, c.transport)
		require.Equal(t, c.source, e.Source(), "%q %q", c.text, c.transport)
	}
	require.Equal(t, "windows-1252", Encoding{}.Name())
}

// The steps of the prescan, and the result of the html/charset package. Some of its results
// are wrong, which is why this package has a prescan of its own.
func TestPrescan(t *testing.T) {
	for _, c := range []struct{ text, want, library string }{
		{"<meta/charset=big5>", "big5", "big5"},
		{"<META CHARSET=Big5>", "big5", "big5"},
		{"<meta charset='big5'/>", "big5", "big5"},
		{"<meta\vcharset=big5>", "", ""},
		{"<meta charset=\"\tbig5 \">", "big5", "big5"},
		{"<meta charset='\vbig5'>", "", "big5"},
		{"<meta charset='\u212as_c_5601-1987'>", "", "euc-kr"},
		{"<meta charset=big5 charset=gbk>", "big5", "big5"},
		{"<meta charset=x charset=gbk>", "", ""},
		{"<meta charset=x><meta charset=gbk>", "gbk", "gbk"},
		{"<meta charset=big5 content='charset=gbk'>", "big5", "big5"},
		{"<meta charset=x http-equiv=content-type content='charset=gbk'>", "", "gbk"},
		{"<meta http-equiv=content-type content='charset=x' charset=gbk>", "gbk", "gbk"},
		{"<meta content='charset charset = \"gbk\"' http-equiv=content-type>", "gbk", "gbk"},
		{"<meta content='charset=gbk;' http-equiv=content-type>", "gbk", "gbk"},
		{"<meta content='charset=' http-equiv=content-type>", "", ""},
		{"<meta content='charset' http-equiv=content-type>", "", ""},
		{"<meta http-equiv=x http-equiv=content-type content='charset=gbk'>", "", ""},
		{"<meta charset=x-user-defined>", "windows-1252", "x-user-defined"},
		{"<meta charset=utf-16be>", "utf-8", "utf-8"},
		{"<script><meta charset=big5></script>", "big5", ""},
		{"<title><meta charset=big5></title>", "big5", ""},
		{"<!--><meta charset=big5>", "big5", "big5"},
		{"<!-- <meta charset=big5>", "", ""},
		{"<!x <meta charset=big5>", "", ""},
		{"<?x <meta charset=big5>", "", ""},
		{"</ <meta charset=big5>", "", ""},
		{"</p x='<meta charset=big5>'>", "", ""},
		{"</p ><meta charset=big5>", "big5", "big5"},
		{"<p x=\"><meta charset=big5>", "", ""},
		{"<p =x=\"><meta charset=big5>\"><meta charset=gbk>", "gbk", "gbk"},
		{"<3 <meta charset=big5>", "big5", "big5"},
		{"<<meta charset=big5>", "big5", "big5"},
		{"<meta charset=big5", "", ""},
		{"<meta charset='big5'", "", ""},
		{"<meta", "", ""},
		{"<", "", ""},
	} {
		e, ok := prescan([]byte(c.text))
		require.Equal(t, c.want != "", ok, "%q", c.text)
		if ok {
			require.Equal(t, c.want, e.Name(), "%q", c.text)
		}
		_, got, _ := charset.DetermineEncoding([]byte(c.text), "")
		if c.library == "" {
			c.library = "windows-1252"
		}
		require.Equal(t, c.library, got, "library: %q", c.text)
	}
}

// A declaration that ends after the first 1024 bytes is left to the parser.
func TestDetermineLate(t *testing.T) {
	const meta = "<meta charset=big5>"
	for _, n := range []int{0, 990, 1001, 1002, 1003, 1010, 1030, 5000} {
		e := Determine([]byte("<p>"+strings.Repeat("x", n)+meta+"<p>"), "")
		if n+len("<p>"+meta) <= 1024 {
			require.Equal(t, "big5", e.Name(), n)
			require.Equal(t, Meta, e.Source(), n)
		} else {
			require.Equal(t, Default, e.Source(), n)
		}
	}
}

// Texts for which the encoding may come from a meta element that the parser finds.
func TestTentative(t *testing.T) {
	for _, c := range []struct {
		text, transport string
		want            bool
	}{
		{"", "", true},
		{"<meta charset=big5>", "", true},
		{"<?xml encoding='big5'?>", "", true},
		{"\x1b$B<+\x1b(B", "", true},
		{"", "us-ascii", false},
		{"", "x-unknown", true},
		{"\xef\xbb\xbf", "", false},
		{"<\x00?\x00x\x00", "", false},
	} {
		require.Equal(t, c.want, Determine([]byte(c.text), c.transport).Tentative(), "%q %q", c.text, c.transport)
	}
}

func TestOfMeta(t *testing.T) {
	for _, c := range []struct{ charset, httpEquiv, content, want string }{
		{"Big5 ", "", "", "big5"},
		{"big5", "content-type", "charset=gbk", "big5"},
		{"x", "Content-Type", "text/html; Charset='gbk'", "gbk"},
		{"", "content-type", "charset=utf-16", "utf-8"},
		{"x-user-defined", "", "", "windows-1252"},
		{"", "refresh", "charset=gbk", ""},
		{"", "", "charset=gbk", ""},
		{"x", "", "", ""},
		{"", "content-type", "", ""},
	} {
		e, ok := OfMeta([]byte(c.charset), []byte(c.httpEquiv), []byte(c.content))
		require.Equal(t, c.want != "", ok, "%+v", c)
		if ok {
			require.Equal(t, c.want, e.Name(), "%+v", c)
			require.Equal(t, Meta, e.Source())
		}
	}
}

// The prescan does not fail on any prefix of a text.
func TestDeterminePrefixes(t *testing.T) {
	text := "<?xml encoding='a'?><!-- --><p a='b' c=d e = \"f\" =g h></p><meta http-equiv=content-type content='charset = \"big5\"'>"
	for i := range text {
		require.Equal(t, Default, Determine([]byte(text[:i]), "").Source(), "%q", text[:i])
	}
	require.Equal(t, "big5", Determine([]byte(text), "").Name())
}

func TestLookup(t *testing.T) {
	for label, want := range map[string]string{
		"UTF-8": "utf-8", "latin1": "windows-1252", "us-ascii": "windows-1252", "unicode": "utf-16le",
		"x-sjis": "shift_jis", "gb2312": "gbk", "ks_c_5601-1987": "euc-kr", "replacement": "replacement",
		"hz-gb-2312": "replacement", "logical": "iso-8859-8-i", "koi8-ru": "koi8-u",
		// Beyond the standard.
		"CP932": "shift_jis", "cp949": "euc-kr", "cp50220": "iso-2022-jp", "UTF-7": "utf-7", "unicode-1-1-utf-7": "utf-7",
		"utf-32le": "utf-32", "IBM037": "ebcdic", "cp01140": "ebcdic", "ebcdic-cp-us": "ebcdic", "iso-2022-jp-2": "iso-2022-jp-2",
		"utf_7": "utf-7", "u7": "utf-7", "65000": "utf-7", "cp65000": "utf-7", "hz": "replacement", "hz_gb": "replacement", "hzgb": "replacement",
		"iso2022kr": "iso-2022", "iso2022_kr": "iso-2022", "iso2022_jp": "iso-2022-jp", "iso2022jp_2": "iso-2022-jp-2", "iso-2022-jp-3": "iso-2022-jp-2",
		"utf_8": "utf-8", "utf8mb4": "utf-8", "utf_16_be": "utf-16be", "utf_16": "utf-16le", "sjis_2004": "shift_jis", "s_jis": "shift_jis", "big5_hkscs": "big5",
		"gb2312_80": "gbk", "ksx1001": "euc-kr", "x-mac-japanese": "shift_jis", "ibm943": "shift_jis", "cp_037": "ebcdic", "646": "windows-1252", "utf 7": "",
		"'gbk'": "gbk", "\"'Big5": "big5", " 'utf-7' ": "utf-7", "johab": "johab", "'": "",
		"": "", " ": "", "x-unknown": "", "utf 8": "", "\u00a0utf-8": "", "\vutf-8": "", "\u212aoi8-r": "", "ibm850": "", "cp": "", "cp0": "",
	} {
		e, ok := Lookup(label)
		require.Equal(t, want != "", ok, label)
		require.Equal(t, Source(""), e.Source())
		if ok {
			require.Equal(t, want, e.Name(), label)
		}
	}
	for label := range aliases {
		_, ok := Lookup(label)
		require.True(t, ok, label)
		_, ok = standard(label)
		require.False(t, ok, "the standard has %s: take it off the list", label)
	}
	for _, f := range families {
		_, ok := Lookup(f.prefix + "x")
		require.True(t, ok, f.prefix)
	}
}

// TestUnknown: text in an encoding that is not known is not scanned, unless it is known that its
// ASCII is ASCII.
func TestUnknown(t *testing.T) {
	for label, name := range map[string]string{
		"bogus": "bogus", "iso646-de": "iso646-de", "DIN_66003": "din_66003", "gsm03.38": "gsm03.38", "koi7": "koi7", "t.61": "t.61", "'jis_x0201'": "jis_x0201",
		"cp1153": "cp1153", "iso-ir-21": "iso-ir-21", "punycode": "punycode", "latin-greek": "latin-greek",
	} {
		e := Determine([]byte("<meta charset=big5>"), label)
		require.Equal(t, []any{name, false, Transport}, []any{e.Name(), e.Readable(), e.Source()}, label)
		require.Equal(t, name, DetermineCSS(nil, label).Name())
	}
	for _, label := range []string{
		"", "x-unknown", "unknown-8bit", "iso-8559-1", "iso-8859-1-windows-3.1-latin-1", "ibm850", "cp437", "850", "x-mac-ce", "mac_roman", "euc_jp", "euc-tw", "viscii",
		"8859_2", "latin_1", "text/html", "utf-8,text/html", "=?", "charset=utf-8", "utf 8", "\u00e9", "utf", "\"", "armscii-8", "dos-720",
		"undefined", "null", "nil", "x-iso-8859-1",
	} {
		require.Equal(t, "big5", Determine([]byte("<meta charset=big5>"), label).Name(), label)
	}
	for label, want := range map[string]string{
		"utf-7": "utf-7", "hz": "replacement", "bogus": "bogus", "cp932": "shift_jis", "utf-16": "utf-8", "ibm850": "utf-8", "": "utf-8", "euc_jp": "utf-8",
	} {
		require.Equal(t, want, DetermineXML([]byte(`<?xml version="1.0" encoding="`+label+`"?>`), "").Name(), label)
	}
	for _, prefix := range supersets {
		_, ok := Lookup(prefix)
		e, _ := Lookup(prefix + "0")
		require.True(t, !ok || e.kind == plain, prefix)
	}
}

func TestEncoding(t *testing.T) {
	of := func(label string) Encoding {
		e, ok := Lookup(label)
		require.True(t, ok, label)
		return e
	}
	for name := range kinds {
		require.Equal(t, name, of(name).Name())
	}
	require.Equal(t, of("gb2312"), of("gbk"), "comparable")
	require.True(t, Encoding{}.Readable())
	require.True(t, of("utf-16").Readable())
	for _, label := range []string{"utf-7", "utf-32", "ibm037", "iso-2022-kr", "hz-gb-2312", "iso-2022-cn"} {
		require.False(t, of(label).Readable(), label)
	}
	big, ok := of("utf-16be").UTF16()
	require.True(t, big && ok)
	big, ok = of("utf-16").UTF16()
	require.True(t, !big && ok)
	_, ok = of("utf-8").UTF16()
	require.False(t, ok)
}

func FuzzDetermine(f *testing.F) {
	f.Add([]byte("<!-- --><p a='b'><meta http-equiv=content-type content='charset=big5'>"), "")
	f.Add([]byte("<?xml encoding='gbk'?>"), "utf-7")
	f.Fuzz(func(t *testing.T, text []byte, transport string) {
		e := Determine(text, transport)
		require.NotEmpty(t, e.Name())
		require.NotEmpty(t, e.Source())
		if e.Decoder() != nil {
			require.Len(t, mask(e, text), len(text))
		}
	})
}
