package fieldref

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

func pad(n int) string { return strings.Repeat("x", n) }

// TestFold writes targets that make a line too long.
func TestFold(t *testing.T) {
	const param = `Content-Type: message/external-body; access-type=URL; ` // 54 bytes
	for _, c := range []struct{ name, src, prefix, want, reason string }{
		{"no fold", "Content-Base: g", "x:" + pad(981), "Content-Base: x:" + pad(981) + "g", ""}, // 998
		{"a byte too much", "Content-Base: g", "x:" + pad(982), "Content-Base: x:" + pad(982) + "\n\tg", ""},
		{"at a slash", "Content-Base: g", "x:/" + pad(700) + "/" + pad(500), "Content-Base: x:/" + pad(700) + "/\n\t" + pad(500) + "g", ""},
		{"not at a slash that is far", "Content-Base: g", "x:/" + pad(400) + "/" + pad(1000), "Content-Base: x:/" + pad(400) + "/" + pad(580) + "\n\t" + pad(420) + "g", ""},
		{"not between slashes", "Content-Base: g", "x:" + pad(980) + "//" + pad(10), "Content-Base: x:" + pad(980) + "//\n\t" + pad(10) + "g", ""},
		{"two folds", "Content-Base: g", "x:" + pad(2000), "Content-Base: x:" + pad(982) + "\n\t" + pad(997) + "\n\t" + pad(21) + "g", ""},
		{"before what stays", "Content-Base: " + pad(984), "x:/", "Content-Base: x:/\n\t" + pad(984), ""},
		{"second line", "Content-Base:\n " + pad(997), "x:/", "Content-Base:\n x:/\n\t" + pad(997), ""},
		{"long before", "Content-Base: " + pad(1000), "x:/" + pad(1000), "Content-Base: x:/" + pad(2000), ""},
		{"another line that is long", "Content-Base: g\n " + pad(1000), "x:" + pad(2000), "Content-Base: x:" + pad(982) + "\n\t" + pad(997) + "\n\t" + pad(21) + "g\n " + pad(1000), ""},
		{"in brackets", "Content-Base: <" + pad(970) + ">", "x:/" + pad(30), "Content-Base: <x:/" + pad(30) + "\n\t" + pad(970) + ">", ""},

		{"in quotes", param + `URL="g"`, "x:" + pad(1000), param + `URL="x:` + pad(937) + "\n\t" + pad(63) + `g"`, ""},
		{"not in a quoted pair", param + `URL="g"`, `x:/` + pad(935) + `"` + pad(10), param + `URL="x:/` + pad(935) + "\n\t\\\"" + pad(10) + `g"`, ""},
		{"not in another", param + `URL="g"`, `x:/` + pad(935) + `\` + pad(10), param + `URL="x:/` + pad(935) + "\n\t\\\\" + pad(10) + `g"`, ""},
		{"without quotes, no fold", param + `URL=g`, "x:" + pad(935), param + `URL="x:` + pad(935) + `g"`, ""},
		{"without quotes, a byte too much", param + `URL=g`, "x:" + pad(936), param + `URL="x:` + pad(936) + "\n\t" + `g"`, ""},
		{"without quotes", param + `URL=g`, "x:" + pad(1000), param + `URL="x:` + pad(937) + "\n\t" + pad(63) + `g"`, ""},
		{"in a piece", param + `URL*0=""; URL*1="g"`, "x:" + pad(1000), param + `URL*0=""; URL*1="x:` + pad(925) + "\n\t" + pad(75) + `g"`, ""},
		{"extended", param + `URL*=''` + pad(900), "x:" + pad(80), param + "\n\tURL*=''x%3A" + pad(980), ""},
		{"extended, too long", param + `URL*=''g`, "x:" + pad(1000), "", reasonLine},

		{"words", "Content-Base: =?utf-8?q?" + pad(48) + "?=", "x:/", "Content-Base: =?utf-8?q?x:/?=\n\t=?utf-8?q?" + pad(48) + "?=", ""},
		{"words on a line that just fits", "Content-Base: =?utf-8?q?" + pad(50) + "?=", "x:/", "Content-Base: =?utf-8?q?x:/?=\n\t=?utf-8?q?" + pad(50) + "?=", ""},
		{"words on one that does not", "Content-Base: =?utf-8?q?" + pad(51) + "?=", "x:/", "Content-Base: =?utf-8?q?x:/?= =?utf-8?q?" + pad(51) + "?=", ""},
		{"short words", "Content-Base: =?utf-8?q?g?=", "x:/", "Content-Base: =?utf-8?q?x:/?= =?utf-8?q?g?=", ""},
		{"many words", "Content-Base: =?utf-8?q?g?=", "x:/" + pad(100), "Content-Base: \n\t=?utf-8?q?x:/" + pad(60) + "?=\n\t=?utf-8?q?" + pad(40) + "?= =?utf-8?q?g?=", ""},
		{"a word on a long line", "Content-Base: =?utf-8?q?a?= " + pad(70), "x:/", "Content-Base: =?utf-8?q?x:/?= =?utf-8?q?a?= " + pad(70), ""},
		{"words on a long line", "Content-Base: =?utf-8?q?a?= " + pad(900), "x:/" + pad(100), "Content-Base: =?utf-8?q?x:/" + pad(60) + "?= =?utf-8?q?" + pad(40) + "?=\n\t=?utf-8?q?a?= " + pad(900), ""},
	} {
		for _, ending := range []string{"\n", "\r\n"} {
			src := strings.ReplaceAll(c.src+"\nA: b\n\n", "\n", ending)
			r := rewrite(t, src, func(text string) string { return c.prefix + text })
			if c.reason != "" {
				require.Equal(t, src, r.out, c.name)
				require.Contains(t, r.told[0], c.reason, c.name)
				continue
			}
			require.Equal(t, strings.ReplaceAll(c.want+"\nA: b\n\n", "\n", ending), r.out, c.name)
		}
	}
}

// TestFoldChanges writes edits of several pieces and lines.
func TestFoldChanges(t *testing.T) {
	short := func(n int) func(string) string {
		return func(text string) string { return "x:" + pad(n) + strings.TrimPrefix(text, "a/../..") }
	}
	src := header("Content-Type", body+`URL*0="a/.."; URL*1="/../g"`)
	room := maxLine - len("Content-Type:"+body+`URL*0="x:"; URL*1="/g"`)
	for n, fold := range map[int]string{room: "", room + 1: "\r\n\t"} {
		r := rewrite(t, src, short(n))
		require.Contains(t, r.out, `URL*0="x:`+pad(n)+fold+`"; URL*1="/g"`)
	}
	r := rewrite(t, "Content-Base: a/..\n /../g"+pad(1000)+"\n\n", short(1000))
	require.Equal(t, "Content-Base: x:"+pad(1000)+"/g"+pad(1000)+"\n\n", r.out)
	before := "A: " + pad(990) + "\n" // the line of another field
	r = rewrite(t, before+"Content-Base: a/..\n /../g\n\n", short(1000))
	require.Equal(t, before+"Content-Base: x:"+pad(982)+"\n\t"+pad(18)+"/g\n\n", r.out)
}

// TestNoRoom writes a word that cannot be folded into lines of 76 bytes, or of 998.
func TestNoRoom(t *testing.T) {
	const src = "Content-Base: a =?utf-8?q?b?= %\n\n"
	for _, n := range []int{32, 33, 45, 960} {
		was := strings.Replace(src, "%", pad(n), 1)
		r := rewrite(t, was, func(text string) string { return strings.Replace(text, "b", "ééééé", 1) })
		if n == 960 {
			require.Equal(t, was, r.out)
			require.Contains(t, r.told[0], reasonLine)
			continue
		}
		fold := map[bool]string{true: "\n\t"}[n == 32]
		require.Equal(t, strings.Replace(was, "=?utf-8?q?b", fold+"=?utf-8?q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9", 1), r.out)
	}
}

// TestEnding checks that folds use the line ending of the field, or else of the line before
// it.
func TestEnding(t *testing.T) {
	long := "x:" + pad(1000)
	for _, c := range []struct{ src, ending string }{
		{"Content-Base: g", "\r\n"},
		{"Content-Base: g\n", "\n"},
		{"Content-Base: g\r\n", "\r\n"},
		{"A: b\nContent-Base: g", "\n"},
		{"A: b\nContent-Base: g\r\n", "\r\n"},
		{"A: b\r\nContent-Base: g\n", "\n"},
		{"A: b\r\nContent-Base: g\n h\r\n", "\n"},
		{"A: b\nContent-Base: g\r\n h\n", "\r\n"},
	} {
		r := rewrite(t, c.src, func(text string) string { return long + text })
		require.Contains(t, r.out, "x"+c.ending+"\tx", c.src)
		require.Equal(t, c.ending == "\r\n", strings.Contains(r.out, "\r\n\tx"), c.src)
	}
}

// hostile are pieces of fields and targets that could do harm.
var hostile = []string{"a", "/", "..", ":", "//", " ", "\t", "\r\n ", "\n\t", "\r", "\n", "\x00", "\x7f", "<", ">", "\"", "'", "\\", ",", ";", "=",
	"(", ")", "?", "%41", "%", "é", "\xe9", "=?", "?=", "=?utf-8?q?", "=?utf-8?q?b=3E?=", " =?iso-8859-1?B?6Q==?= ", "URL:", "; URL=", "; URL*0=\"", "; URL*1=", "; URL*=''",
	"; anchor=\"", "; anchor=", ", <", ">, <", "> ", "X-A: b", pad(70), pad(300), pad(900)}

func random(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.Intn(n) {
		b.WriteString(hostile[r.Intn(len(hostile))])
	}
	return b.String()
}

// beginnings are the beginnings of bodies.
var beginnings = []struct{ name, body string }{
	{"Content-Location", " "}, {"Content-Base", " <"}, {"Content-Location", " =?utf-8?q?a?= "}, {"Content-Location", ` "`},
	{"Link", " <"}, {"Link", " <a>; anchor="}, {"Link", " <a>, <" + pad(300) + ">,"}, {"Content-Type", body + `URL="`}, {"Content-Type", body + "URL="},
	{"Content-Type", body + "URL*0="}, {"Content-Type", body + "URL*=''"},
}

// TestHostile makes fields and targets of hostile pieces. rewrite checks that they do no
// harm.
func TestHostile(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(4000) {
		begin := beginnings[r.Intn(len(beginnings))]
		checkHostile(t, begin.name, begin.body+random(r, 8), random(r, 8))
	}
}

// checkHostile rewrites a field so that the targets of its references begin with x: and
// prefix. A second run must change nothing: references that were left must be left again.
func checkHostile(t testing.TB, name, body, prefix string) {
	t.Helper()
	body = strings.TrimRight(strings.ReplaceAll(body, "\n", "\n\t"), "\r\n\t ")
	target := func(text string) string {
		if strings.HasPrefix(text, "x:") {
			return text
		}
		return "x:" + prefix + text
	}
	r := rewrite(t, header(name, body), target)
	again := rewrite(t, r.out, target)
	require.Equal(t, r.out, again.out, "%q", header(name, body))
}

func FuzzHeader(f *testing.F) {
	for _, c := range beginnings {
		f.Add(c.name, c.body+"g", "/")
	}
	f.Fuzz(func(t *testing.T, name, body, prefix string) {
		for _, known := range names {
			if name == known {
				checkHostile(t, name, body, prefix)
			}
		}
	})
}

// TestLong has fields that take more than linear time with a simple algorithm.
func TestLong(t *testing.T) {
	for name, part := range map[string]string{
		"Link":             "<a>;anchor=b,",
		"LINK":             "<a>;a=b",
		"link":             "; <\"\\",
		"Content-Location": "=?utf-8?q?a?= ",
		"Content-Base":     "=?a?q?",
		"Content-type":     ";URL*0=\"",
		"Content-Type":     ";(a",
		"content-type":     ";URL=a b",
		"CONTENT-TYPE":     ";URL*0=a",
	} {
		begin := ""
		if strings.EqualFold(name, "Content-Type") {
			begin = body
		}
		for _, fold := range []string{"", "\r\n "} {
			rewrite(t, header(name, begin+strings.Repeat(part+fold, 20_000/len(part))), below)
		}
	}
}
