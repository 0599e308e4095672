package base_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/resolve"
)

func TestParseField(t *testing.T) {
	const url = "http://www.ics.uci.edu/Test/a/b/c"
	for _, c := range []struct {
		name, body, url string
		note            base.Reason
	}{
		{"Base", "<URL:" + url + ">", url, ""},
		{"BASE", " \t<url:" + url + "> ", url, ""},
		{"base", "<URL:http://www.ics.uci.edu/\r\n Test/a/b/c>", url, ""},
		{"Base", "\r\n <URL:http://www.ics.uci.edu/\n\tTest/ a/b/c>\r\n", url, ""},
		{"Base", "< U RL : " + url + " >", url, ""},
		{"Base", "<" + url + ">", url, basereason.Brackets},
		{"Base", "\"" + url + "\"", url, basereason.Quoted},
		{"Base", url, url, basereason.Bare},
		{"Base", "URL:" + url, url, basereason.URLPrefix},
		{"Base", "<URL:" + url, url, basereason.OpenBracket},
		{"Base", "<URL:" + url + "> (ours)", url, basereason.AfterBracket},
		{"Content-Base", url, url, ""},
		{"Content-Base", "\"" + url + "\"", url, basereason.Quoted},
		{"Content-Location", "<" + url + ">", url, basereason.Brackets},
		{"Content-Location", "http://www.ics.uci.edu/\r\n Test/a/b/c", url, ""},
		{"Content-Location", "caf\xe9 x", "caf\xe9x", ""},
		{"Content-Base", `"`, `"`, ""},
	} {
		got, note, ok := base.ParseField(c.name, c.body)
		require.True(t, ok, "%q", c.body)
		require.Equal(t, c.url, got, "%q", c.body)
		require.Equal(t, c.note, note, "%q", c.body)
	}
	for _, empty := range []string{"", " \r\n ", "<URL:>", "<URL: \t>", "<>", `""`, "URL:"} {
		_, _, ok := base.ParseField("Base", empty)
		require.False(t, ok, "%q", empty)
	}
}

func TestStrings(t *testing.T) {
	require.Equal(t, "embedded", base.Embedded.String())
	require.Equal(t, "Layer(9)", base.Layer(9).String())
	require.Equal(t, "a base further in counts first", base.Reason(basereason.InnerLayer).String())
	require.Equal(t, "a reason of the caller", base.Reason("a reason of the caller").String())
}

func TestUnusable(t *testing.T) {
	for _, ok := range []string{
		"http://a", "http://a/b?c#d", "HTTP://A:80/", "file:///a", "file:/a", "ftp://u:p@h;x/",
		"foo:/a", "x://", "http://[::1]:80/", "http://u@[fe80::1%25en0]/", "http://[v9.az_AZ~09]/", "http://h\xc3\xa9/",
	} {
		require.Empty(t, base.Unusable(resolve.RFC1808, ok), "%q", ok)
	}
	for bad, reason := range map[string]base.Reason{
		"":                     basereason.Empty,
		"/a/b":                 basereason.Relative,
		"//h/b":                basereason.Relative,
		"data:/,x":             basereason.Scheme,
		"JavaScript:/x":        basereason.Scheme,
		"thismessage:/":        basereason.Scheme,
		"mailto:a@b":           basereason.Scheme,
		"about:blank":          basereason.Scheme,
		"http:g":               basereason.NotHierarchical,
		"http:":                basereason.NotHierarchical,
		"http://a/\r\nX: y":    basereason.Control,
		"http://a/\x00":        basereason.Control,
		"http:///x":            basereason.NoHost,
		"HTTPS:/x":             basereason.NoHost,
		"http://?q":            basereason.NoHost,
		"ws:/x":                basereason.NoHost,
		"WSS:///x":             basereason.NoHost,
		"http://":              basereason.NoHost,
		"http://[bad":          basereason.BadHost,
		"http://[]/":           basereason.BadHost,
		"http://[::1]x[/":      basereason.BadHost,
		"http://a b/":          basereason.BadHost,
		"http://a<b/":          basereason.BadHost,
		"http://a\"b/":         basereason.BadHost,
		"http://a\\b/":         basereason.BadHost,
		"http://[\"onload=]/x": basereason.BadHost,

		"http://h/" + strings.Repeat("d", base.MaxURL): basereason.TooLong,
	} {
		require.Equal(t, reason, base.Unusable(resolve.RFC1808, bad), "%q", bad)
	}
}

// verdicts returns the candidates of e, one per line.
func verdicts(e *base.Result) string {
	var b strings.Builder
	for _, c := range e.Candidates() {
		mark := "-"
		if c.Used {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s %v %s %s: %s\n", mark, c.Layer, c.From, c.URL, c.Text())
	}
	return b.String()
}

func TestEstablish(t *testing.T) {
	embedded := func(value string, void base.Reason) base.Source {
		return base.Source{Layer: base.Embedded, From: "BASE", Value: value, Ignored: void}
	}
	field := func(from, value string) base.Source {
		return base.Source{Layer: base.Encapsulating, From: from, Value: value}
	}
	retrieval := base.Source{From: "given", Value: "http://r/x/y"}
	for name, c := range map[string]struct {
		outer   []base.Source   // of the retrieval layer
		headers [][]base.Source // the outermost first
		own     []base.Source
		want    string
		layer   base.Layer
		said    string
		dialect resolve.Dialect
	}{
		"nothing": {want: "", layer: base.Default},
		"retrieval": {
			outer: []base.Source{retrieval}, want: "http://r/x/y", layer: base.Retrieval,
			said: "* retrieval given http://r/x/y: \n",
		},
		"one that nobody can tell": {
			outer:   []base.Source{retrieval},
			headers: [][]base.Source{{{Layer: base.Encapsulating, From: "outer", Value: "http://&e;/", Unknown: basereason.Entity}}},
			want:    "", layer: base.Encapsulating,
			said: "* encapsulating outer : it has an entity whose text is not known: the document has no base\n" +
				"- retrieval given http://r/x/y: a base further in counts first\n",
		},
		"one that is too long": {
			outer: []base.Source{retrieval}, own: []base.Source{embedded("http://e/"+strings.Repeat("d", base.MaxURL), "")},
			want: "", layer: base.Embedded,
			said: "* embedded BASE : longer than 8 KiB: the document has no base\n" +
				"- retrieval given http://r/x/y: a base further in counts first\n",
		},
		"relative to one that is too long": {
			outer:   []base.Source{retrieval},
			headers: [][]base.Source{{field("outer", "http://o/"+strings.Repeat("d", base.MaxURL))}},
			own:     []base.Source{embedded("e", "")},
			want:    "", layer: base.Encapsulating,
			said: "- embedded BASE e: relative, and no base further out is known\n" +
				"* encapsulating outer : longer than 8 KiB: the document has no base\n" +
				"- retrieval given http://r/x/y: a base further in counts first\n",
		},
		"one that becomes too long": {
			headers: [][]base.Source{{field("outer", "http://o/"+strings.Repeat("d", base.MaxURL-10)+"/")}, {field("inner", "e")}},
			want:    "", layer: base.Encapsulating,
			said: "* encapsulating inner : longer than 8 KiB: the document has no base\n" +
				"- encapsulating outer http://o/" + strings.Repeat("d", base.MaxURL-10) + "/: a base further in counts first\n",
		},
		"one that is no base anyway": {
			outer: []base.Source{retrieval}, headers: [][]base.Source{{field("outer", "data:"+strings.Repeat("d", base.MaxURL))}},
			want: "http://r/x/y", layer: base.Retrieval,
			said: "- encapsulating outer data:" + strings.Repeat("d", base.MaxURL) + ": URLs of this scheme cannot be a base\n" +
				"* retrieval given http://r/x/y: \n",
		},
		"a scheme that a base may have": {
			headers: [][]base.Source{{field("outer", "http:o")}}, dialect: resolve.WHATWG,
			want: "", layer: base.Default, said: "- encapsulating outer http:o: relative, and no base further out is known\n",
		},
		"innermost wins": {
			outer:   []base.Source{retrieval},
			headers: [][]base.Source{{field("outer", "http://o/")}, {field("inner", "http://i/")}},
			own:     []base.Source{embedded("http://e/", "")},
			want:    "http://e/", layer: base.Embedded,
			said: "* embedded BASE http://e/: \n" +
				"- encapsulating inner http://i/: a base further in counts first\n" +
				"- encapsulating outer http://o/: a base further in counts first\n" +
				"- retrieval given http://r/x/y: a base further in counts first\n",
		},
		"relative ones build on the next layer out": {
			outer:   []base.Source{retrieval},
			headers: [][]base.Source{{field("outer", "../o/")}, {field("inner", "i/")}},
			own:     []base.Source{embedded("e", "")},
			want:    "http://r/o/i/e", layer: base.Embedded,
			said: "* embedded BASE http://r/o/i/e: relative, resolved against the next base further out\n" +
				"- encapsulating inner http://r/o/i/: a base further in counts first\n" +
				"- encapsulating outer http://r/o/: a base further in counts first\n" +
				"- retrieval given http://r/x/y: a base further in counts first\n",
		},
		"an unusable first leaves it to the next layer out": {
			headers: [][]base.Source{{field("outer", "http://o/")}},
			own:     []base.Source{embedded("data:/,x", ""), embedded("http://late/", "late")},
			want:    "http://o/", layer: base.Encapsulating,
			said: "- embedded BASE data:/,x: URLs of this scheme cannot be a base\n" +
				"- embedded BASE : late\n" +
				"* encapsulating outer http://o/: \n",
		},
		"order within a header": {
			headers: [][]base.Source{{field("Base", "mailto:x"), field("Content-Base", "http://cb/"), field("Content-Location", "http://cl/")}},
			want:    "http://cb/", layer: base.Encapsulating,
			said: "- encapsulating Base mailto:x: URLs of this scheme cannot be a base\n" +
				"* encapsulating Content-Base http://cb/: \n" +
				"- encapsulating Content-Location http://cl/: another base at the same level counts first\n",
		},
		"relative without a layer further out": {
			own:  []base.Source{embedded("e/", "")},
			want: "", layer: base.Default,
			said: "- embedded BASE e/: relative, and no base further out is known\n",
		},
		"RFC 1738 section 3.3": {
			outer: []base.Source{{From: "given", Value: "http://r?x"}},
			want:  "http://r/?x", layer: base.Retrieval,
			said: "* retrieval given http://r/?x: \n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := base.NewContext(c.dialect, c.outer...)
			for _, h := range c.headers {
				ctx = ctx.Enclose(h...)
			}
			e := ctx.Establish(c.own...)
			require.Equal(t, c.want, e.String())
			require.Equal(t, c.layer, e.Layer)
			require.Equal(t, c.said, verdicts(e))
			require.Equal(t, c.said, verdicts(e), "asking twice changes nothing")
		})
	}
}

// TestRetrieved: a URL in a saved file has the lowest precedence, but relative
// bases are resolved against it if there is nothing else.
func TestRetrieved(t *testing.T) {
	hint := base.Source{From: "hint", Value: "http://h/x/", Hint: true}
	field := base.Source{Layer: base.Encapsulating, From: "field", Value: "f/"}
	given := base.Source{From: "given", Value: "http://g/"}

	e := base.NewContext(resolve.RFC1808).Enclose(field).WithRetrieval(hint).Establish()
	require.Equal(t, "* encapsulating field http://h/x/f/: relative, resolved against the next base further out\n"+
		"- retrieval hint http://h/x/: a base further in counts first\n", verdicts(e))
	require.True(t, e.Hint)

	e = base.NewContext(resolve.RFC1808, given).Enclose(field).WithRetrieval(hint).Establish()
	require.Equal(t, "* encapsulating field http://g/f/: relative, resolved against the next base further out\n"+
		"- retrieval given http://g/: a base further in counts first\n"+
		"- retrieval hint http://h/x/: another base at the same level counts first\n", verdicts(e))
	require.False(t, e.Hint)

	e = base.NewContext(resolve.RFC1808).WithRetrieval(hint).WithRetrieval(given).Establish()
	require.Equal(t, "http://h/x/", e.String())
	require.True(t, e.Hint)
	require.Equal(t, base.Retrieval, e.Layer)

	e = base.NewContext(resolve.RFC1808).WithRetrieval(hint).Establish(base.Source{Layer: base.Embedded, From: "BASE", Value: "http://b/"})
	require.False(t, e.Hint)

	e = base.NewContext(resolve.RFC1808).WithRetrieval(hint).Establish(base.Source{Layer: base.Embedded, From: "BASE", Value: "&e;", Unknown: basereason.Entity})
	require.False(t, e.Hint)
	require.False(t, e.Resolves())
}

// FuzzParseField: a parsed URL has no white space.
func FuzzParseField(f *testing.F) {
	f.Add("<URL:http://www.ics.uci.edu/\r\n Test/a/b/c>")
	f.Add(`"http://a/"`)
	f.Add("URL:http://a")
	f.Fuzz(func(t *testing.T, body string) {
		for _, name := range base.DefaultFields() {
			url, _, ok := base.ParseField(name, body)
			require.Equal(t, url != "", ok)
			require.False(t, strings.ContainsAny(url, " \t\r\n"))
		}
	})
}

// FuzzEstablish: the base is usable, and at most one candidate is used. A
// candidate whose scheme cannot have a base is used only to leave the document
// without one.
func FuzzEstablish(f *testing.F) {
	f.Add("http://r/x", "../h/", "e", uint8(0))
	for i, scheme := range []string{"javascript", "data", "vbscript", "mailto", "cid", "about", "thismessage", "1x", "http", "file"} {
		f.Add("http://r/", scheme+":/x", " "+scheme+"://h/", uint8(i))
		f.Add(scheme+"://r\t/", "?x", "#y", uint8(i+100))
	}
	f.Fuzz(func(t *testing.T, outer, header, own string, n uint8) {
		d := resolve.Dialect(n % 3)
		ctx := base.NewContext(d, base.Source{From: "given", Value: outer}).
			Enclose(base.Source{Layer: base.Encapsulating, From: "field", Value: header, AllowOpaque: n&4 != 0})
		e := ctx.Establish(base.Source{Layer: base.Embedded, From: "BASE", Value: own, AllowOpaque: n&8 != 0},
			base.Source{Layer: base.Embedded, From: "BASE", Value: header})
		if url := e.String(); url != "" {
			require.Empty(t, base.Unusable(d, url), "%q", url)
		}
		used := 0
		for _, c := range e.Candidates() {
			require.True(t, c.Used || c.Reason != "", "%+v", c)
			if c.Used {
				used++
				require.Equal(t, e.Layer, c.Layer)
				require.Equal(t, e.From, c.From)
			}
		}
		require.Equal(t, e.Layer != base.Default, used == 1)
		require.LessOrEqual(t, used, 1)
	})
}

// TestUnusableInDialects: in the dialect whatwg, the URL Standard decides what
// is valid.
func TestUnusableInDialects(t *testing.T) {
	for _, c := range []struct {
		url             string
		rfc1808, whatwg base.Reason
	}{
		{"http://a/b", "", ""},
		{"HTTP:\\\\a\\b", basereason.NotHierarchical, ""},
		{"http:/a/b", basereason.NoHost, ""},
		{"http://a b/", basereason.BadHost, basereason.InvalidURL},
		{"http://[bad/", basereason.BadHost, basereason.InvalidURL},
		{"http://a:b/", "", basereason.InvalidURL},
		{" java\nscript:/x", basereason.Relative, basereason.Scheme},
		{"\x01data:/x", basereason.Relative, basereason.Scheme},
		{"mailto:x", basereason.Scheme, basereason.Scheme},
		{"g", basereason.Relative, basereason.Relative},
	} {
		require.Equal(t, c.rfc1808, base.Unusable(resolve.RFC1808, c.url), "%q", c.url)
		require.Equal(t, c.rfc1808, base.Unusable(resolve.RFC3986, c.url), "%q", c.url)
		require.Equal(t, c.whatwg, base.Unusable(resolve.WHATWG, c.url), "%q", c.url)
	}
}

// TestOpaque: an opaque URL leaves a document without a base, unless browsers
// ignore it.
func TestOpaque(t *testing.T) {
	for _, url := range []string{"mailto:x", "cid:x", "about:blank", "urn:a:b", "x:y", "thismessage:/", "ThisMessage:/x", "thismessage:x"} {
		require.True(t, base.IsOpaque(url), url)
		e := base.NewContext(resolve.RFC1808, base.Source{Value: "http://r/"}).
			Establish(base.Source{Layer: base.Embedded, From: "BASE", Value: url, AllowOpaque: true})
		require.Equal(t, "", e.String(), url)
		require.Equal(t, base.Embedded, e.Layer, url)
	}
	for _, url := range []string{"", "x", "/x", "//h/x", "data:x", "JavaScript:x", "http:x", "https:", "FTP:x", "file:x", "ws:x", "wss:x", "x:/y", "x://y", "http://a/"} {
		require.False(t, base.IsOpaque(url), url)
	}
}

// TestDotSegmentsOfBase: an absolute base keeps its dot segments, as in package
// resolve. Only the URL Standard normalizes it.
func TestDotSegmentsOfBase(t *testing.T) {
	const url = "http://h/data/limit/.."
	for d, want := range map[resolve.Dialect]string{resolve.RFC1808: url, resolve.RFC3986: url, resolve.WHATWG: "http://h/data/"} {
		e := base.NewContext(d, base.Source{Value: url}).Establish()
		require.Equal(t, want, e.String(), d)
		require.Equal(t, d.Base(url).String(), e.String(), d)
	}
}

// TestIn: the dialect whatwg writes queries in the encoding of the document.
// The others keep characters.
func TestIn(t *testing.T) {
	for d, want := range map[resolve.Dialect]string{
		resolve.RFC1808: "http://h/\u00e9?\u00e9", resolve.RFC3986: "http://h/\u00e9?\u00e9", resolve.WHATWG: "http://h/%C3%A9?%E9",
	} {
		ctx := base.NewContext(d, base.Source{Value: "http://h/"}).WithEncoding(charmap.Windows1252)
		url, _ := ctx.Establish().Resolve("\u00e9?\u00e9")
		require.Equal(t, want, url, d)
		require.Equal(t, "http://h/", ctx.Base().String())
		require.Same(t, ctx, ctx.Enclose(), "nothing encloses it")
		require.Same(t, ctx, ctx.WithEncoding(nil))
	}
	// A URL that is not valid is reported as it is.
	ctx := base.NewContext(resolve.WHATWG).WithEncoding(charmap.Windows1252)
	require.Equal(t, "\u00e9", ctx.Establish(base.Source{Layer: base.Embedded, Value: "\u00e9"}).Candidates()[0].URL)
}

// TestManyCandidates: the candidate that is used is reported, however many
// there are.
func TestManyCandidates(t *testing.T) {
	ctx := base.NewContext(resolve.RFC1808, base.Source{From: "given", Value: "http://a/"})
	for range 1000 {
		ctx = ctx.Enclose(base.Source{Layer: base.Encapsulating, From: "field", Value: "mailto:x"})
	}
	all := ctx.Establish().Candidates()
	require.Len(t, all, 1001)
	require.True(t, all[1000].Used)
	ctx = ctx.Enclose(base.Source{Layer: base.Encapsulating, From: "field", Value: "http://b/"})
	all = ctx.Establish().Candidates()
	require.Len(t, all, 64)
	require.True(t, all[0].Used)
}

// TestNilContext: the nil Context has no base.
func TestNilContext(t *testing.T) {
	var none *base.Context
	source := base.Source{Value: "http://a/b/"}
	require.False(t, none.Base().Resolves())
	require.Equal(t, base.Default, none.Establish().Layer)
	require.False(t, none.Establish().Resolves())
	require.Equal(t, "http://a/b/", none.Establish(source).String())
	require.Equal(t, "http://a/b/", none.Enclose(source).Base().String())
	require.Equal(t, "http://a/b/", none.WithRetrieval(source).Base().String())
	require.False(t, none.Enclose().Base().Resolves())
	require.False(t, none.WithRetrieval().Base().Resolves())
	require.False(t, none.WithEncoding(charmap.Windows1252).Base().Resolves())
}
