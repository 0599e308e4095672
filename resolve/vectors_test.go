package resolve_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

type vector struct{ Base, Ref, Want, Source string }

// TestFielding runs the 73 cases of the test pages that the author of
// RFC 1808 published with it.
func TestFielding(t *testing.T) {
	corpus := os.Getenv("HREFIX_CORPUS")
	if corpus == "" {
		t.Skip("HREFIX_CORPUS is not set")
	}
	for file, count := range map[string]int{"fielding_rfc1808.json": 73, "rfc1808_sec5.json": 39} {
		data, err := os.ReadFile(filepath.Join(corpus, "vectors", file))
		require.NoError(t, err)
		var vectors []vector
		require.NoError(t, json.Unmarshal(data, &vectors))
		require.Len(t, vectors, count)
		for _, v := range vectors {
			require.Equal(t, v.Want, resolve.Resolve(v.Base, v.Ref), "%s + %s", v.Base, v.Ref)
		}
	}
}
