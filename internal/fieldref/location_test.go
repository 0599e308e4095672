package fieldref

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/view"
)

func told(all ...string) []string { return all }

// locations are fields with one URL.
var locations = []row{
	{" g", told("g"), " http://h/g"},
	{"g", told("g"), "http://h/g"},
	{" a/\r\n b\r\n\t c ", told("a/bc"), " http://h/a/\r\n b\r\n\t c "},
	{"\r\n a%20b ", told("a%20b"), "\r\n http://h/a%20b "},
	{" a b", told("ab"), " http://h/a b"},
	{"", told(": empty, where the field wants a URL"), ""},
	{" \r\n ", told(": empty, where the field wants a URL"), ""},
	{" <>", told(": empty, where the field wants a URL"), ""},
	{" <g>", told("g"), " <http://h/g>"},
	{" < g > x", told("g"), " < http://h/g > x"},
	{" <g", told("g"), " <http://h/g"},
	{" <URL:g>", told("g"), " <URL:http://h/g>"},
	{"\r\n\t<u R\r\n l: g>", told("g"), "\r\n\t<u R\r\n l: http://h/g>"},
	{" <URL:>", told(": empty, where the field wants a URL"), ""},
	{" URL:g", told("g"), " URL:http://h/g"},
	{" UR L:g", told("URL:g"), " http://h/UR L:g"},
	{` "g"`, told("g"), ` "http://h/g"`},
	{` "g`, told(`"g`), ` http://h/"g`},
	{` "`, told(`"`), ` http://h/"`},
	{" a,b;c=<d>(e)", told("a,b;c=<d>(e)"), " http://h/a,b;c=<d>(e)"},
	{" caf\xe9", told("caf\xe9: its place cannot hold the target"), ""},
	{" caf\u00e9", told("caf\u00e9: its place cannot hold the target"), ""},
	{" a\x00b", told("a\x00b: a line break in the field that only some readers see"), ""},
	{" a\x7f", told("a\x7f: its place cannot hold the target"), ""},
	{" s?a=?b?c", told("s?a=?b?c"), " http://h/s?a=?b?c"},

	{" =?utf-8?q?g?=", told("g"), " =?utf-8?q?http://h/?= =?utf-8?q?g?="},
	{" =?us-ascii?Q?a/?=\r\n =?us-ascii?Q?b%20c?=", told("a/b%20c"), " =?utf-8?Q?http://h/?= =?us-ascii?Q?a/?=\r\n =?us-ascii?Q?b%20c?="},
	{" =?utf-8?b?Zw==?=", told("g"), " =?utf-8?b?aHR0cDovL2gv?= =?utf-8?b?Zw==?="},
	{" =?iso-8859-1?q?caf=E9?=", told("café"), " =?utf-8?q?http://h/?= =?iso-8859-1?q?caf=E9?="},
	{" a/ =?utf-8?q?b?=", told("a/b"), " http://h/a/ =?utf-8?q?b?="},
	{" =?utf-8?q?=3CURL:g=3E?=", told("g"), " =?utf-8?q?=3CURL:http://h/g=3E?="},
	{" <=?utf-8?q?g?=>", told("g"), " <http://h/=?utf-8?q?g?=>"},
	{" =?utf-8?q?a_b?=", told("ab"), " =?utf-8?q?http://h/?= =?utf-8?q?a_b?="},
	{" =?utf-8?q?_g?=", told("g"), " =?utf-8?q?=20http://h/g?="},
	{" =?utf-8?q??=", told(": empty, where the field wants a URL"), ""},
	{" =?x-none?q?g?=", told("=?x-none?q?g?=: an encoded word that cannot be decoded"), ""},
	{" =?utf-8?b?!?=", told("=?utf-8?b?!?=: an encoded word that cannot be decoded"), ""},
	{" =?utf-8?q?a=0D=0AX:_y?=", told("aX:y"), " =?utf-8?q?http://h/?= =?utf-8?q?a=0D=0AX:_y?="},
	{" =?utf-8?q?a=00?=", told("a\x00: its place cannot hold the target"), ""},
}

func TestLocation(t *testing.T) {
	checkRows(t, "Content-Location", locations)
	checkRows(t, "content-BASE", locations)
}

// Targets that are not below http://h/.
func TestLocationTargets(t *testing.T) {
	for _, c := range []struct{ body, target, want string }{
		{" g", "x:/\r\nBcc: y", ""},
		{" g", "x:/ g", ""},
		{" g", "x:/é", ""},
		{" g", "url:/g", ""},
		{" g", "x:/=?utf-8?q?y?=", ""},
		{" g", "x:/=?", " x:/=?"},
		{" <g>", "x:/>", ""},
		{" <g>", "x:/<", ""},
		{` "g"`, `x:/"`, ""},
		{" <URL:g>", "url:/g", " <URL:url:/g>"},
		{" =?utf-8?q?g?=", "x:/é", " =?utf-8?q?x:/=C3=A9?="},
		{" a =?utf-8?q?g?=", "x:/é", " =?utf-8?q?x:/=C3=A9?="},
		{" a =?utf-8?q?g?=", "x:/éag", " =?utf-8?q?x:/=C3=A9?= a =?utf-8?q?g?="},
		{" =?utf-8?q?g?=", "x:/\xe9", ""},
		{" =?utf-8?q?g?=", "x:/\u0085", ""},
		{" =?utf-8?q?g?=", "x:/\r\n", ""},
		{" =?utf-8?q?g?=", "x:/ ", ""},
		{" =?utf-8?q?g?=", "x:/\ufffd", ""},
		{" =?utf-8?q?g?=", "x:/=?utf-8?q?y?=g", " =?utf-8?q?x:/=3D=3Futf-8=3Fq=3Fy=3F=3D?= =?utf-8?q?g?="},
		{" =?utf-8?q?=3Cg=3E?=", "x:/>", ""},
		{" a/..\r\n /../b", "x:/b", " x:/b"},
	} {
		r := rewrite(t, header("Content-Location", c.body), func(string) string { return c.target })
		want := c.want
		if want == "" {
			want = c.body
			require.Contains(t, r.told[0], reasonBytes, c.target)
		}
		require.Equal(t, header("Content-Location", want), r.out)
	}
}

// TestBlankLine writes targets that would leave a line of only white space, and others that
// would not.
func TestBlankLine(t *testing.T) {
	for body, want := range map[string]string{
		" a\r\n b\r\n c":                       "",
		" a\r\n b":                             "",
		" a\r\n =?utf-8?q?b?=\r\n c":           "",
		" a\r\n b c":                           " a\r\n  c",
		" b\r\n a":                             " \r\n a",
		" <a\r\n b>":                           " <a\r\n >",
		"\r\n =?utf-8?q?b?= =?utf-8?q?a?=\r\n": "\r\n  =?utf-8?q?a?=\r\n",
	} {
		r := rewrite(t, header("Content-Location", body), func(text string) string { return strings.Replace(text, "b", "", 1) })
		if want == "" {
			want = body
			require.Contains(t, r.told[0], reasonBlank)
		}
		require.Equal(t, header("Content-Location", want), r.out)
	}
	r := rewrite(t, header("Link", " <a\r\n b\r\n c>"), func(string) string { return "ac" })
	require.Contains(t, r.told[0], reasonBlank)
}

// TestParseField checks that the URL is the one that base.ParseField reads.
func TestParseField(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	parts := []string{"a", "/", " ", "\r\n ", "<", ">", "URL:", "url", ":", `"`, "=?utf-8?q?b=3C?=", "=?utf-8?q?=3CURL:_=22?=", "=?x?q?y?=", "\r"}
	for range corpus.Rounds(3000) {
		var body strings.Builder
		for range r.Intn(9) {
			body.WriteString(parts[r.Intn(len(parts))])
		}
		refs := read([]byte(header("Content-Base", body.String())))
		require.Len(t, refs, 1)
		if refs[0].Keep == view.ErrWord.Error() {
			continue
		}
		decoded := body.String()
		if view.HasWords([]byte(decoded)) {
			words, err := view.NewWords([]byte(decoded), 0, len(decoded))
			require.NoError(t, err)
			decoded = string(words.Text())
		}
		url, _, ok := base.ParseField("Content-Base", decoded)
		require.Equal(t, url, string(refs[0].Text()), "%q", body.String())
		require.Equal(t, ok, refs[0].Keep == "" || refs[0].Keep == reasonBreak, "%q", body.String())
		require.Equal(t, ok && HasStrayBreak([]byte(body.String())), refs[0].Keep == reasonBreak, "%q", body.String())
	}
}
