package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// TestNoSuchOption: a value that is not one of the constants is an error.
func TestNoSuchOption(t *testing.T) {
	for _, opts := range []engine.Options{{Type: 200}, {Mode: engine.MoveLinks + 1}, {Dialect: resolve.WHATWG + 1}} {
		_, err := engine.New(opts)
		require.ErrorContains(t, err, ": not a ")
	}
}

// TestCheckCharset: labels are those of the Encoding Standard, in any case, and the error of another says
// what to give.
func TestCheckCharset(t *testing.T) {
	for _, known := range []string{"utf-8", "GBK", " utf-16le ", "latin1"} {
		require.NoError(t, engine.CheckCharset(known), known)
	}
	for _, unknown := range []string{"", "x-none", "utf-9"} {
		require.EqualError(t, engine.CheckCharset(unknown),
			`unknown charset "`+unknown+`": give a name such as utf-8, utf-16le or gbk, or leave it out`)
	}
}
