package rewrite_test

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/corpus"
	"github.com/hrefix/hrefix/internal/promise"
	"github.com/hrefix/hrefix/rewrite"
)

const pageURL = "http://h/d/p"

// htmlCases are rewritten with the retrieval URL pageURL.
var htmlCases = []struct{ name, src, want string }{
	{"double quotes", `<a href="x">`, `<a href="http://h/d/x">`},
	{"single quotes", `<a href='x'>`, `<a href='http://h/d/x'>`},
	{"no quotes", `<a href=x>`, `<a href=http://h/d/x>`},
	{"slash in an unquoted value", `<a href=x/>`, `<a href=http://h/d/x/>`},
	{"empty unquoted value", `<a href=>x`, `<a href=http://h/d/p>x`},
	{"no value", `<a href>x`, `<a href="http://h/d/p">x`},
	{"no value, more attributes", `<a href id=x>`, `<a href="http://h/d/p" id=x>`},
	{"space around =", "<a href \n = \t'x'>", "<a href \n = \t'http://h/d/x'>"},
	{"case", `<A HREF="x" ID=Y>`, `<A HREF="http://h/d/x" ID=Y>`},
	{"first of two", `<a href=x href=y>`, `<a href=http://h/d/x href=y>`},
	{"first of two, by case", `<a HREF=x href=y>`, `<a HREF=http://h/d/x href=y>`},
	{"white space around", "<a href=' \t\nx\r\n '>", "<a href=' \t\nhttp://h/d/x\r\n '>"},
	{"line breaks inside", "<a href='x\r\n\ty'>", "<a href='http://h/d/x\r\n\ty'>"},
	{"line break inside what goes", "<a href='..\n/y'>", "<a href='http://h\n/y'>"},
	{"absolute with white space", "<a href=' http://x/\n y '>", "<a href=' http://x/\n y '>"},
	{"references kept", `<a href="x?a=1&amp;b&#61;2&copy=3">`, `<a href="http://h/d/x?a=1&amp;b&#61;2&copy=3">`},
	{"reference in what goes", `<a href="&#46;&#x2e;&sol;x">`, `<a href="http://h&sol;x">`},
	{"reference hides a scheme", `<a href="mailto&colon;x">`, `<a href="mailto&colon;x">`},
	{"reference hides a slash", `<a href="&sol;x">`, `<a href="http://h&sol;x">`},
	{"dots", `<a href="./x/../y">`, `<a href="http://h/d/y">`},
	{"fragment", `<a href="#s">`, `<a href="http://h/d/p#s">`},
	{"empty where a URL must be", `<img src=""><form action>`, `<img src=""><form action>`},
	{"text and comment", `x="<a" <!--<a href=x>--><a href=y>`, `x="<a" <!--<a href=x>--><a href=http://h/d/y>`},
	{"raw text", `<title><a href=x></title><script><a href=x></script><style><a href=x></style><textarea><a href=x></textarea><xmp><a href=x></xmp>`, ""},
	{"iframe and noframes", `<iframe><a href=x></iframe><noframes><a href=x></noframes><noembed><a href=x></noembed>`, ""},
	{"plaintext", `<plaintext><a href=x>`, ""},
	{"noscript and template", `<noscript><a href=x></noscript><template><a href=y></template>`, `<noscript><a href=http://h/d/x></noscript><template><a href=http://h/d/y></template>`},
	{"svg title is markup", `<svg><title><a href=x></title></svg>`, `<svg><title><a href=http://h/d/x></title></svg>`},
	{"svg elements are not HTML's", `<svg><a href=x><img src=y></svg>`, `<svg><a href=x><img src=http://h/d/y></svg>`},
	{"CDATA", `<svg><![CDATA[<a href=x>]]></svg><![CDATA[<a href=y>]]>`, ""},
	{"cut off", `<a href="x`, ""},
	{"cut off in a name", `<a href=x`, ""},
	{"end tag", `</a href=x>`, ""},
	{"lookalikes", `<a xhref=x data-href=y><b href=z><xmp href=z>`, ""},
	{"usemap and others stay", `<img usemap="#m"><script for=x event=y><input value=x>`, ""},
	{"list", "<head profile=' x  y\n'><a attributionsrc='x http://y/ z'>", "<head profile=' http://h/d/x  http://h/d/y\n'><a attributionsrc='http://h/d/x http://y/ http://h/d/z'>"},
	{"base and what ignores it", `<html manifest=m><base href=sub/><a href=x>`, `<html manifest=http://h/d/m><base href=http://h/d/sub/><a href=http://h/d/sub/x>`},
	{"base against itself, never", `<base href=sub/><base href=x/>`, `<base href=http://h/d/sub/><base href=http://h/d/x/>`},
	{"base after links", `<a href=x><base href=http://b/>`, `<a href=http://b/x><base href=http://b/>`},
	{"opaque base", `<base href=mailto:x><a href=y>`, ""},
	{"object with codebase", `<object data=x codebase=y></object><object data=x>`, `<object data=x codebase=y></object><object data=http://h/d/x>`},
	{"itemid on any element", `<x-y itemid=z>`, `<x-y itemid=http://h/d/z>`},
	{"nothing but ASCII matters", "<a href=\"\xe9\x00\xff\">\x00<a\x00 href=x>", "<a href=\"http://h/d/\xe9\x00\xff\">\x00<a\x00 href=x>"},
	{"ignored tags", `<td background=x><frame src=y>`, `<td background=http://h/d/x><frame src=http://h/d/y>`},
	{"scheme in capitals", `<a href="JAVASCRIPT:x()"><a href=DATA:,x>`, ""},
}

func TestHTML(t *testing.T) {
	for _, c := range htmlCases {
		t.Run(c.name, func(t *testing.T) {
			want := c.want
			if want == "" {
				want = c.src
			}
			r := promise.Check(t, []byte(c.src), rewrite.Options{Type: rewrite.HTML, Base: pageURL})
			require.Equal(t, want, string(r.Output))
			promise.Check(t, []byte(c.src), rewrite.Options{Type: rewrite.HTML})
			promise.Check(t, []byte(c.src), rewrite.Options{Type: rewrite.HTML, Base: pageURL, KeepFragments: true})
		})
	}
}

// TestEveryPlace puts a link into every place of section A.
func TestEveryPlace(t *testing.T) {
	places := 0
	for element, attrs := range oracleAttrs {
		for _, attr := range strings.Fields(attrs + " itemid") {
			attr = strings.TrimSuffix(attr, "*")
			src := fmt.Sprintf("<%s x %s='y'>", element, attr)
			if element == "base" {
				src = "<base href=y>" + src
			}
			r := promise.Check(t, []byte(src), rewrite.Options{Type: rewrite.HTML, Base: pageURL})
			require.Contains(t, string(r.Output), attr+"='http://h/d/y'", src)
			places++
		}
	}
	require.Greater(t, places, 90)
}

// TestHostileBase has a base with all that HTML has to escape.
func TestHostileBase(t *testing.T) {
	const base = `http://h/"'<>&lt&amp/`
	for _, quote := range []string{`"`, `'`, ``} {
		src := "<a href=" + quote + "x" + quote + "><b>y</b>"
		r := promise.Check(t, []byte(src), rewrite.Options{Type: rewrite.HTML, Base: base})
		_, value, _ := strings.Cut(string(r.Output), "href=")
		value, _, _ = strings.Cut(value, "><b>")
		require.Equal(t, base+"x", html.UnescapeString(strings.Trim(value, quote)))
		require.Len(t, r.References, 1)
	}
}

// TestVectorsAsLinks puts the examples of RFC 1808 section 5 and the cases of
// Fielding's test pages into documents.
func TestVectorsAsLinks(t *testing.T) {
	for file, count := range map[string]int{"rfc1808_sec5.json": 39, "fielding_rfc1808.json": 73} {
		var vectors []struct{ Base, Ref, Want string }
		corpus.ReadJSON(t, &vectors, "vectors", file)
		require.Len(t, vectors, count)
		for _, v := range vectors {
			for _, doc := range []string{
				fmt.Sprintf("<base href=\"%s\">\r\n<p><a href=\"%s\">x</a>", v.Base, html.EscapeString(v.Ref)),
				fmt.Sprintf("<p><A HREF='%s'>x</A><base href='%s'>", html.EscapeString(v.Ref), v.Base),
			} {
				r := promise.Check(t, []byte(doc), rewrite.Options{Type: rewrite.HTML})
				want := strings.Replace(doc, html.EscapeString(v.Ref)+`">x`, html.EscapeString(v.Want)+`">x`, 1)
				want = strings.Replace(want, html.EscapeString(v.Ref)+`'>x`, html.EscapeString(v.Want)+`'>x`, 1)
				require.Equal(t, want, string(r.Output), "%s + %s", v.Base, v.Ref)
			}
		}
	}
}
