package webpage

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPolicyHash has the example of Content Security Policy Level 3 section 8.3.
func TestPolicyHash(t *testing.T) {
	require.Equal(t, "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='", PolicyHash("alert('Hello, world.');"))
}
