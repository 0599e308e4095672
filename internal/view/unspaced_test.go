package view

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

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
