package fieldref

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// manyLinks are fields with any number of URLs.
var manyLinks = []row{
	{" <g>; rel=next", told("g"), " <http://h/g>; rel=next"},
	{"<g>", told("g"), "<http://h/g>"},
	{" <a>, <b> ; x ,<c>", told("a", "b", "c"), " <http://h/a>, <http://h/b> ; x ,<http://h/c>"},
	{" , ,<a>,, <b>,", told("a", "b"), " , ,<http://h/a>,, <http://h/b>,"},
	{" <>", told(""), " <http://h/>"},
	{" <a,b;c>; rel=\"x,<y>;\\\"<z>\"; title=<q>, <d>", told("a,b;c", "d"), " <http://h/a,b;c>; rel=\"x,<y>;\\\"<z>\"; title=<q>, <http://h/d>"},
	{" <a\r\n b>;\r\n rel=x,\r\n\t<c>", told("ab", "c"), " <http://h/a\r\n b>;\r\n rel=x,\r\n\t<http://h/c>"},
	{" <\r\n\ta>", told("a"), " <\r\n\thttp://h/a>"},
	{" <a b>, < c>, <d >", told("ab: white space in a URL", "c: white space in a URL", "d: white space in a URL"), ""},
	{" <a \r\n b>", told("ab: white space in a URL"), ""},
	{" <\"a\">", told("\"a\": its place cannot hold the target"), ""},
	{" <caf\u00e9>, <b>", told("caf\u00e9: its place cannot hold the target", "b"), " <caf\u00e9>, <http://h/b>"},
	{" <=?utf-8?q?g?=>", told("=?utf-8?q?g?="), " <http://h/=?utf-8?q?g?=>"},

	{" <a>; anchor=\"#b\"; rel=c", told("a", "#b"), " <http://h/a>; anchor=\"http://h/#b\"; rel=c"},
	{" <a>; ANCHOR = b , <c>;anchor=d", told("a", "b", "c", "d"), " <http://h/a>; ANCHOR = \"http://h/b\" , <http://h/c>;anchor=\"http://h/d\""},
	{" <a>; anchor=", told("a", ""), " <http://h/a>; anchor=\"http://h/\""},
	{" <a>; anchor=\"b\\\"\\c\"", told("a", "b\"c"), " <http://h/a>; anchor=\"http://h/b\\\"\\c\""},
	{" <a>; anchor=\"b\r\n c\"", told("a", "bc"), " <http://h/a>; anchor=\"http://h/b\r\n c\""},
	{" <a>; anchor=\"b c\"; anchor=\"d\"", told("a", "bc: white space in a URL", "d: a second anchor parameter"), " <http://h/a>; anchor=\"b c\"; anchor=\"d\""},
	{" <a>; anchor=\"b, <c>", told("a", "\"b,<c>: the closing quote is missing"), " <http://h/a>; anchor=\"b, <c>"},
	{" <a>; anchor=b\"c", told("a", "b\"c: quotes within a value"), " <http://h/a>; anchor=b\"c"},
	{" <a>; anchor*=''b; xanchor=c; anchor", told("a"), " <http://h/a>; anchor*=''b; xanchor=c; anchor"},
	{" <a>;;=;= x;anchor=b", told("a", "b"), " <http://h/a>;;=;= x;anchor=\"http://h/b\""},

	{" a, <b>", nil, ""},
	{"", nil, ""},
	{" <a", nil, ""},
	{" <a> <b>", told("a"), " <http://h/a> <b>"},
	{" <a> x, <b>", told("a"), " <http://h/a> x, <b>"},
	{" <a>; rel=\"x, <b>", told("a"), " <http://h/a>; rel=\"x, <b>"},
	{" <a>; rel=\"x\" y, <b>", told("a"), " <http://h/a>; rel=\"x\" y, <b>"},
	{" <a>; rel=\"x\\", told("a"), " <http://h/a>; rel=\"x\\"},
}

func TestLink(t *testing.T) { checkRows(t, "LINK", manyLinks) }

// TestLinkTargets checks that targets cannot break out of the brackets.
func TestLinkTargets(t *testing.T) {
	for _, target := range []string{"x:/>", "x:/<", `x:/"`, "x:/ ", "x:/\r\n y", "x:/\x00", "x:/é"} {
		r := rewrite(t, header("Link", " <g>; rel=x"), func(string) string { return target })
		require.Equal(t, told("g: "+reasonBytes), r.told, target)
	}
	r := rewrite(t, header("Link", ` <g>; anchor=b; rel=x, <c>`), func(string) string { return `x:/,;\` })
	require.Equal(t, header("Link", ` <x:/,;\>; anchor="x:/,;\\"; rel=x, <x:/,;\>`), r.out)
	r = rewrite(t, header("Link", ` <:g>; anchor="b"; rel=x, <c>`), func(text string) string { return `x"<,` + text })
	require.Equal(t, header("Link", ` <:g>; anchor="x\"<,b"; rel=x, <c>`), r.out)
}

// TestSeveral checks headers with several fields of one name. All of them count only for
// Link.
func TestSeveral(t *testing.T) {
	r := rewrite(t, "Link: <a>\nContent-Location: b\nLink: <c>\nContent-Base: d\nContent-Location: e\nLink-Template: <f>\nLinks: <g>\n"+
		"Content-Location:\n\n", below)
	require.Equal(t, "Link: <http://h/a>\nContent-Location: http://h/b\nLink: <http://h/c>\nContent-Base: http://h/d\nContent-Location: e\n"+
		"Link-Template: <f>\nLinks: <g>\nContent-Location:\n\n", r.out)
	require.Equal(t, told("a", "b", "c", "d", "e: a second Content-Location field", ": a second Content-Location field"), r.told)

	same := "Content-Type: message/external-body; access-type=URL; URL=\"g\"\n"
	r = rewrite(t, same+same+"\n", below)
	require.Equal(t, same+same+"\n", r.out)
	require.Equal(t, told("g: Content-Type twice", "g: Content-Type twice"), r.told)
}

// TestLongLink checks folds before links and anchors.
func TestLongLink(t *testing.T) {
	for _, c := range []struct{ name, body, want, reason string }{
		{"no fold", "<" + pad(982) + ">", "<http://h/" + pad(982) + ">", ""}, // 998
		{"a line that just fits", " <" + pad(986) + ">", " \r\n\t<http://h/" + pad(986) + ">", ""},
		{"a line that just fits before the next", "\r\n <" + pad(984) + ">, <x:y>", "\r\n <http://h/" + pad(984) + ">, \r\n\t<x:y>", ""},
		{"after the name", " <" + pad(982) + ">", " \r\n\t<http://h/" + pad(982) + ">", ""},
		{"too long for a line", " <" + pad(987) + ">", "", reasonLine},
		{"second link", " <" + pad(485) + ">, <" + pad(485) + ">", " <http://h/" + pad(485) + ">, \r\n\t<http://h/" + pad(485) + ">", ""},
		{"first link", " <" + pad(100) + ">, <x:" + pad(876) + ">", " \r\n\t<http://h/" + pad(100) + ">, <x:" + pad(876) + ">", ""},
		{"anchor", " <x:" + pad(480) + ">; anchor=\"" + pad(490) + "\"", " <x:" + pad(480) + ">; \r\n\tanchor=\"http://h/" + pad(490) + "\"", ""},
		{"anchor without quotes", " <x:" + pad(480) + ">; anchor=" + pad(490), " <x:" + pad(480) + ">; \r\n\tanchor=\"http://h/" + pad(490) + "\"", ""},
		{"second line", " <x>,\r\n <" + pad(990) + ">", "", reasonLine},
		{"before the next", "\r\n <" + pad(400) + ">, <" + pad(590) + ">", "\r\n <http://h/" + pad(400) + ">, \r\n\t<http://h/" + pad(590) + ">", ""},
		{"before the next that stays", "\r\n <" + pad(400) + ">, <x:" + pad(587) + ">", "\r\n <http://h/" + pad(400) + ">, \r\n\t<x:" + pad(587) + ">", ""},
		{"before the anchor", "\r\n <" + pad(400) + ">; anchor=\"x:" + pad(579) + "\"", "\r\n <http://h/" + pad(400) + ">; \r\n\tanchor=\"x:" + pad(579) + "\"", ""},
		{"before and behind", "<x>,<" + pad(981) + ">,<x:y>", "<x>,\r\n\t<http://h/" + pad(981) + ">,\r\n\t<x:y>", ""},
		{"blanks before", "<x>,\r\n             <" + pad(980) + ">", "", reasonLine},
		{"fold inside", " <\r\n " + pad(990) + ">", "", reasonLine},
		{"long before", " <" + pad(1000) + ">", " <http://h/" + pad(1000) + ">", ""},
	} {
		src := "Link:" + c.body + "\r\n\r\n"
		r := rewrite(t, src, func(text string) string {
			if text == "x" || strings.HasPrefix(text, "x:") {
				return text
			}
			return below(text)
		})
		if c.reason != "" {
			require.Equal(t, src, r.out, c.name)
			require.Contains(t, r.told[len(r.told)-1], c.reason)
			continue
		}
		require.Equal(t, "Link:"+c.want+"\r\n\r\n", r.out, c.name)
	}
}

// TestLinkBetween checks a link that just fits into a line of its own.
func TestLinkBetween(t *testing.T) {
	const src = "Link:<x:>,<g>,<x:y>\n\n"
	long := func(n int) func(string) string {
		return func(text string) string { return strings.Replace(text, "g", "x:"+pad(n), 1) }
	}
	require.Equal(t, "Link:<x:>,\n\t<x:"+pad(992)+">,\n\t<x:y>\n\n", rewrite(t, src, long(992)).out)
	require.Equal(t, src, rewrite(t, src, long(993)).out)
}

// TestLinkAtEnd checks a text that ends with the field.
func TestLinkAtEnd(t *testing.T) {
	for _, src := range []string{"Link: <g>", "Link: <g>,", "Link: <g>, ", "Link: <g>;", "Link: <g>;a", "Link:", "Link: <"} {
		r := rewrite(t, src, below)
		require.Equal(t, strings.Replace(src, "<g>", "<http://h/g>", 1), r.out)
	}
}

// TestLongAnchor checks an anchor that is written in two edits, with one fold after them.
func TestLongAnchor(t *testing.T) {
	const src, tail = "Link: <x:>;\r\n anchor=a,", "<x:>\r\n\r\n"
	tailed := strings.Replace(tail, ":", ":"+pad(900), 1)
	r := rewrite(t, src+tailed, func(text string) string {
		return map[bool]string{true: "x:" + pad(500) + "a"}[text == "a"] + strings.TrimPrefix(text, "a")
	})
	require.Equal(t, "Link: <x:>;\r\n anchor=\"x:"+pad(500)+"a\",\r\n\t"+tailed, r.out)
}

// TestManyLinks checks lines of many links, of all lengths.
func TestManyLinks(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(1000) {
		max := []int{20, 200, 500, 1000}[r.Intn(4)]
		var body strings.Builder
		for range 1 + r.Intn(2000/max) {
			if r.Intn(4) == 0 {
				body.WriteString("\r\n ")
			}
			url := []string{"", "x:", " "}[r.Intn(3)] + pad(r.Intn(max))
			anchor := []string{"", ";anchor=\"" + pad(r.Intn(max)) + "\"", "; anchor=" + pad(r.Intn(max))}[r.Intn(3)]
			body.WriteString("<" + url + ">" + anchor + ",")
		}
		checkHostile(t, "Link", body.String(), pad(r.Intn(max)))
	}
}
