package gzip

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

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
