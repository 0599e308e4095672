package linktext

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// TestLines checks lines and columns at every character, in ascending order and in another.
func TestLines(t *testing.T) {
	const text = "one\n\né😀\xff\xfex\r\nend"
	fresh := func() *Lines { return &Lines{piece: engine.Piece{Source: []byte(text)}, before: 2} }
	ascending, jumping := fresh(), fresh()
	for off := range len(text) + 1 {
		if off < len(text) && !utf8.RuneStart(text[off]) {
			continue // references begin with a character
		}
		before := text[:off]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		check := func(lines *Lines, off int) {
			require.Equal(t, 3+strings.Count(before, "\n"), lines.At(off))
			require.Equal(t, len(line)+1, lines.Column())
			require.Equal(t, len(utf16.Encode([]rune(line)))+1, lines.Character(), "%q", line)
		}
		check(ascending, off)
		jumping.At(len(text))
		jumping.Character()
		check(jumping, off)
		if off > 0 {
			jumping.At(0)
			jumping.Character()
			check(jumping, off)
		}
	}
}
