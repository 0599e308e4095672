package resolve_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// TestVectors runs the examples of RFC 1808 section 5, and the 73 cases of the
// test pages that its author published with it.
func TestVectors(t *testing.T) {
	for file, count := range map[string]int{"rfc1808_sec5.json": 39, "fielding_rfc1808.json": 73} {
		var vectors []struct{ Base, Ref, Want string }
		corpus.ReadJSON(t, &vectors, "vectors", file)
		require.Len(t, vectors, count)
		for _, v := range vectors {
			require.Equal(t, v.Want, resolve.Resolve(v.Base, v.Ref), "%s + %s", v.Base, v.Ref)
		}
	}
}
