package view

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// cleanURL implements the URL Standard, section 4.4, steps 1 to 3, literally, except that
// NUL is kept, since it stands for U+FFFD.
func cleanURL(b []byte) []byte {
	for len(b) > 0 && b[0] <= ' ' && b[0] != 0 {
		b = b[1:]
	}
	for len(b) > 0 && b[len(b)-1] <= ' ' && b[len(b)-1] != 0 {
		b = b[:len(b)-1]
	}
	for _, c := range []string{"\t", "\n", "\r"} {
		b = bytes.ReplaceAll(b, []byte(c), nil)
	}
	return b
}

var urlCodec = codec{
	open:  func(o []byte, s, e int) View { return NewURL(o, s, e) },
	clean: cleanURL,
}

func TestURLCarry(t *testing.T) {
	for _, c := range []struct {
		src   string
		edits []edit.Edit
		want  string
	}{
		{"g", ins(0, "http://a/"), "http://a/g"},
		{" \n g \t", ins(0, "http://a/"), " \n http://a/g \t"},
		{" \n g \t", ins(1, "h"), " \n gh \t"},
		{"a\n\tb", ins(1, "x"), "a\n\txb"},
		{"a\n\tb", rep(0, 1, "x"), "x\n\tb"},
		{"a\n\tb", rep(0, 2, "x"), "x"},
		{"a\nb\nc", rep(1, 2, ""), "a\n\nc"},
		{"a b", rep(1, 2, "%20"), "a%20b"},
		{"", ins(0, "x"), "x"},
		{" \t", ins(0, "x"), " \tx"},
		{"\x01\x1fa\x00", ins(0, "x"), "\x01\x1fxa\x00"},
	} {
		outer, start, end := around([]byte(c.src), "<", ">")
		_, got := checkLaws(t, urlCodec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q %s", c.src, show(c.edits))
	}
}

func TestURLRandom(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range corpus.Rounds(3000) {
		src := randomParts(r, 40, []string{"a", "b/", " ", "\n", "\t\r", "\x01", "?q", "\u00e9"})
		checkURL(t, src, r)
	}
	long := bytes.Repeat([]byte("abc\n"), 500)
	for range 50 {
		checkURL(t, long, r)
	}
}

func checkURL(t testing.TB, src []byte, r *rand.Rand) {
	outer, start, end := around(src, "<a href='", "'>")
	v := NewURL(outer, start, end)
	require.Equal(t, string(cleanURL(src)), string(v.Text()))
	edits := randomEdits(r, len(v.Text()), "xyz/")
	checkLaws(t, urlCodec, outer, start, end, edits)
}

func TestURLAllocs(t *testing.T) {
	outer := []byte("<a href=' g?x=1 '>")
	var v URL
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, 9, 16)
		_ = v.Source(0)
	}))
	require.Same(t, &outer[10], &v.Text()[0])
}

func FuzzURL(f *testing.F) {
	f.Add([]byte(" \n a\tb "), int64(1))
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		checkURL(t, src, rand.New(rand.NewSource(seed)))
	})
}

func ins(at int, text string) []edit.Edit { return rep(at, at, text) }

func rep(start, end int, text string) []edit.Edit {
	return []edit.Edit{{Start: start, End: end, New: []byte(text)}}
}

// dropSpace removes the bytes that the field ignores.
func dropSpace(b []byte) []byte {
	for _, c := range []string{" ", "\t", "\n", "\r"} {
		b = bytes.ReplaceAll(b, []byte(c), nil)
	}
	return b
}

var unspacedCodec = codec{
	open:  func(o []byte, s, e int) View { return NewUnspaced(o, s, e) },
	clean: dropSpace,
}

func TestUnspacedCarry(t *testing.T) {
	for _, c := range []struct {
		src   string
		edits []edit.Edit
		want  string
	}{
		{"g", ins(0, "http://a/"), "http://a/g"},
		{" g\r\n ", ins(0, "http://a/"), " http://a/g\r\n "},
		{" a/\r\n\tb c", ins(0, "x/"), " x/a/\r\n\tb c"},
		{" a/\r\n\tb c", rep(1, 3, "-"), " a-\u0020c"},
		{" ", ins(0, "x"), " x"},
	} {
		outer, start, end := around([]byte(c.src), "N:", "\r\nM:")
		_, got := checkLaws(t, unspacedCodec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q %s", c.src, show(c.edits))
	}
}

func TestUnspacedRandom(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range corpus.Rounds(3000) {
		src := randomParts(r, 40, []string{"a", "b/", " ", "\r\n ", "\t", "\x01", "?q", "\u00e9"})
		outer, start, end := around(src, "N:", "\r\nM:")
		v := NewUnspaced(outer, start, end)
		require.Equal(t, string(dropSpace(src)), string(v.Text()))
		checkLaws(t, unspacedCodec, outer, start, end, randomEdits(r, len(v.Text()), "ab/%"))
	}
}
