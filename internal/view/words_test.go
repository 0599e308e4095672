package view

import (
	"bytes"
	"math/rand"
	"mime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

func openWords(outer []byte, start, end int) View {
	v, _ := NewWords(outer, start, end)
	return v
}

var wordsCodec = codec{open: openWords}

func TestWordsDecode(t *testing.T) {
	for _, c := range []struct {
		src, want string
		ok        bool
	}{
		{"", "", true},
		{" \r\n\t", "", true},
		{"http://a/ b\r\n\tc ", "http://a/bc", true},
		{"=?us-ascii?Q?http:/?=\r\n =?us-ascii?Q?/a/b%20c?=", "http://a/b%20c", true},
		{"=?UTF-8?q?caf=c3=A9?=", "café", true},
		{"=?utf-8?B?Y2Fmw6k=?=", "café", true},
		{"=?utf-8?b?Y2Fmw6k?=", "café", true},
		{"=?iso-8859-1?q?caf=E9?=", "café", true},
		{"=?iso-8859-1*fr?q?caf=E9?=", "café", true},
		{"=?gb2312?B?1tDOxA==?=", "中文", true},
		{"=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本", true},
		{"=?cp932?B?k/qWew==?=", "日本", true},
		{"=?unknown-8bit?q?a=20b?=", "a b", true},
		{"=?utf-8?q?a_b=3F?=", "a b?", true},
		{"=?utf-8?q??= a =?utf-8?q??=", "a", true},
		{"a/=?utf-8?q?b?==?utf-8?q?c?=/d", "a/bc/d", true},
		{"a =?utf-8?q?b?= c", "abc", true},
		{"s?a=?b=?c?=", "s?a=?b=?c?=", true},
		{"=?utf-8?x?a?=", "=?utf-8?x?a?=", true},
		{"=??q?a?=", "=??q?a?=", true},
		{"caf\xe9 =?utf-8?q?/?=", "caf\xe9/", true},

		{"=?x-none?q?a?=", "=?x-none?q?a?=", false},
		{"=?utf-7?q?a?=", "=?utf-7?q?a?=", false},
		{"=?utf-8?q?=E9?=", "=?utf-8?q?=E9?=", false},
		{"=?us-ascii?q?=E9?=", "=?us-ascii?q?=E9?=", false},
		{"=?unknown-8bit?q?=E9?=", "=?unknown-8bit?q?=E9?=", false},
		{"=?euc-jp?q?=A4?=", "=?euc-jp?q?=A4?=", false},
		{"=?utf-8?q?a=?=", "=?utf-8?q?a=?=", false},
		{"=?utf-8?q?a=4?=", "=?utf-8?q?a=4?=", false},
		{"=?utf-8?b?a?=", "=?utf-8?b?a?=", false},
		{"=?utf-8?b?YQ=a?=", "=?utf-8?b?YQ=a?=", false},
		{"=?utf-8?q?a b?=", "=?utf-8?q?ab?=", false},
		{"=?utf-8?q?a?b?=", "=?utf-8?q?a?b?=", false},
		{"=?utf-8?q?a", "=?utf-8?q?a", false},
		{"=?utf-8?q?" + strings.Repeat("a", maxWord) + "?=", "=?utf-8?q?" + strings.Repeat("a", maxWord) + "?=", false},
		{"=?utf-8?q?a?= =?x-none?q?b?=", "a=?x-none?q?b?=", false},
	} {
		outer, start, end := around([]byte(c.src), "=?utf-8?q?", "?=")
		v, err := NewWords(outer, start, end)
		require.Equal(t, c.want, string(v.Text()), "%q", c.src)
		require.Equal(t, c.ok, err == nil, "%q", c.src)
		checkSource(t, v, start, end)
	}
}

func TestHasWords(t *testing.T) {
	for src, want := range map[string]bool{
		"":                  false,
		"http://a/?x=?b?c?": false,
		"=?utf-8?x?a?=":     false,
		"=?utf-8?qq?a?=":    false,
		"=??q?a?=":          false,
		"=?a b?q?c?=":       false,
		"a=?utf-8?q":        false,
		"a=?utf-8?q?":       true,
		"==?=?utf-8*en?B?":  true,
		"=?" + strings.Repeat("a", maxCharset) + "?q?":   true,
		"=?" + strings.Repeat("a", maxCharset+1) + "?q?": false,
	} {
		require.Equal(t, want, HasWords([]byte(src)), src)
	}
}

// Words with white space around them decode as by the standard library, except for
// that space and the words that it cannot decode.
func TestWordsDifferential(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	parts := []string{"=?utf-8?q?a=C3=A9?=", "=?UTF-8?B?Y2Fmw6k=?=", "=?iso-8859-1?Q?=E9?=", "a/b", "=", "?", strings.Repeat("x", 300)}
	for range corpus.Rounds(1500) {
		var src []byte
		for range r.Intn(12) {
			src = append(append(src, parts[r.Intn(len(parts))]...), []string{" ", "\t", "  "}[r.Intn(3)]...)
		}
		want, err := new(mime.WordDecoder).DecodeHeader(string(src))
		require.NoError(t, err)
		v, err := NewWords(src, 0, len(src))
		require.NoError(t, err)
		require.Equal(t, strings.NewReplacer(" ", "", "\t", "").Replace(want), string(v.Text()), "%q", src)
	}
}

func TestWordsCarry(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name, src string
		edits     []edit.Edit
		want      string
	}{
		{"before a word", "=?us-ascii?Q?s/l?=", ins(0, "http://h/d/"), "=?utf-8?Q?http://h/d/?= =?us-ascii?Q?s/l?="},
		{"before a word in base64", "\n =?utf-8?b?cy9s?=", ins(0, "http://h/d/"), "\n =?utf-8?b?aHR0cDovL2gvZC8=?= =?utf-8?b?cy9s?="},
		{"before an atom", "s/ =?utf-8?q?l?=", ins(0, "http://h/d/"), "http://h/d/s/ =?utf-8?q?l?="},
		{"between word and atom", "=?utf-8?q?a?= b", ins(1, "x"), "=?utf-8?q?a?= xb"},
		{"between atom and word", "a =?utf-8?q?b?=", ins(1, "x"), "ax =?utf-8?q?b?="},
		{"between words", "=?utf-8?q?a?=\n =?utf-8?q?b?=", ins(1, "x"), "=?utf-8?q?a?=\n =?utf-8?q?x?= =?utf-8?q?b?="},
		{"after a word", "=?utf-8?q?a?=", ins(1, "x"), "=?utf-8?q?a?= =?utf-8?q?x?="},
		{"within a word", "=?iso-8859-1?q?a=E9b?=", ins(1, "x"), "=?utf-8?q?ax=C3=A9b?="},
		{"within an atom", "a =?utf-8?q?b?= cd", ins(3, "x"), "a =?utf-8?q?b?= cxd"},
		{"a word", "a =?utf-8?q?b?= c", rep(1, 2, "x"), "a =?utf-8?q?x?= c"},
		{"a word, removed", "a =?utf-8?q?b?= c", rep(1, 2, ""), "a  c"},
		{"word and atom", "=?utf-8?q?ab?= cd", rep(1, 3, "x"), "=?utf-8?q?ax?= d"},
		{"atom and word", "cd =?utf-8?b?YWI=?=", rep(1, 3, "x"), "c =?utf-8?b?eGI=?="},
		{"beyond ASCII, in an atom", "a =?utf-8?q?b?=", ins(0, "é"), "=?utf-8?q?=C3=A9?= a =?utf-8?q?b?="},
		{"beyond ASCII, within an atom", "ab =?utf-8?q?c?=", ins(1, "é"), "a =?utf-8?q?=C3=A9?= b =?utf-8?q?c?="},
		{"a space", "a =?utf-8?q?c?=", ins(1, "b "), "a =?utf-8?q?b=20?= =?utf-8?q?c?="},
		{"specials", "=?utf-8?q?a?=", ins(0, "=?_()<>[]\"\\"), "=?utf-8?q?=3D=3F=5F=28=29=3C=3E=5B=5D=22=5C?= =?utf-8?q?a?="},
		{"a word as text", "a =?utf-8?q?b?=", ins(0, "=?utf-8?q?x?="), "=?utf-8?q?=3D=3Futf-8=3Fq=3Fx=3F=3D?= a =?utf-8?q?b?="},
		{"a word made of parts", "=utf-8?q?x?=", ins(1, "?"), "= ?utf-8?q?x?="},
		{"a word made of parts", "?utf-8?q?x?=", ins(0, "="), "= ?utf-8?q?x?="},
		{"a word made of parts", "=?utf-8q?x?=", ins(7, "?"), "=?utf-8 ?q?x?="},
		{"a word made of parts", "=?iso-8859-1q?x?=", ins(12, "?"), "=?iso-8859-1 ?q?x?="},
		{"a word made by a removal", "=x?utf-8?q?x?=", rep(1, 2, ""), "= ?utf-8?q?x?="},
		{"a word made by a removal", "=?ux?q?x?=", rep(3, 4, "-"), "=?u -?q?x?="},
		{"glued words", "=?utf-8?q?a?==?utf-8?q?b?=", ins(1, "x"), "=?utf-8?q?a?= =?utf-8?q?x?= =?utf-8?q?b?="},
		{"a glued word", "s/=?utf-8?q?a?=", ins(0, "http://h/"), "http://h/s/=?utf-8?q?a?="},
		{"several", "=?utf-8?q?a?=", ins(0, x(63)+"y"), "=?utf-8?q?" + x(63) + "?= =?utf-8?q?y?= =?utf-8?q?a?="},
		{"whole characters", "=?utf-8?q?a?=", ins(0, x(58)+"é"), "=?utf-8?q?" + x(58) + "?= =?utf-8?q?=C3=A9?= =?utf-8?q?a?="},
		{"several in base64", "=?utf-8?B?YQ==?=", ins(0, "xxx"+strings.Repeat("\xc3\xa9", 22)),
			"=?utf-8?B?eHh4" + strings.Repeat("w6nDqcOp", 7) + "?= =?utf-8?B?w6k=?= =?utf-8?B?YQ==?="},
		{"nothing", "=?utf-8?q?a?=", ins(0, ""), "=?utf-8?q?a?="},
	} {
		outer, start, end := around([]byte(c.src), "Content-Location:", "\r\n")
		_, got := checkLaws(t, wordsCodec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%s: %q %s", c.name, c.src, show(c.edits))
	}
}

func TestWordsRandom(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	short := []string{"a", "b/", " ", "\r\n\t", "=", "?", "=?", "?=", "utf-8", "q", "?q?", "=?utf-8?q?a=C3=A9?=", " =?iso-8859-1?Q?=E9?= ", "=?utf-8?b?Y2Fmw6k=?=", "=?utf-8?q??=", "\xe9"}
	long := append([]string{strings.Repeat("x", 300), " =?utf-8?q?" + strings.Repeat("=41", 60) + "?= "}, short...)
	for i := range corpus.Rounds(3000) {
		parts, n := short, 12
		if i%3 == 0 {
			parts, n = long, 40
		}
		checkWords(t, randomParts(r, n, parts), r)
	}
}

// checkWords proves the laws for a field that can be decoded, and that the words
// that are written keep to RFC 2047.
func checkWords(t testing.TB, src []byte, r *rand.Rand) {
	t.Helper()
	outer, start, end := around(src, "Content-Location: ", "\r\n")
	v, err := NewWords(outer, start, end)
	checkSource(t, v, start, end)
	if err != nil || !HasWords(src) {
		return
	}
	chars := []string{"abc", "=?q-utf8", "x y\x00", "=?"}[r.Intn(4)]
	edits := snapped(v.Text(), randomEdits(r, len(v.Text()), chars))
	if r.Intn(3) == 0 && len(edits) > 0 {
		edits[0].New = []byte(strings.Repeat("é中😀", r.Intn(20)) + "?=")
	}
	carried, _ := checkLaws(t, wordsCodec, outer, start, end, edits)
	for _, e := range carried {
		for _, word := range bytes.Fields(e.New) {
			if wordOpening(word) > 0 {
				require.LessOrEqual(t, len(word), maxWritten, "%q", word)
				_, ok := readWord(word)
				require.True(t, ok, "%q", word)
			}
		}
	}
}

// snapped moves edits to whole characters of text. Those that meet are left out.
func snapped(text []byte, edits []edit.Edit) (out []edit.Edit) {
	whole := func(off int) int {
		for off < len(text) && !utf8.RuneStart(text[off]) {
			off++
		}
		return off
	}
	for _, e := range edits {
		e.Start, e.End = whole(e.Start), whole(e.End)
		if n := len(out); n == 0 || out[n-1].End < e.Start {
			out = append(out, e)
		}
	}
	return out
}

// Words that are cut, and bytes that are not characters, are written as U+FFFD.
func TestWordsCut(t *testing.T) {
	src := []byte("=?utf-8?q?=C3=A9?=")
	v, err := NewWords(src, 0, len(src))
	require.NoError(t, err)
	require.Equal(t, "=?utf-8?q?=EF=BF=BDx?=", string(apply(t, src, v.Carry(nil, rep(1, 2, "x")))))
}

// Edits and offsets in long fields take linear time.
func TestWordsLong(t *testing.T) {
	for _, part := range []string{"x", " ", "=", "=?", "=?a?q?", "=?utf-8?q?x?=", "=?utf-8?q?x?= ", "?=", "=?" + strings.Repeat("a", 64)} {
		src := bytes.Repeat([]byte(part), 200_000/len(part))
		v, err := NewWords(src, 0, len(src))
		if err != nil {
			continue
		}
		var edits []edit.Edit
		for off := 0; off < len(v.Text()); off += 100 {
			edits = append(edits, edit.Edit{Start: off, End: off, New: []byte("y")})
		}
		out := apply(t, src, v.Carry(nil, edits))
		got, err := NewWords(out, 0, len(out))
		require.NoError(t, err)
		require.True(t, bytes.Equal(apply(t, v.Text(), edits), got.Text()), "%q", part)
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"=?utf-8?q?a?= b", "=?utf-8?b?YQ==?==?utf-8?q?=C3=A9?=", "=?x?q?a?=", "a=?b"} {
		f.Add([]byte(s), int64(1))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		checkWords(t, src, rand.New(rand.NewSource(seed)))
	})
}
