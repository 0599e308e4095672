package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// TestNoSuchOption: a value that is not one of the constants is an error.
func TestNoSuchOption(t *testing.T) {
	for _, opts := range []engine.Options{{Type: engine.WebArchive + 1}, {Mode: engine.MoveLinks + 1}, {Dialect: resolve.WHATWG + 1}} {
		_, err := engine.New(opts)
		require.ErrorContains(t, err, ": not a ")
	}
}
