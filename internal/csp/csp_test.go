package csp

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHash has the example of Content Security Policy Level 3 section 8.3.
func TestHash(t *testing.T) {
	require.Equal(t, "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='", Hash("alert('Hello, world.');"))
}
