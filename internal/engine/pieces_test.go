package engine_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	. "github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestSniff: the source is whole however it is read, and a reader that can be looked
// into is not wrapped.
func TestSniff(t *testing.T) {
	for _, c := range []struct {
		source string
		want   detect.Type
	}{
		{"<html>", detect.HTML},
		{"no document", detect.HTML},
		{"", detect.HTML},
		{"Subject: x\n\n", detect.Message},
		{"From a@b.example Thu Jan  1 00:00:00 2004\n\n" + strings.Repeat("x", 1<<20), detect.Mbox},
	} {
		typ, src := Sniff(strings.NewReader(c.source))
		require.Equal(t, c.want, typ)
		text, err := io.ReadAll(src)
		require.NoError(t, err)
		require.Equal(t, c.source, string(text))
	}
	buf := bufio.NewReaderSize(strings.NewReader("<html>"), 64<<10)
	_, src := Sniff(buf)
	require.Same(t, buf, src)
}

// TestPiecesOfBuffer: a source that is buffered is the same as one that is not.
func TestPiecesOfBuffer(t *testing.T) {
	for _, n := range []int{0, 1, 15, 16, 17, 31, 32, 33, 100} {
		for read := range min(n, 16) + 1 {
			buf := bufio.NewReaderSize(strings.NewReader(strings.Repeat("0123456789", 10)[:n]), 16)
			_, err := io.CopyN(io.Discard, buf, int64(read))
			require.NoError(t, err)
			var got []string
			for p, err := range Pieces(buf, detect.HTML) {
				require.NoError(t, err)
				got = append(got, string(p.Source))
			}
			require.Equal(t, []string{strings.Repeat("0123456789", 10)[read:n]}, got)
		}
		broken := errors.New("broken")
		buf := bufio.NewReaderSize(io.MultiReader(strings.NewReader(strings.Repeat("x", n)), iotest.ErrReader(broken)), 16)
		for p, err := range Pieces(buf, detect.HTML) {
			require.ErrorIs(t, err, broken)
			require.Len(t, p.Source, n)
		}
	}
}
