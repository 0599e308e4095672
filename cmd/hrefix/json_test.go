package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/printable"
)

// TestJSONIsText checks that hidden characters are escaped in JSON, and that no other text
// changes.
func TestJSONIsText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a&b<é😀\ufffd", "a&b<é😀\ufffd"},
		{"\x1b[31m\x00", `\u001b[31m\u0000`},
		{"\u009b31m\u0085\x7f", `\u009b31m\u0085\u007f`},
		{"\u202e\u2066\u2028", `\u202e\u2066\u2028`},
		{"\xff", `\ufffd`},
	} {
		var b bytes.Buffer
		require.NoError(t, console.WriteJSON(&b, c.text))
		require.Equal(t, "\""+c.want+"\"\n", b.String())
		var back string
		require.NoError(t, json.Unmarshal(b.Bytes(), &back))
		require.Equal(t, strings.ToValidUTF8(c.text, "\ufffd"), back)
	}
	var stdout, stderr bytes.Buffer
	stdin := strings.NewReader("<a href=\"x\u009b31m\u202e\">")
	require.Equal(t, exitOK, run([]string{"links", "--json", "-b", "http://a/"}, stdin, &stdout, &stderr), "%s", &stderr)
	require.Contains(t, stdout.String(), `"ref":"x\u009b31m\u202e"`)
	require.Equal(t, -1, strings.IndexFunc(strings.TrimSuffix(stdout.String(), "\n"), func(r rune) bool { return printable.IsHidden(r) }))
}
