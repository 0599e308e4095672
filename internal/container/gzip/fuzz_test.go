package gzip

import (
	"bytes"
	"io"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/units"
)

// Whatever the bytes, they come back, and a change of the text is all that
// changes.
func FuzzFile(f *testing.F) {
	member := compress(f, []byte("\x1f\x8b\x08\x1e\x00\x00\x00\x00\x02\x03\x0a\x00BC\x02\x00\x40\x00\x00\x00\x00\x00name\x00\x00"), []byte("text, text, text"), 9)
	for _, seed := range []string{
		"", "garbage", string(member), string(member) + bgzfEnd + string(member),
		string(member) + "\x00\x00\x00", string(member) + "\x1f\x8b\x08", string(member[:len(member)-4]), bgzfEnd,
	} {
		f.Add([]byte(seed), int64(1))
	}
	f.Fuzz(func(t *testing.T, file []byte, seed int64) {
		limits := Limits{Size: 1 << 20}
		text, readErr := read(t, file, limits)
		r := rand.New(rand.NewSource(seed))

		same, _ := fuzzRewrite(t, r, file, len(text), false)
		require.Equal(t, string(file), string(same))

		out, want := fuzzRewrite(t, r, file, len(text), true)
		got, err := read(t, out, Limits{Size: 4 << 20})
		require.True(t, bytes.HasPrefix(got, want))
		if int64(len(text)) < limits.Size {
			require.Equal(t, string(want), string(got))
		}
		// A web archive alone must not have other bytes at its end.
		if int64(len(text)) < limits.Size && units.IsArchive(text) == units.IsArchive(got) {
			require.Equal(t, readErr == nil, err == nil, "%v became %v", readErr, err)
		}
	})
}

// fuzzRewrite makes random changes and returns the file and its text.
func fuzzRewrite(t *testing.T, r *rand.Rand, file []byte, size int, change bool) (out, want []byte) {
	var b bytes.Buffer
	z := NewReader(bytes.NewReader(file), Limits{Size: 1 << 20})
	z.HoldInMemory(1 << r.Intn(18))
	w := NewWriter(&b, z)
	text, _ := io.ReadAll(z)
	require.Len(t, text, size)
	for pos := 0; pos < size; {
		n := 1 + r.Intn(size-pos)
		if change && r.Intn(2) == 0 {
			require.NoError(t, w.Replace(n, []byte("new")))
			want = append(want, "new"...)
		} else {
			require.NoError(t, w.Keep(n))
			want = append(want, text[pos:pos+n]...)
		}
		pos += n
	}
	require.NoError(t, w.Close())
	return b.Bytes(), want
}
