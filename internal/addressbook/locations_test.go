package addressbook

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLocations tests that the URL of every file names the file, and that the URL at its
// location is that of the file.
func TestLocations(t *testing.T) {
	for _, c := range encodings {
		p := placeOf(t, c.file, c.file)
		own, location, ok := p.Find(p.URL())
		require.True(t, ok, c.file)
		require.Equal(t, p.URL(), own)
		require.Equal(t, p.Location(), location)
		at, ok := p.At(location)
		require.True(t, ok, c.file)
		require.Equal(t, own, at)
	}
	p := placeOf(t, "a b?c/d.html", "index.html", "d e/x", "d e/index.html?x=1")
	require.Equal(t, "file:///a%20b%3Fc/d.html", p.Location())
	for url, want := range map[string]string{
		"http://h/r/":                 "http://h/r/ file:///index.html",
		"http://h/r/index.html":       "http://h/r/ file:///index.html",
		"http://h/r/%69ndex%2Ehtml":   "http://h/r/ file:///index.html",
		"http://h/r/d%20e/?x=1":       "http://h/r/d%20e/?x=1 file:///d%20e/index.html%3Fx=1",
		"HTTP://H:80/r/d e/?x=1":      "http://h/r/d%20e/?x=1 file:///d%20e/index.html%3Fx=1",
		"http://h/r/d%20e/gone.html?": "http://h/r/d%20e/gone.html? ",
		"http://x/":                   " ",
	} {
		own, location, ok := p.Find(url)
		require.Equal(t, want, own+" "+location, url)
		require.Equal(t, location != "", ok)
	}
	for url, want := range map[string]string{"http://h/r/x?/y": "file:///", "http://h/r/d%20e/?x": "file:///d%20e/", "http://h/r/e/": "", "http://h/": ""} {
		location, ok := p.FindDir(url)
		require.Equal(t, want, location, url)
		require.Equal(t, want != "", ok)
	}
	for _, location := range []string{"", "file:///", "file:///d%20e/", "file:///d%20e", "file:///gone", "file:///../r/index.html", "file:///index.html?x", "http://h/r/index.html"} {
		_, ok := p.At(location)
		require.False(t, ok, location)
	}
}
