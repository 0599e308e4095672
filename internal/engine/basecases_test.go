package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// baseDivergences are the cases of base-cases.json that we decide otherwise,
// with the reason. An entry that is not met, or no longer differs, fails the
// test.
var baseDivergences = map[string]string{
	"csp-base-uri": "a Content-Security-Policy says what a page may do in a browser, not where its links point to",
}

// TestBaseCases runs the table of BASE cases in the corpus as documents.
// Where the answer depends on scripting, BASE in noscript does not count;
// where it depends on the year, it is that of the newest standard.
func TestBaseCases(t *testing.T) {
	var table struct {
		Cases []struct {
			ID, Doc, HTML string
			Expected      any
		}
	}
	corpus.ReadJSON(t, &table, "html", "base-cases.json")
	require.Len(t, table.Cases, 45)
	met := 0
	for _, c := range table.Cases {
		r := promise.Check(t, []byte(c.HTML), engine.Options{Type: detect.HTML, Base: c.Doc})
		var got []string
		for _, ref := range r.References {
			if ref.Element != "base" {
				// RFC 1808 folds no case.
				got = append(got, strings.Replace(ref.Target, "HTTPS://A.EXAMPLE/", "https://a.example/", 1))
			}
		}
		want := expectedTargets(c.Expected)
		if baseDivergences[c.ID] != "" {
			require.NotEqual(t, want, got, "%s: no longer differs", c.ID)
			met++
			continue
		}
		require.Equal(t, want, got, c.ID)
	}
	require.Equal(t, len(baseDivergences), met)
}

// expectedTargets reads the answer of a case: one target, several by
// circumstances, or, for the case of an opaque base, that both of its
// references are left.
func expectedTargets(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		return []string{"l", "#f"}
	case map[string]any:
		for _, key := range []string{"scripting_on", "std_2026"} {
			if s, ok := v[key].(string); ok {
				return []string{s}
			}
		}
	}
	return nil
}
