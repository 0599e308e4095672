package addressbook

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLongest compares the root of random paths with the one that a search through all roots finds.
func TestLongest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() (path string) {
		for range r.IntN(5) {
			path += "/" + []string{"", "a", "%c3%A9", "é", "%C3%A9", "%2F", "%", "b%20"}[r.IntN(8)]
		}
		return path + "/"
	}
	plain := strings.NewReplacer("%c3%A9", "é", "%C3%A9", "é")
	for range 2000 {
		var s = siteRoots{byPath: make(map[string]*root)}
		var all []*root
		for range r.IntN(5) {
			one := &root{path: strings.ReplaceAll(random(), "é", "%C3%A9")}
			all = append(all, one)
			s.add(one)
		}
		path := random() + "x"
		var want *root
		rest := ""
		for _, one := range all {
			own := plain.Replace(one.path)
			if after, ok := strings.CutPrefix(plain.Replace(path), own); ok && (want == nil || len(own) > len(plain.Replace(want.path))) {
				want, rest = one, after
			}
		}
		got, left := s.longest(path)
		require.Same(t, want, got, "%q", path)
		require.Equal(t, rest, plain.Replace(left))
		require.True(t, strings.HasSuffix(path, left))
	}
}

// BenchmarkGrowthRoots finds a file of one of many roots.
func BenchmarkGrowthRoots(b *testing.B) {
	for _, n := range []int{10, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := b.TempDir()
			require.NoError(b, os.WriteFile(filepath.Join(dir, "a.html"), nil, 0o600))
			var roots []string
			for i := range n {
				roots = append(roots, fmt.Sprintf("http://h/%d/=%s", i, dir))
			}
			s, err := New(Options{Roots: roots})
			require.NoError(b, err)
			defer s.Close()
			p, err := s.Place(filepath.Join(dir, "a.html"))
			require.NoError(b, err)
			for b.Loop() {
				_, _, found := p.Find("http://h/7/a.html")
				require.True(b, found)
				require.NotEmpty(b, p.Twin([]byte("https://h/7/a.html")))
			}
		})
	}
}
