package mimebase

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNilFunctions: a nil function of offsets maps each offset to itself, and a nil sequence has
// no fields.
func TestNilFunctions(t *testing.T) {
	const inner = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nx"
	n := 0
	e := Parse([]byte(inner), nil, Options{Decode: func(*Entity) ([]byte, func(int) int, error) {
		if n++; n == 1 {
			return []byte(inner), nil, nil
		}
		return []byte("Subject: x\n\nx"), nil, nil
	}})
	for ; len(e.Parts) > 0; e = e.Parts[0] {
		require.Equal(t, 5, e.SourceOffset(5))
	}
	require.Equal(t, 2, n)
	require.Equal(t, 5, e.SourceOffset(5))
	require.Empty(t, HeaderContext(nil, nil, Options{}).Establish().String())
}
