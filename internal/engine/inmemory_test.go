package engine

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unsafe"

	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/stretchr/testify/require"
)

// TestInMemory: a source in a bytes.Reader is not copied, and is read to its end. What was read before does
// not count.
func TestInMemory(t *testing.T) {
	for _, typ := range []detect.Type{detect.Auto, detect.HTML, detect.Message, detect.CSS} {
		text := []byte("before<a href=x>" + strings.Repeat(" ", 100_000))
		r := bytes.NewReader(text)
		_, err := r.Seek(6, io.SeekStart)
		require.NoError(t, err)
		rw, err := New(Options{Type: typ, Base: "http://h/"})
		require.NoError(t, err)
		n := 0
		for piece, err := range rw.Pieces(r) {
			n++
			require.NoError(t, err)
			require.Equal(t, text[6:], piece.Source)
			require.Same(t, &text[6], unsafe.SliceData(piece.Source))
			require.Equal(t, len(text)-6, cap(piece.Source))
		}
		require.Equal(t, 1, n)
		require.Zero(t, r.Len())
	}
}

// TestInMemoryLimit: a source in a bytes.Reader that exceeds MaxDocument comes in parts.
func TestInMemoryLimit(t *testing.T) {
	for _, size := range []int{99, 100, 101, 100_000} {
		rw, err := New(Options{Type: detect.HTML, MaxDocument: 100})
		require.NoError(t, err)
		total, large := 0, false
		for piece, err := range rw.Pieces(bytes.NewReader(make([]byte, size))) {
			require.NoError(t, err)
			total += len(piece.Source)
			large = large || piece.Large
		}
		require.Equal(t, size, total)
		require.Equal(t, size > 100, large, size)
	}
}
