package cssscan

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClasses checks the classes of CSS Syntax Level 3 section 4.2. NUL is a name character
// there (section 3.3).
func TestClasses(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i := range 256 {
		c := byte(i)
		in := func(set string) bool { return strings.IndexByte(set, c) >= 0 }
		start := in(letters+"_\x00") || i >= 0x80
		require.Equal(t, start, isNameStart(c), "%q", c)
		require.Equal(t, start || in("0123456789-"), isName(c), "%q", c)
		require.Equal(t, in("0123456789"), isDigit(c), "%q", c)
		require.Equal(t, in("0123456789abcdefABCDEF"), isHex(c), "%q", c)
		require.Equal(t, in(" \t\n\r\f"), isSpace(c), "%q", c)
		control := 0 < i && i < 0x20 || i == 0x7f
		require.Equal(t, control && !isSpace(c) || in(`"'(\`), isBadInURL(c), "%q", c)
	}
}
