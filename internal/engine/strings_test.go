package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// TestStrings: no value of an enumeration makes String panic.
func TestStrings(t *testing.T) {
	for i := range 256 {
		require.NotEmpty(t, engine.Type(i).String())
		require.NotEmpty(t, engine.Status(i).String())
	}
}
