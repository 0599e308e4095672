package gzip

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// TestHold: what was held can be read again, from memory or a temporary file, up to the
// error of the file.
func TestHold(t *testing.T) {
	tempDir(t)
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
	t.Setenv("TMPDIR", "/nowhere")
	h, err := Hold(bytes.NewReader(large))
	require.ErrorContains(t, err, "holding compressed data")
	_, again := io.ReadAll(h.Reader())
	require.Equal(t, err, again)
	require.NoError(t, h.Close())
}

// TestCheck: only a file whose text can be read to its end is whole.
func TestCheck(t *testing.T) {
	file, ends, _ := threeMembers(t)
	for n := range file {
		err := Coding.Check(bytes.NewReader(file[:n]))
		if n == 0 || n == ends[0] || n == ends[1] {
			require.NoError(t, err)
			continue
		}
		require.ErrorAs(t, err, new(*Error))
	}
	require.NoError(t, Coding.Check(bytes.NewReader(append(file, "no member"...))))
	require.ErrorIs(t, Coding.Check(iotest.ErrReader(errBoom)), errBoom)
}

// TestBroken: a Writer reports a broken member if a new one was started.
func TestBroken(t *testing.T) {
	file := plain(t, "some text")
	for _, edited := range []bool{false, true} {
		var out bytes.Buffer
		r := NewReader(bytes.NewReader(file[:len(file)-1]), Limits{})
		w := NewWriter(&out, r)
		_, err := io.ReadAll(r)
		require.Error(t, err)
		if edited {
			require.NoError(t, w.Replace(1, []byte("S")))
		}
		require.NoError(t, w.Close())
		if edited {
			require.ErrorIs(t, w.Broken(), io.ErrUnexpectedEOF)
			require.ErrorAs(t, w.Broken(), new(*Error))
		} else {
			require.NoError(t, w.Broken())
		}
	}
}
