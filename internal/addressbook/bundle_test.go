package addressbook

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// A closable is a file system that counts how often it is closed.
type closable struct {
	fstest.MapFS
	closed *int
}

func (c closable) Close() error { *c.closed++; return nil }

// bundleDir returns a directory with the bundle site.zip and other files, and the function that opens
// bundles.
func bundleDir(t *testing.T) (dir string, open func(string) (fs.FS, error), closed *int) {
	dir, closed = t.TempDir(), new(int)
	for _, name := range []string{"site.zip", "index.html", "text"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	files := fstest.MapFS{"index.html": {}, "docs/a.html": {}, "docs/index.html": {}, "up.html": {Data: []byte("docs/a.html"), Mode: fs.ModeSymlink}}
	return dir, func(name string) (fs.FS, error) {
		if filepath.Base(name) == "text" {
			return nil, nil
		}
		return closable{files, closed}, nil
	}, closed
}

func TestBundle(t *testing.T) {
	dir, open, closed := bundleDir(t)
	zip := filepath.Join(dir, "site.zip")
	b, err := New(Options{Roots: []string{"http://d.example/=" + dir, "http://h.example/=" + zip, "http://docs.example/=" + zip + "/docs"}, Tops: []string{zip}, Bundle: open})
	require.NoError(t, err)
	for name, url := range map[string]string{
		"index.html": "http://d.example/", "site.zip": "http://d.example/site.zip",
		"site.zip/index.html": "http://h.example/", "site.zip/docs/a.html": "http://docs.example/a.html", "site.zip/docs/index.html": "http://docs.example/",
	} {
		p, err := b.Place(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, url, p.URL(), name)
		at := b.Lookup(url)
		require.Equal(t, File, at.State, name)
		require.Equal(t, filepath.Join(dir, name), b.Name(at))
	}
	p := b.Bundle(zip).Place("docs/a.html")
	_, _, ok := p.Find("http://d.example/")
	require.False(t, ok, "the directory is another tree")
	own, location, ok := p.Find("http://h.example/index.html")
	require.True(t, ok)
	require.Equal(t, "http://h.example/", own)
	require.Equal(t, "file:///index.html", location)
	require.Equal(t, File, b.Lookup("http://h.example/up.html").State)
	require.True(t, b.Bundle(zip).HasURLs())
	require.Nil(t, b.Bundle(dir))
	require.NoError(t, b.Add("http://e.example/x", filepath.Join(zip, "up.html"), "test", false))
	require.Error(t, b.Add("http://e.example/y", filepath.Join(zip, "docs"), "test", false))
	require.NoError(t, b.Close())
	require.Equal(t, 1, *closed)
}

// TestBundleWithoutURLs: a bundle in the directory of a root is no part of it.
func TestBundleWithoutURLs(t *testing.T) {
	dir, open, _ := bundleDir(t)
	zip := filepath.Join(dir, "site.zip")
	b, err := New(Options{Roots: []string{"http://d.example/=" + dir}, Tops: []string{zip}, Bundle: open})
	require.NoError(t, err)
	defer b.Close()
	in := b.Bundle(zip)
	require.False(t, in.HasURLs())
	require.Empty(t, in.Place("index.html").URL())
	link := filepath.Join(dir, "link.zip")
	require.NoError(t, os.Symlink("site.zip", link))
	require.Equal(t, in.FS(), b.Bundle(link).FS())
}

func TestBundleErrors(t *testing.T) {
	dir, open, closed := bundleDir(t)
	for _, path := range []string{"text", "site.zip/none", "site.zip/index.html", "index.html/x", "none"} {
		_, err := New(Options{Roots: []string{"http://h.example/=" + filepath.Join(dir, "site.zip"), "http://h2.example/=" + filepath.Join(dir, path)}, Bundle: open})
		require.Error(t, err, path)
		require.Positive(t, *closed, path)
		*closed = 0
	}
	_, err := New(Options{Roots: []string{"http://h.example/=" + filepath.Join(dir, "site.zip")}})
	require.Error(t, err, "no bundles")
}

// TestNewBundle: a bundle alone has no URLs.
func TestNewBundle(t *testing.T) {
	in, err := NewBundle("", fstest.MapFS{"a/b.html": {}, "a/c.html": {}}, Options{})
	require.NoError(t, err)
	p := in.Place("a/b.html")
	require.Empty(t, p.URL())
	_, ok := p.At("file:///a/c.html")
	require.True(t, ok)
	require.False(t, in.HasURLs())
	require.False(t, p.MayLackURL())
}
