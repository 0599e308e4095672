package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMatches(t *testing.T) {
	for _, row := range []struct {
		kind        Kind
		value, want string
	}{
		{URL, "a b", "a b"},
		{Tokens, " a\tb ", "a b"},
		{CommaTokens, "a, b,c", "a b c"},
		{LocalURLs, "a; b;c,d", "a b c,d"},
		{Srcset, "a 1x, b 2x", "a b"},
		{Bgset, "a 1x [b] | c", "a c"},
		{Refresh, "3; url=a", "a"},
		{Refresh, "3", ""},
		{Task, "name=n;action-uri=a;icon-uri=b", "a b"},
		{CURIE, "a", "a"},
		{CURIE, "[a:b]", ""},
		{CURIE, "_:a", ""},
		{ImportMap, `{"imports":{"x":"./a"}}`, "./a"},
		{ImportMap, `{"imports":{"x":"a"}}`, ""},
		{SpeculationRules, `{"prefetch":[{"urls":["a"]}]}`, "a"},
		{JSONLD, `{"@id":"a"}`, "a"},
	} {
		var got []string
		for m := range row.kind.Matches([]byte(row.value)) {
			got = append(got, row.value[m.Start:m.End])
		}
		require.Equal(t, row.want, strings.Join(got, " "), row.value)
		require.LessOrEqual(t, len(got), row.kind.MaxMatches(len(row.value)), row.value)
	}
}

func TestExcluded(t *testing.T) {
	for _, row := range []struct {
		excluded Excluded
		allowed  bool
		value    string
	}{
		{0, true, "a b,"},
		{Tokens.Excludes(), false, "a b"},
		{Tokens.Excludes(), true, "a,b"},
		{CommaTokens.Excludes(), false, "a,b"},
		{LocalURLs.Excludes(), true, "a,b"},
		{LocalURLs.Excludes(), false, "a;b"},
		{Srcset.Excludes(), true, "a,b"},
		{Srcset.Excludes(), false, "a,"},
		{Bgset.Excludes(), true, "a,b"},
		{Bgset.Excludes(), false, "a|b"},
		{Task.Excludes(), false, "a;b"},
		{ClosingQuote('"'), false, `a"b`},
		{ClosingQuote('\''), false, `a'b`},
		{ClosingQuote('='), true, `a'b"`},
		{NoBracket, false, "a]"},
		{NoLastHyphen, true, "a-b"},
		{NoLastHyphen, false, "a-"},
		{OnlyASCII, false, "\u00e9"},
		{OnlyASCII, true, "e"},
	} {
		require.Equal(t, row.allowed, row.excluded.Allows([]byte(row.value)), row.value)
	}
}

// TestKinds: each kind has a name for rows, and each kind whose values are lists has the bytes that end a URL there.
func TestKinds(t *testing.T) {
	for k := range Kind(len(names)) {
		require.NotEmpty(t, k.String(), "kind %d", k)
		if k.Splits() {
			require.NotZero(t, k.Excludes(), "%s", k)
		}
	}
	require.Len(t, excludedIn, len(names))
}
