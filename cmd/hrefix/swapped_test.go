//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSwapped checks that no file outside of the tree is changed or created if another program
// replaces directories and files by symbolic links while files are written.
func TestSwapped(t *testing.T) {
	const text = "<a href=x>"
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside")
	for _, name := range []string{"outside/1.html", "in/d/1.html", "in/e/1.html", "out/d/.keep"} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	in := filepath.Join(dir, "in")

	done, swapped := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-done:
				swapped <- n
				return
			default:
			}
			for link, target := range map[string]string{"in/d": outside, "in/e/1.html": outside + "/1.html", "out/d": outside} {
				name := filepath.Join(dir, link)
				// Errors are those of what the runs do meanwhile.
				if os.Rename(name, name+"~") == nil && os.Symlink(target, name) == nil {
					n++
				}
				os.Remove(name)
				os.Rename(name+"~", name)
			}
		}
	}()
	for range 50 {
		for _, to := range [][]string{{"-w"}, {"-o", filepath.Join(dir, "out")}} {
			var stdout, stderr bytes.Buffer
			args := append([]string{"abs", "-b", "http://a/", "--same-base"}, append(to, in)...)
			run(args, strings.NewReader(""), &stdout, &stderr) // it may fail
		}
	}
	close(done)
	require.Greater(t, <-swapped, 30)
	entries, err := os.ReadDir(outside)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	got, err := os.ReadFile(filepath.Join(outside, "1.html"))
	require.NoError(t, err)
	require.Equal(t, text, string(got))
}
