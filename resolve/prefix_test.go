package resolve_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

// TestPrefix checks what Prefix replaces, and by what.
func TestPrefix(t *testing.T) {
	const deep = "http://h/1/2/3/4/5/6/7/8/9/x"
	for _, c := range []struct {
		base, ref, prefix string
		n                 int
	}{
		{"http://h/a/b/c", "d.html", "http://h/a/b/", 0},
		{"http://h/a/b/c", "../d.html", "http://h/a", 2},
		{"http://h/a/b/c", "../", "http://h/a", 2},
		{"http://h/a/b/c", "../../d/e.f/g..h", "http://h", 5},
		{"http://h/a/../b/./c/d", "../e", "http://h/b", 2},
		{"http://h/a//b", "../c", "http://h/a", 2},
		{deep, "../../../../../../../../x", "http://h/1", 23},
	} {
		prefix, n, outcome, ok := resolve.RFC1808.Base(c.base).Prefix([]byte(c.ref))
		require.True(t, ok, c)
		require.Equal(t, resolve.Resolved, outcome, c)
		require.Equal(t, c.prefix, prefix, c)
		require.Equal(t, c.n, n, c)
		stable(t, resolve.RFC1808, c.base, c.ref)
	}
	for _, c := range [][2]string{
		{"http://h/a/b/c", "../../../d"}, {"http://h/a", "../b"}, {"http://h/a/../../b/c", "../../d"},
		{"http://h/a/b/c", ".."}, {"http://h/a/b/c", "./d"}, {"http://h/a/b/c", "..//d"}, {"http://h/a/b/c", "../?d"},
		{"http://h/a/b/c", "../d/../e"}, {"http://h/a/b/c", "..d"}, {"http://h/a./b/c", "../d"}, {"x:/a/b/c", "../d"},
		{".x://h/a/b/c", "../d"}, {deep, "../../../../../../../../../x"},
	} {
		_, _, _, ok := resolve.RFC1808.Base(c[0]).Prefix([]byte(c[1]))
		require.False(t, ok, c)
		stable(t, resolve.RFC1808, c[0], c[1])
	}
	for _, c := range []struct{ base, ref, prefix string }{
		{"http://h/a/b?q#f", "c/d:e?g#h", "http://h/a/"}, {"http://h/a/b?q#f", "/c", "http://h"},
		{"http://h/a/b?q#f", "?c", "http://h/a/b"}, {"http://h/a/b?q#f", "#c", "http://h/a/b?q"},
	} {
		prefix, n, outcome, ok := resolve.WHATWG.Base(c.base).Prefix([]byte(c.ref))
		require.True(t, ok, c)
		require.Equal(t, resolve.Resolved, outcome, c)
		require.Equal(t, c.prefix, prefix, c)
		require.Zero(t, n, c)
		stable(t, resolve.WHATWG, c.base, c.ref)
	}
	_, _, _, ok := resolve.WHATWG.Base("http://h/").Prefix([]byte("../c"))
	require.False(t, ok)
	_, _, _, ok = resolve.RFC3986.Base("http://h/").Prefix([]byte("c"))
	require.False(t, ok)
}
