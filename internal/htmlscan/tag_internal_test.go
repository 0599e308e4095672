package htmlscan

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The lowest mark is at the first byte to be marked.
func TestDelimiters(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for _, d := range []struct {
		mark  func(x uint64) uint64
		wants func(c byte) bool
	}{
		{delimiters, func(c byte) bool { return c < '0' || c >= 0x80 || strings.IndexByte("<=>?", c) >= 0 }},
		{attrDelimiters, func(c byte) bool { return c <= ' ' || c >= 0x80 || strings.IndexByte("/<=>?", c) >= 0 }},
	} {
		for range 50_000 {
			var b [word]byte
			for i := range b {
				if b[i] = "abcxyzAZ_:789"[rnd.IntN(13)]; rnd.IntN(6) == 0 {
					b[i] = byte(rnd.Uint32())
				}
			}
			want := word
			for i, c := range b {
				if d.wants(c) {
					want = i
					break
				}
			}
			require.Equal(t, want, bits.TrailingZeros64(d.mark(binary.LittleEndian.Uint64(b[:])))/8, "%q", b)
		}
	}
}
