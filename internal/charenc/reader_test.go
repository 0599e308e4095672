package charenc

import (
	"bytes"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

func named(t testing.TB, name string) Encoding {
	t.Helper()
	e, ok := Lookup(name)
	require.True(t, ok, name)
	return e
}

// multibyte are the names of the tested encodings, sorted.
var multibyte = slices.Sorted(maps.Keys(oracles))

// markup are the bytes that scanners of HTML and CSS look for.
const markup = "<>\"'&=/\\`@[]{|}"

// hiding returns text in which multibyte characters contain as many of the bytes of markup
// as possible, and those bytes.
func hiding(t testing.TB, name string) (text []byte, hidden string) {
	t.Helper()
	enc := oracles[name].NewEncoder()
	if name == "gbk" {
		enc = oracles["gb18030"].NewEncoder()
	}
	for r := rune(0xa0); r < 0x10000; r++ {
		out, err := enc.Bytes([]byte(string(r)))
		if err != nil {
			continue
		}
		body := bytes.TrimSuffix(bytes.TrimPrefix(out, []byte("\x1b$B")), []byte("\x1b(B"))
		for _, c := range []byte(markup) {
			if bytes.IndexByte(body, c) >= 0 && strings.IndexByte(hidden, c) < 0 {
				hidden += string(c)
				text = append(text, out...)
			}
		}
	}
	return text, hidden
}

// Text between real tags, in which a scanner that knows only ASCII would find markup.
func TestMaskMarkup(t *testing.T) {
	trails := "\\`@[]{|}"
	for name, want := range map[string]string{
		"shift_jis": trails, "big5": trails, "gbk": trails, "gb18030": trails, "iso-2022-jp": markup, "euc-kr": "", "euc-jp": "",
	} {
		text, hidden := hiding(t, name)
		require.ElementsMatch(t, []byte(want), []byte(hidden), name)
		doc := slices.Concat([]byte(`<a href="x">`), text, []byte("</a>"))
		masked := mask(named(t, name), doc)
		require.Equal(t, referenceMask(name, doc), masked)
		require.Equal(t, `<a href="x"></a>`, string(below0x80(masked)), name)
	}
	doc := "<a href=\"\x1b$B<<\"\"\x1b(B\">"
	masked := mask(named(t, "iso-2022-jp"), []byte(doc))
	require.Contains(t, tags(doc)[0], "\x1b$B&lt;&lt;\" ", "a scanner of bytes ends the value early")
	require.Equal(t, []string{string(masked)}, tags(string(masked)))
	require.Equal(t, "<a href=\"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\">", string(masked))
}

func tags(s string) (out []string) {
	z := html.NewTokenizer(strings.NewReader(s))
	for z.Next() != html.ErrorToken {
		out = append(out, z.Token().String())
	}
	return out
}

// below0x80 returns the bytes of a mask below 0x80.
func below0x80(mask []byte) (out []byte) {
	for _, c := range mask {
		if c < 0x80 {
			out = append(out, c)
		}
	}
	return out
}

// blank is the byte of a mask for a byte that is no ASCII character.
const blank = 0x80

// mask returns a copy of text, as a [Reader] reads it, in which the bytes of all characters but
// ASCII are blank.
func mask(e Encoding, text []byte) []byte {
	out, r := bytes.Clone(text), e.Reader(text)
	var buf [8]byte
	for i := 0; i < len(text); {
		n := r.ASCIILen(i, len(text))
		if i += n; n > 0 {
			continue
		}
		_, n = r.Append(buf[:0], i)
		for range n {
			out[i] = blank
			i++
		}
	}
	return out
}

func TestMask(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"shift_jis", "\x81<", "#<"},
		{"shift_jis", "\x83\x5c\x5c", "##\\"},
		{"shift_jis", "\x81\x7f\x81", "#\x7f#"},
		{"shift_jis", "\xb1\x5c\x80\x5c\xa0\x5c\xfd\x5c", "#\\#\\#\\#\\"},
		{"shift_jis", "\x85\x5c\xf0\x5c", "#\\##"},
		{"shift_jis", "\x81\xfd<", "##<"},
		{"gb18030", "\x81<\x810<\x810\x81<\x810\x810<", "#<#0<#0#<####<"},
		{"gb18030", "\x810", "##"},
		{"gb18030", "\x810\x81", "###"},
		{"gb18030", "\xfe9\xfe9<", "####<"},
		{"gb18030", "\x80\x5c\xff\x5c\x81\xff<", "#\\#\\##<"},
		{"gbk", "\x810\x810\x81|", "######"},
		{"big5", "\xa4\x5c\x5c\x81\x5c\x80\x5c\xa4<", "##\\#\\#\\#<"},
		{"euc-kr", "\x81A\x81[\xc6R\xc6S\xc7A\xa1\xa1<", "###[###S#A##<"},
		{"iso-2022-jp", "<\x1b$B<<\x1b(B<", "<########<"},
		{"iso-2022-jp", "\x1b(J\\~<\x1b(I<\n\x1b(B\\", "###" + "##<" + "###" + "##" + "###" + "\\"},
		{"iso-2022-jp", "\x1b$B<\n<<\n<\x1b(B", strings.Repeat("#", 12)},
		{"iso-2022-jp", "\x1b$B<\x1b(B<", "#######<"},
		{"iso-2022-jp", "\x1b$(D<\x1b<\x1b", "#$(D<#<#"},
		{"iso-2022-jp", "\x1b$(B<", "#$(B<"},
		{"iso-2022-jp", "\x1b\x1b$@<<", "######"},
		{"iso-2022-jp", "a\x1b(", "a#("},
		{"iso-2022-jp", "a\x0e\x0f\x80<", "a###<"},
	} {
		got := mask(named(t, c.name), []byte(c.text))
		require.Equal(t, strings.ReplaceAll(c.want, "#", "\x80"), string(got), "%s %q", c.name, c.text)
	}
}

// Every pair of bytes is masked by the standard. This checks the holes.
func TestMaskPairs(t *testing.T) {
	for _, name := range multibyte {
		e := named(t, name)
		for lead := 0x80; lead < 0x100; lead++ {
			for trail := range 0x100 {
				text := []byte{byte(lead), byte(trail), '<'}
				want, got := referenceMask(name, text), mask(e, text)
				if !bytes.Equal(want, got) {
					require.Equal(t, want, got, "%s %q", name, text)
				}
			}
		}
	}
}

// randomText returns text of bytes that have a special meaning for decoders.
func randomText(r *rand.Rand, n int) []byte {
	parts := []string{"a", "<", "\"", "0", "9", "\\", "~", "\n", " ", "\x1b", "\x1b(", "\x1b$", "\x1b(B", "\x1b(J", "\x1b(I", "\x1b$B", "\x1b$@", "\x0e", "\x7f", "<<"}
	var out []byte
	for range r.Intn(n) {
		if r.Intn(2) == 0 {
			out = append(out, parts[r.Intn(len(parts))]...)
		} else {
			out = append(out, byte(0x80+r.Intn(0x80)))
		}
	}
	return out
}

func checkMask(t testing.TB, name string, text []byte) {
	t.Helper()
	before := bytes.Clone(text)
	got := mask(named(t, name), text)
	require.Equal(t, before, text, "the text was written to")
	if want := referenceMask(name, text); !bytes.Equal(want, got) {
		require.Equal(t, want, got, "%s %q", name, text)
	}
}

func TestMaskRandom(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for i := range 1500 {
		n := 40
		if i%50 == 0 {
			n = 20 * blockLen
		}
		text := randomText(r, n)
		for _, name := range multibyte {
			checkMask(t, name, text)
		}
	}
}

func FuzzMask(f *testing.F) {
	for _, s := range []string{"<a>\x83\x5c\x81<", "\x810\x810<\x810", "\x1b$B<<\x1b(B<\x1b(J\\\x1b(I<", "\xc6R\xc6S", "\x1b$("} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range multibyte {
			checkMask(t, name, text)
		}
	})
}

func BenchmarkReader(b *testing.B) {
	japanese := "<p class=\"text\">ソースコードの表示と予約、十分な能力。<a href=\"g?x=1&amp;y=2\">リンク</a></p>\n"
	for name, line := range map[string]string{
		"shift_jis": japanese, "iso-2022-jp": japanese, "gb18030": "<p class=\"text\">显示源代码与能力<a href=\"g?x=1&amp;y=2\">链接</a></p>\n",
	} {
		text, err := oracles[name].NewEncoder().Bytes([]byte(strings.Repeat(line, 2000)))
		require.NoError(b, err)
		e := named(b, name)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				mask(e, text)
			}
		})
	}
}
