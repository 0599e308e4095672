package view

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// seam separates the pieces in the tests.
const seam = "<!---->"

// joined returns the view of the pieces of outer[start:end] between the seams.
func joined(outer []byte, start, end int) View {
	var pieces []View
	for {
		n := bytes.Index(outer[start:end], []byte(seam))
		if n < 0 {
			return NewJoined(append(pieces, NewCharRefs(outer, start, end, markup.DoubleQuoted)))
		}
		pieces = append(pieces, NewCharRefs(outer, start, start+n, markup.DoubleQuoted))
		start += n + len(seam)
	}
}

func TestJoined(t *testing.T) {
	codec := codec{open: joined}
	for _, c := range []struct {
		src   string
		edits []edit.Edit
		want  string
	}{
		{"a" + seam + "b", ins(0, "x"), "xa" + seam + "b"},
		{"a" + seam + "b", ins(1, "x"), "a" + seam + "xb"},
		{"a" + seam + "b", ins(2, "x"), "a" + seam + "bx"},
		{"ab" + seam + "cd", rep(1, 3, "x"), "ax" + seam + "d"},
		{"ab" + seam + seam + "c", rep(0, 3, "&"), "&amp;" + seam + seam},
	} {
		outer, start, end := around([]byte(c.src), "<style>", "</style>")
		_, got := checkLaws(t, codec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q %s", c.src, show(c.edits))
	}
	r := rand.New(rand.NewSource(7))
	for range corpus.Rounds(2000) {
		src := randomParts(r, 30, []string{"a", "&amp;", "b/", seam, "&#65;", " "})
		outer, start, end := around(src, "<style>", "</style>")
		checkLaws(t, codec, outer, start, end, randomEdits(r, len(joined(outer, start, end).Text()), "ab/"))
	}
}
