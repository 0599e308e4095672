package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

// TestNoSuchOption: a value that is none of those that there are is told.
func TestNoSuchOption(t *testing.T) {
	for _, opts := range []rewrite.Options{{Type: rewrite.Other + 1}, {Mode: rewrite.MakeRelative + 1}, {Dialect: resolve.WHATWG + 1}} {
		_, err := rewrite.New(opts)
		require.ErrorContains(t, err, "there is no such")
	}
}
