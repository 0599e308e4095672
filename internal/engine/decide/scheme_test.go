package decide_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/decide"
)

func TestLacksScheme(t *testing.T) {
	for text, want := range map[string]bool{
		"www.example.com": true, "WWW.Example.PL": true, "www.example.com/a/b.html?c#d": true, "example.com": true, "a.b-c.org/x": true,
		"jan@example.com": true, "jan@www.firma.pl": true, "www.a.b.museum": true,
		"": false, "www": false, "www.html": false, "index.html": false, "a/www.example.com": false, "/www.example.com": false, "./example.com": false,
		"example.pl": false, "icon@2x.png": false, "www..com": false, ".com": false, "a b.com": false, "www.example.1": false, "com": false, "#www.a.com": false, "@": false,
	} {
		require.Equal(t, want, decide.LacksScheme([]byte(text)), text)
	}
}
