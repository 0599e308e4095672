package jsonfield_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/jsonfield"
)

func TestSimilar(t *testing.T) {
	const text = `{"a": 1, "content": {"rendered": "x", "list": ["y"]}, "items": [{"body": {"a/b": "z"}, "1": "n"}]}`
	for path, want := range map[string]string{
		"content.rendered":  "/content/rendered",
		"rendered":          "/content/rendered",
		"/content.rendered": "/content/rendered",
		"content/rendered":  "/content/rendered",
		"/items/1":          "/items/*/1",
		"a.rendered":        "",
		"x.content":         "",
		"content":           "",
		"list":              "",
		"a/b":               "", // the name is a~1b
		"body.a~1b":         "/items/*/body/a~1b",
		".":                 "",
		"":                  "",
	} {
		require.Equal(t, want, jsonfield.Similar([]byte(text), path), path)
	}
	require.Equal(t, "/*/content/rendered", jsonfield.Similar([]byte("["+text+"]"), "content.rendered"))
	require.Empty(t, jsonfield.Similar([]byte(text[:40]), "content.rendered")) // broken
	require.Empty(t, jsonfield.Similar([]byte(`"`+strings.Repeat("[", 9)), "x"))
	deep := strings.Repeat(`{"a":`, 11) + `{"x":"y"}` + strings.Repeat("}", 11)
	require.Empty(t, jsonfield.Similar([]byte(deep), "x"))
	for _, name := range []string{"$(touch x)", "a b", "a,b", "a=b", "a;b", "*", "a'b", "\u202e"} {
		require.Empty(t, jsonfield.Similar([]byte(`{"`+name+`": {"content": "y"}}`), "content"), name)
	}
	long := `{"` + strings.Repeat("n", 1000) + `": {"x": "y"}}`
	require.Empty(t, jsonfield.Similar([]byte(long), "x")) // the name is shortened in pointers
}

// TestForeign checks the paths that errors suggest for those of other notations.
func TestForeign(t *testing.T) {
	for path, want := range map[string]string{
		".content": "/content", "$.content.rendered": "/content/rendered", "items[].body": "/items/*/body",
		"$.items[*].body": "/items/*/body", ".[0].a": "/0/a", "$['a']['b']": "/a/b", ".[].a": "/*/a", "$": "/",
	} {
		_, err := jsonfield.NewSet(jsonfield.Field{Path: path})
		require.ErrorContains(t, err, "give "+want+", or")
	}
}
