package units

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/tempdir"
)

// TestHold checks that what was held can be read again, from memory or a temporary file, up to the
// error of the file.
func TestHold(t *testing.T) {
	tempdir.Empty(t)
	large := bytes.Repeat([]byte("0123456789abcdef"), (heldInMemory+100_000)/16)
	for _, file := range [][]byte{nil, []byte("some"), large} {
		for _, fault := range []error{nil, errBoom} {
			src := io.Reader(bytes.NewReader(file))
			if fault != nil {
				src = io.MultiReader(src, iotest.ErrReader(fault))
			}
			h, err := Hold(src)
			require.NoError(t, err)
			for range 2 {
				got, err := io.ReadAll(h.Reader())
				require.Equal(t, fault, err)
				require.True(t, bytes.Equal(file, got))
			}
			require.NoError(t, h.Close())
		}
	}
	stuck, err := Hold(noData{})
	require.NoError(t, err)
	_, err = io.ReadAll(stuck.Reader())
	require.Equal(t, io.ErrNoProgress, err)
	require.NoError(t, stuck.Close())
	tempdir.Set(t, "/nowhere")
	h, err := Hold(bytes.NewReader(large))
	require.ErrorContains(t, err, "holding compressed data")
	_, again := io.ReadAll(h.Reader())
	require.Equal(t, err, again)
	require.NoError(t, h.Close())
}

// noData is a file that returns neither data nor an error.
type noData struct{}

func (noData) Read([]byte) (int, error) { return 0, nil }
