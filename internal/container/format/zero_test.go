package format

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIsZero(t *testing.T) {
	for size := range 20 {
		b := make([]byte, size)
		require.True(t, IsZero(b))
		for i := range b {
			b[i] = 1
			require.False(t, IsZero(b), i)
			b[i] = 0
		}
	}
}
