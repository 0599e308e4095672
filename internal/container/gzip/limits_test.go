package gzip

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLimitsText(t *testing.T) {
	for _, c := range []struct {
		limits     Limits
		file, want int64
	}{
		{Limits{}, 0, 64 << 20},
		{Limits{}, 67108, 64 << 20},
		{Limits{}, 67109, 67109000},
		{Limits{Ratio: 10}, 100 << 20, 1000 << 20},
		{Limits{Above: 5}, 1, 1000},
		{Limits{Above: 5, Ratio: 2}, 2, 5},
		{Limits{Above: 5, Ratio: 2}, 3, 6},
		{Limits{Above: 5, Ratio: 2, Size: 4}, 3, 4},
		{Limits{}, math.MaxInt64 / 2, math.MaxInt64},
		{Limits{Ratio: -1, Above: -1, Size: -1}, 0, 64 << 20},
	} {
		require.Equal(t, c.want, c.limits.WithDefaults().Text(c.file), "%+v", c)
	}
}

// requireLimit reads with a limit, and checks whether all text was read. What is
// allowed comes in any case, whatever the lengths of the reads.
func requireLimit(t *testing.T, file []byte, limits Limits, text, want int) {
	t.Helper()
	for _, n := range []int{1, 1000, 1 << 20} {
		r := NewReader(bytes.NewReader(file), limits)
		got, err := io.Copy(io.Discard, struct{ io.Reader }{&shortReader{r, n}})
		require.Equal(t, int64(want), got)
		if want == text {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, ErrTooLarge)
		}
	}
}

type shortReader struct {
	r io.Reader
	n int
}

func (s *shortReader) Read(p []byte) (int, error) { return s.r.Read(p[:min(s.n, len(p))]) }

func TestSize(t *testing.T) {
	for _, file := range [][]byte{
		plain(t, strings.Repeat("a", 100_000)),
		bytes.Repeat(plain(t, strings.Repeat("a", 1000)), 100),
		append(plain(t, strings.Repeat("a", 100_000)), plain(t, "")...),
	} {
		requireLimit(t, file, Limits{Size: 100_000}, 100_000, 100_000)
		requireLimit(t, file, Limits{Size: 100_001, Ratio: 1, Above: 1}, 100_000, 100_000)
		requireLimit(t, file, Limits{Size: 99_999}, 100_000, 99_999)
		requireLimit(t, file, Limits{Size: 1}, 100_000, 1)
	}
}

func TestRatio(t *testing.T) {
	// Fifty bytes of text for each byte of the file, to the byte.
	const size = 100_000
	file := compress(t, plainHeader, bytes.Repeat([]byte("a"), size), 9)
	header := append(bytes.Clone(plainHeader), bytes.Repeat([]byte("n"), 2000-len(file)-1)...)
	header[3] = flagName
	file = compress(t, append(header, 0), bytes.Repeat([]byte("a"), size), 9)
	require.Len(t, file, 2000)
	file = append(file, plain(t, "")...)

	requireLimit(t, file, Limits{Ratio: 51, Above: 1}, size, size)
	requireLimit(t, file, Limits{Ratio: 1, Above: size}, size, size)
	requireLimit(t, file, Limits{Ratio: 1, Above: size - 1}, size, size-1)

	// The trailer is read after the text.
	at := 2000 - 8
	ratio := size / at
	require.Equal(t, 50, ratio)
	requireLimit(t, file, Limits{Ratio: ratio, Above: 1}, size, at*ratio)
}

// The default, and that the rest passes through.
func TestBomb(t *testing.T) {
	const most = 64 << 20
	zeros := bytes.Repeat(compress(t, plainHeader, make([]byte, most/8), 9), 8)
	for _, n := range []int{most, most + 1} {
		file := zeros
		if n > most {
			file = append(file, compress(t, plainHeader, []byte{0}, 9)...)
		}
		var out bytes.Buffer
		r := NewReader(bytes.NewReader(file), Limits{})
		w := NewWriter(&out, r)
		got, err := io.Copy(io.Discard, r)
		require.Equal(t, int64(most), got)
		if n == most {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, ErrTooLarge)
			require.ErrorContains(t, err, "too much text: more than 67108864 bytes, and more than 1000 for each byte of the file")
		}
		require.NoError(t, w.Keep(int(got)))
		require.NoError(t, w.Close())
		require.Equal(t, file, out.Bytes())
	}
}

// A new member continues beyond the limit.
func TestTooLargeAnew(t *testing.T) {
	text := strings.Repeat("a", 1_000_000) + "b"
	file := append(plain(t, text), "garbage"...)
	out, err, closeErr := rewrite(t, file, 5, 1, "x", Limits{Size: 1000})
	require.ErrorIs(t, err, ErrTooLarge)
	require.ErrorContains(t, err, "too much text: more than 1000 bytes")
	require.NoError(t, closeErr)
	require.True(t, bytes.HasSuffix(out, []byte("garbage")))
	got, err := read(t, out, Limits{})
	require.NoError(t, err)
	require.True(t, "aaaaax"+text[6:] == string(got))
}
