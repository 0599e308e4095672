package console_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// TestBuffer checks that a buffer holds as much as it should, and that Reset empties it.
func TestBuffer(t *testing.T) {
	var b console.Buffer
	out := b.Console(new(console.Console)).Stdout
	half := make([]byte, console.MaxBuffered/2)
	for range 2 {
		_, err := out.Write(half)
		require.NoError(t, err)
	}
	_, err := out.Write(half)
	require.ErrorIs(t, err, console.ErrFull)
	require.True(t, b.IsFull())
	var text bytes.Buffer
	require.NoError(t, b.Stdout(&text))
	require.Equal(t, console.MaxBuffered, text.Len())
	_, err = out.Write(text.Bytes())
	require.NoError(t, err)
	b.Reset()
	require.False(t, b.IsFull())
	text.Reset()
	require.NoError(t, b.Stdout(&text))
	require.Zero(t, text.Len())
}
