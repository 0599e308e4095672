package simd

import (
	"encoding/base64"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBase64(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	std := base64.StdEncoding
	for range 3000 {
		src := text(rnd, rnd.IntN(200), byte(rnd.Uint32()), byte(rnd.Uint32()))
		encoded := make([]byte, rnd.IntN(300))
		n := EncodeBase64(encoded, src)
		require.Zero(t, n%3)
		require.Equal(t, std.EncodeToString(src[:n]), string(encoded[:n/3*4]))
		if hasBase64 && len(src) >= 16 && len(encoded) >= 16 {
			require.NotZero(t, n)
		}

		letters := []byte(std.EncodeToString(src))
		decoded := make([]byte, rnd.IntN(200))
		k := DecodeBase64(decoded, letters)
		require.Zero(t, k%4)
		require.Equal(t, src[:k/4*3], decoded[:k/4*3])
		if hasBase64 && len(src) >= 16 && len(decoded) >= 16 {
			require.NotZero(t, k)
		}
	}
}

// Any byte that is no letter ends what is decoded.
func TestDecodeBase64Letters(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	isLetter := make(map[byte]bool)
	for _, c := range []byte(alphabet) {
		isLetter[c] = true
	}
	for c := range 256 {
		for at := range 32 {
			letters := []byte(alphabet[at:][:32])
			letters[at] = byte(c)
			dst := make([]byte, 40)
			n := DecodeBase64(dst, letters)
			switch {
			case !hasBase64:
				require.Zero(t, n)
			case isLetter[byte(c)]:
				require.Equal(t, 32, n)
				want, err := base64.StdEncoding.DecodeString(string(letters))
				require.NoError(t, err)
				require.Equal(t, want, dst[:24])
			default:
				require.Equal(t, at/16*16, n, "%#x at %d", c, at)
			}
		}
	}
	if !hasBase64 {
		assert.Zero(t, EncodeBase64(make([]byte, 100), make([]byte, 60)))
	}
}

func BenchmarkDecodeBase64(b *testing.B) {
	line, dst := make([]byte, 76), make([]byte, 76)
	for i := range line {
		line[i] = 'A' + byte(i%26)
	}
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		DecodeBase64(dst, line)
	}
}

func BenchmarkEncodeBase64(b *testing.B) {
	src, dst := make([]byte, 57), make([]byte, 76)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		EncodeBase64(dst, src)
	}
}
