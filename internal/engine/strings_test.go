package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestStrings: no value of an enumeration makes String panic.
func TestStrings(t *testing.T) {
	for i := range 256 {
		require.NotEmpty(t, detect.Type(i).String())
		require.NotEmpty(t, engine.Status(i).String())
	}
}
