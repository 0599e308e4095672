package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIsLink(t *testing.T) {
	for _, value := range []string{
		"/a/b", " ./a ", "../a", "a/b.png", "a.HTML?b#c", "//h.example/a", "http://h.example", "http://nas/a", "http://nas:80", "http://10.0.0.1",
		"https://[::1]/a", "ftp://h/a", "http://www.w3.org/a",
	} {
		require.True(t, IsLink([]byte(value)), value)
	}
	for _, value := range []string{
		"", "a", "Send it", "Afghanistan", "23663686", "a1b2c3", "a/b", "text/plain", "/a b", "{{a}}/b.png", "javascript:a()", "mailto:a@h.example", "//nas/a", "x?u=http://h.example/a", "#a",
	} {
		require.False(t, IsLink([]byte(value)), value)
	}
}

// TestIsReference: hosts of a local network are references after a scheme, if they are not what a script completes.
func TestIsReference(t *testing.T) {
	for _, text := range []string{"http://192.168.1.5/x", "http://nas/x", "http://nas.local/x", "http://nas:8080", "//h.example/x"} {
		require.True(t, IsReference([]byte(text)), text)
	}
	for _, text := range []string{"http://" + strings.Repeat("a", 2000) + ".example", "http://www", "https://ssl", "//www", "//192.168.1.5/x", "http:///x", "http://.x/"} {
		require.False(t, IsReference([]byte(text)), text)
	}
}
