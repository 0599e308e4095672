package resolve_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// TestVectors runs the examples of RFC 1808 section 5, the 73 cases that its
// author published on test pages, and the cases of RFC 3986 from the tests of
// net/url and network-uri.
func TestVectors(t *testing.T) {
	for file, count := range map[string]int{
		"rfc1808_sec5.json": 39, "fielding_rfc1808.json": 73, "go_net_url.json": 93, "network_uri.json": 142,
	} {
		var vectors []struct{ Base, Ref, Want, Dialect string }
		corpus.ReadJSON(t, &vectors, "vectors", file)
		require.Len(t, vectors, count)
		for _, v := range vectors {
			d, err := resolve.ParseDialect(v.Dialect)
			require.NoError(t, err)
			got, _ := d.Base(v.Base).Resolve(v.Ref)
			require.Equal(t, v.Want, got, "%s + %s", v.Base, v.Ref)
		}
	}
}
