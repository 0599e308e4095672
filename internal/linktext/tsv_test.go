package linktext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

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
