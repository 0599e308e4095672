package addressbook_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
)

// TestLooksLikeHost checks which directories look like those of hosts.
func TestLooksLikeHost(t *testing.T) {
	for name, want := range map[string]bool{
		"example.org": true, "WWW.example.co.uk": true, "a_b.example": true, "xn--a.xn--p1ai": true, "localhost:8080": true,
		"localhost+8080": true, "example.org+8080": true, "127.0.0.1": true, "127.0.0.1:80": true,
		"docs": false, "localhost": false, "v1.2": false, "1.2.3": false, ".git": false, "..": false, "a..org": false, "page.files": false,
		"a.html": false, "a.c": false, "a b.org": false, "example.org+": false, "": false,
	} {
		require.Equal(t, want, addressbook.LooksLikeHost(name), name)
	}
}
