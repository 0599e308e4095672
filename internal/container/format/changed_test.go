package format

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChangedText keeps and replaces at random.
func TestChangedText(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		old := make([]byte, random.IntN(40))
		for i := range old {
			old[i] = 'a' + byte(i%26)
		}
		c, want, at, changed := TextOf(old), []byte{}, 0, false
		for range random.IntN(6) {
			n := random.IntN(len(old) - at + 1)
			if random.IntN(2) == 0 {
				require.NoError(t, c.Keep(n))
				want = append(want, old[at:at+n]...)
			} else {
				p := []byte("XYZ")[:random.IntN(4)]
				require.NoError(t, c.Replace(n, p))
				want = append(want, p...)
				changed = changed || n+len(p) > 0
			}
			at += n
			require.Equal(t, at, c.Used())
		}
		require.Equal(t, changed, c.HasChanged())
		require.Equal(t, string(append(want, old[at:]...)), string(c.All()))
		require.Equal(t, old, c.Old())
	}
}

// TestFixedText tests texts that must stay, and that no call uses bytes which a text does not have.
func TestFixedText(t *testing.T) {
	fixed, empty, some := FixedText(3), TextOf(nil), TextOf([]byte("abc"))
	require.NoError(t, fixed.Keep(2))
	require.Equal(t, ErrFixed, fixed.Replace(1, []byte("x")))
	require.False(t, fixed.HasChanged())
	for _, c := range []*ChangedText{nil, &empty, &fixed} {
		require.NoError(t, c.Keep(0))
		require.NoError(t, c.Replace(0, nil))
		require.Equal(t, ErrFixed, c.Replace(0, []byte("x")))
		require.ErrorContains(t, c.Keep(1), "1 bytes to keep or replace that are not in the member")
	}
	for _, n := range []int{-1, 4} {
		require.Error(t, some.Keep(n))
		require.Error(t, some.Replace(n, nil))
	}
}
