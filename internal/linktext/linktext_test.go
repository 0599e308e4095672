package linktext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/printable"
)

// slowJSON returns the line of JSON that package encoding/json writes, with escapes for control characters.
func slowJSON(t testing.TB, v any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(v))
	return string(printable.JSON(out.Bytes()))
}

// TestAppendLink: the fast JSON of a link is that of package encoding/json.
func TestAppendLink(t *testing.T) {
	all := [][]byte{
		[]byte("<base href='x\"y'><a href='\xff\"\\ &#9;&#x2028;'><img src><a href=http://h/\x7f>"),
		[]byte("Base: <URL:http://h/>\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n<a href=#x>\n--b--\n"),
	}
	files, err := filepath.Glob("../../testdata/*.*")
	require.NoError(t, err)
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil {
			all = append(all, text)
		}
	}
	n := 0
	for _, text := range all {
		typ, _ := detect.TypeOf("", text)
		rw, err := engine.New(engine.Options{Type: typ, Base: "http://a.example/b?c"})
		require.NoError(t, err)
		piece := engine.Piece{Message: n % 2 * 7, Offset: 1e10, Source: text}
		slow, fast := Lines{piece: piece, before: 3}, Lines{piece: piece, before: 3}
		rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			require.Equal(t, slowJSON(t, NewLink("a\tdoc", &slow, ref)), string(AppendLink(nil, "a\tdoc", &fast, ref)))
			n++
		}})
	}
	require.Greater(t, n, 5)
}

// TestAppendLinkRecord: the fast JSON of a link in a web archive is that of package encoding/json, and
// takes no memory.
func TestAppendLinkRecord(t *testing.T) {
	block := "HTTP/1.1 301 x\r\nLocation: y\r\nContent-Type: text/html\r\n\r\n<p>\n<a href=x>\n<a href=>"
	archive := fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:\"x\">\r\nWARC-Date: 2024\r\nWARC-Target-URI: http://h/\xff\r\n"+
		"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	rw, err := engine.New(engine.Options{Type: detect.WARC})
	require.NoError(t, err)
	var got []string
	for piece, err := range rw.Pieces(strings.NewReader(archive)) {
		require.NoError(t, err)
		slow, fast, buf := Lines{piece: piece}, Lines{piece: piece}, make([]byte, 0, 1000)
		rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			l := NewLink("a", &slow, ref)
			require.Equal(t, slowJSON(t, l), string(AppendLink(nil, "a", &fast, ref)))
			require.Zero(t, testing.AllocsPerRun(10, func() { buf = AppendLink(buf[:0], "a", &fast, ref) }))
			got = append(got, fmt.Sprintf("%s %d %d %d %d", l.Attr, l.Line, *l.Within, l.Record.Status, l.Offset))
		}})
	}
	require.Equal(t, []string{"Location 2 26 301 0", "href 2 12 301 0", "href 3 23 301 0"}, got)
}

// TestAppendLinkAllocs: the fast JSON takes no memory but that of the result.
func TestAppendLinkAllocs(t *testing.T) {
	piece := engine.Piece{Source: []byte("<a href=x>")}
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://a.example/b?c"})
	require.NoError(t, err)
	lines, buf := Lines{piece: piece}, make([]byte, 0, 1000)
	rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) {
		require.Zero(t, testing.AllocsPerRun(10, func() { buf = AppendLink(buf[:0], "doc", &lines, ref) }))
	}})
}

// TestLines checks lines and columns at every character, in ascending order and in another.
func TestLines(t *testing.T) {
	const text = "one\n\né😀\xff\xfex\r\nend"
	fresh := func() *Lines { return &Lines{piece: engine.Piece{Source: []byte(text)}, before: 2} }
	ascending, jumping := fresh(), fresh()
	for off := range len(text) + 1 {
		if off < len(text) && !utf8.RuneStart(text[off]) {
			continue // references begin with a character
		}
		before := text[:off]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		check := func(lines *Lines, off int) {
			require.Equal(t, 3+strings.Count(before, "\n"), lines.At(off))
			require.Equal(t, len(line)+1, lines.Column())
			require.Equal(t, len(utf16.Encode([]rune(line)))+1, lines.Character(), "%q", line)
		}
		check(ascending, off)
		jumping.At(len(text))
		jumping.Character()
		check(jumping, off)
		if off > 0 {
			jumping.At(0)
			jumping.Character()
			check(jumping, off)
		}
	}
}

func TestAppendURL(t *testing.T) {
	for url, want := range map[string]string{
		"":                                    "",
		"http://a/?b#c":                       "http://a/?b#c",
		"HTTP://A:80":                         "http://a/",
		"http://h/p q/%7e%c3%bc\u00fc#\u00fc": "http://h/p%20q/~%C3%BC%C3%BC#%C3%BC",
		"http://b\u00fccher.example/":         "http://xn--bcher-kva.example/",
		"a\tb\nc\rd\x00e\x7f":                 "a%09b%0Ac%0Dd%00e%7F",
		"dir/caf\u00e9":                       "dir/caf\u00e9",
		"caf\xe9/\u00e9\t":                    "caf%E9/\u00e9%09",
		"\ufffd\xef\xbf":                      "\ufffd%EF%BF",
		"\u0085\u2028 \u202e e\u0301":         "%C2%85%E2%80%A8 %E2%80%AE e\u0301",
		"mailto:\u009b\u202e":                 "mailto:%C2%9B%E2%80%AE",
	} {
		require.Equal(t, "x"+want, string(AppendURL([]byte("x"), url)), "%q", url)
		require.Equal(t, "x"+want, string(AppendURL([]byte("x"), []byte(url))), "%q", url)
	}
}

// TestTarget: the URL of a link stays as the resolver gives it, unless it is not UTF-8.
func TestTarget(t *testing.T) {
	for _, c := range []struct{ charset, ref, url, target string }{
		{"utf-8", "caf\u00e9 a", "http://h/caf\u00e9 a", "http://h/caf%C3%A9%20a"},
		{"iso-8859-1", "/caf\xe9.html", "http://h/caf\u00e9.html", "http://h/caf%C3%A9.html"},
		{"iso-8859-1", "/caf&eacute;.html", "http://h/caf\u00e9.html", "http://h/caf%C3%A9.html"},
		{"iso-8859-1", "http://x/\xe9", "http://x/\u00e9", "http://x/%C3%A9"},
		{"utf-8", "\xe9?\xe9", "http://h/%E9?%E9", "http://h/%E9?%E9"},
		{"windows-1251", "\xff", "http://h/\u044f", "http://h/%D1%8F"},
		{"utf-8", "mailto:a b@c", "mailto:a b@c", "mailto:a b@c"},
	} {
		rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://h/", Charset: c.charset})
		require.NoError(t, err)
		rw.Visit([]byte("<a href='"+c.ref+"'>"), engine.Visitor{Reference: func(ref *engine.Reference) {
			require.True(t, HasTarget(ref), "%q", c.ref)
			require.Equal(t, c.url, string(targetText(ref)), "%q", c.ref)
			require.Equal(t, c.target, string(AppendTarget(nil, ref)), "%q", c.ref)
		}})
	}
}

// rows returns the lines of tsv for the references of a document.
func rows(t testing.TB, text string, opts engine.Options) string {
	opts.Type, _ = detect.TypeOf("", []byte(text))
	rw, err := engine.New(opts)
	require.NoError(t, err)
	from := Source{Name: "the\tdoc"}
	var out []byte
	rw.Visit([]byte(text), engine.Visitor{Reference: func(ref *engine.Reference) {
		if HasTarget(ref) {
			out = AppendTSV(out, from.URL(ref), ref)
		}
	}})
	return string(out)
}

func TestSource(t *testing.T) {
	const page = "<a href=http://h/>"
	for text, want := range map[string]string{
		page:                           "the%09doc",
		"<base href=http://b/>" + page: "the%09doc",
		"<!-- saved from url=(0010)http://s/a -->" + page:                                                                                                  "http://s/a",
		"<iframe srcdoc='<a href=http://h/>'></iframe>":                                                                                                    "the%09doc",
		"<base href=http://b/><iframe srcdoc='" + page + "'>":                                                                                              "the%09doc",
		"<rss version='2.0'><channel><link>http://s/</link><item><link>http://h/</link></item></channel></rss>":                                            "the%09doc",
		"<rss version='2.0'><channel><link>http://s/</link><description>&lt;a href=http://h/></description></channel></rss>":                               "the%09doc",
		"<feed xmlns='http://www.w3.org/2005/Atom'><link rel='self' href='http://s/'/><entry xml:base='http://e/'><link href='http://h/'/></entry></feed>": "the%09doc",
		"Content-Location: http://m/1\nContent-Type: text/html\n\n<base href=http://b/>" + page:                                                            "http://m/1",
	} {
		for _, base := range []string{"", "http://given/"} {
			for _, line := range strings.SplitAfter(strings.TrimSuffix(rows(t, text, engine.Options{Base: base}), "\n"), "\n") {
				got, rest, _ := strings.Cut(line, "\t")
				if strings.HasPrefix(rest, "http://h/\t") {
					expected := want
					if base != "" && !strings.Contains(want, "/m/") {
						expected = base
					}
					require.Equal(t, expected, got, "%s: %s", text, line)
				}
			}
		}
	}
}

// FuzzTSV: each line has three tabs and is UTF-8, whatever the document has.
func FuzzTSV(f *testing.F) {
	for _, text := range []string{
		"<a href='x:\ta\n&#9;&#10;b'>", "<style>@import 'x:\\9 \\a y'</style>", "<style>a{background:url(x:\\9\\a b)}</style>",
		"<script type=importmap>{\"imports\":{\"a\":\"x:\\t\\n/\"}}</script>", "<script type=module>import 'x:\\t/\\n'</script>",
		"Link: <x:a\tb>, <x:\n\tc>\nContent-Location: =?utf-8?q?x:=09=0Ay?=\nContent-Type: text/html\n\n<a href=x>",
		"Content-Type: message/external-body; access-type=URL; URL=\"x:\ta\n b\"\n\n\n", "<img srcset='x:\ta 1x,\ny:b\n2x'>",
		"<meta http-equiv=refresh content='0;url=x:a\tb'>", "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00x\x00:\x00\t\x00>\x00",
		"<svg xmlns='http://www.w3.org/2000/svg' xml:base='http://a/&#9;&#10;'><a href='b&#9;&#10;'/></svg>",
	} {
		f.Add(text, "http://a/b")
	}
	f.Fuzz(func(t *testing.T, text, base string) {
		opts := engine.Options{Base: base}
		if _, err := engine.New(opts); err != nil {
			opts.Base = ""
		}
		for line := range strings.Lines(rows(t, text, opts)) {
			require.Equal(t, 3, strings.Count(line, "\t"), "%q", line)
			require.True(t, strings.HasSuffix(line, "\n") && utf8.ValidString(line), "%q", line)
		}
	})
}
