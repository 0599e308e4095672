package ascii

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClasses(t *testing.T) {
	const digits, hex = "0123456789", "0123456789abcdefABCDEF"
	const alpha = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for _, class := range []struct {
		name string
		is   func(byte) bool
		want string
	}{
		{"whitespace", IsWhitespace, "\t\n\f\r "},
		{"whitespace as a string", func(c byte) bool { return strings.IndexByte(Whitespace, c) >= 0 }, "\t\n\f\r "},
		{"digit", IsDigit, digits},
		{"hex digit", IsHexDigit, hex},
		{"alpha", IsAlpha, alpha},
		{"alphanumeric", IsAlphanumeric, digits + alpha},
		{"hex value", func(c byte) bool { return HexValue(c) >= 0 }, hex},
		{"lower", func(c byte) bool { return Lower(c) != c }, strings.ToUpper(alpha[:26])},
	} {
		for c := range 256 {
			require.Equal(t, strings.IndexByte(class.want, byte(c)) >= 0, class.is(byte(c)), "%s: %#x", class.name, c)
		}
	}
}

func TestContainsFold(t *testing.T) {
	for s, want := range map[string]bool{"": false, "ab": true, "xAb": true, "aab": true, "aBx": true, "a": false, "ba": false, "a\u0212": false} {
		require.Equal(t, want, ContainsFold([]byte(s), "ab"), s)
	}
}

func TestEqualFold(t *testing.T) {
	for c := range 256 {
		for d := range 256 {
			if lower := Lower(byte(d)); lower == byte(d) {
				require.Equal(t, Lower(byte(c)) == lower, EqualFold([]byte{'X', byte(c)}, "x"+string([]byte{lower})))
			}
		}
	}
	require.False(t, EqualFold([]byte("ab"), "abc"))
	require.False(t, EqualFold([]byte("\u212A"), "k")) // the Kelvin sign
}

func TestValues(t *testing.T) {
	for i, c := range []byte("0123456789abcdef") {
		require.Equal(t, i, HexValue(c))
		require.Equal(t, byte(0xA0+i), HexByte('a', c))
		require.Equal(t, i, HexValue(strings.ToUpper(string(c))[0]))
	}
	require.Equal(t, "xaz\xC0[", string(AppendLower([]byte("x"), []byte("AZ\xC0["))))
	require.Equal(t, 4, SkipWhitespace([]byte(" a\n\fb"), 2))
	require.Equal(t, 2, SkipWhitespace([]byte("a "), 1))
}

// TestContainsFoldAnywhere compares ContainsFold with a search in lower case.
func TestContainsFoldAnywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := make([]byte, random.IntN(12))
		for i := range text {
			text[i] = "abABx"[random.IntN(5)]
		}
		for _, lower := range []string{"a", "ab", "ba", "aab", "bax"} {
			require.Equal(t, strings.Contains(strings.ToLower(string(text)), lower), ContainsFold(text, lower), "%q %s", text, lower)
		}
	}
}
