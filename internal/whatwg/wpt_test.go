package whatwg_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// missed has the web platform tests that fail, by input and base, with the reason. It is
// empty.
var missed = map[testCase]string{}

// TestWebPlatform runs the web platform tests for URLs.
func TestWebPlatform(t *testing.T) {
	var lines []json.RawMessage
	corpus.ReadJSON(t, &lines, "vectors", "wpt_urltestdata.json")
	tests, based, failures, met := 0, 0, 0, 0
	for _, line := range lines {
		if line[0] == '"' { // a comment
			continue
		}
		var v struct {
			Input, Href string
			Base        *string
			Failure     bool
		}
		require.NoError(t, json.Unmarshal(line, &v))
		c := testCase{ref: v.Input}
		tests++
		if v.Base != nil {
			based++
			c.base = *v.Base
		}
		if v.Failure {
			failures++
		}
		got, ok := href(c)
		if missed[c] != "" {
			require.NotEqual(t, v.Href, got, "stale: %q", c)
			met++
			continue
		}
		require.Equal(t, v.Href, got, "%q", c)
		require.Equal(t, !v.Failure, ok, "%q", c)
	}
	t.Logf("%d tests, %d with a base, %d failures, %d missed", tests, based, failures, len(missed))
	require.Equal(t, len(missed), met, "stale: not all are met")
	require.Equal(t, 891, tests)
	require.Equal(t, 336, based)
}
