package simd

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBase64(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	std := base64.StdEncoding
	for range 3000 {
		src := text(rnd, rnd.IntN(200), byte(rnd.Uint32()), byte(rnd.Uint32()))
		whole := src[:len(src)/3*3]
		encoded := make([]byte, len(whole)/3*4)
		if EncodeBase64(encoded, whole) {
			require.Equal(t, std.EncodeToString(whole), string(encoded))
		} else {
			require.False(t, hasBase64 && len(whole) >= 16)
		}
		require.False(t, EncodeBase64(encoded, append(whole, 'x')), "no whole quanta")

		letters := ""
		for rest := std.EncodeToString(src); rest != ""; {
			n := min(len(rest), 4*rnd.IntN(20))
			letters, rest = letters+rest[:n]+[]string{"\n", "\r\n", "\r\n\n"}[rnd.IntN(3)], rest[n:]
		}
		decoded := make([]byte, rnd.IntN(200))
		read, written := DecodeBase64(decoded, []byte(letters))
		require.Equal(t, src[:written], decoded[:written])
		require.Equal(t, std.EncodeToString(src[:written]), strings.NewReplacer("\r", "", "\n", "").Replace(letters[:read]))
		if hasBase64 && len(letters) >= 16 && len(decoded) >= 16 {
			require.NotZero(t, read)
		}
		if hasBase64 && len(decoded) >= len(src)+16 {
			require.Greater(t, read, len(letters)-16-len("\r\n\n"), "up to the last letters")
		}
	}
}

// Decoding stops at any byte that is neither in the alphabet nor a line break.
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
			read, written := DecodeBase64(dst, letters)
			switch {
			case !hasBase64:
				require.Zero(t, read)
			case isLetter[byte(c)]:
				require.Equal(t, 32, read)
				want, err := base64.StdEncoding.DecodeString(string(letters))
				require.NoError(t, err)
				require.Equal(t, want, dst[:written])
			case c == '\n' && at%4 == 0:
				require.Greater(t, read, at)
				require.Equal(t, (read-1)/4*3, written)
			default:
				require.Equal(t, at/4*4, read, "%#x at %d", c, at)
				require.Equal(t, read/4*3, written)
			}
		}
	}
	if !hasBase64 {
		assert.False(t, EncodeBase64(make([]byte, 80), make([]byte, 60)))
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
