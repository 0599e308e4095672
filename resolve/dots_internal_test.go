package resolve

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHasDots compares hasDots with a loop over single bytes.
func TestHasDots(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const bytesToTry = "/./.-0\x00\xae\xaf"
	for range 100_000 {
		path := make([]byte, r.IntN(30))
		for i := range path {
			path[i] = 'x'
			if r.IntN(8) == 0 {
				path[i] = bytesToTry[r.IntN(len(bytesToTry))]
			}
		}
		want, before := false, byte('/')
		for _, c := range path {
			want = want || c == '.' && before == '/'
			before = c
		}
		if want || !bytes.Contains(path, []byte(".//")) {
			require.Equal(t, want, hasDots(path), "%q", path)
		}
	}
}
