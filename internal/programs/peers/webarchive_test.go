//go:build unix

package peers

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPeerWebArchive checks that Python's plistlib reads rewritten web archives, at sizes at which
// the offsets in them get longer: the documents have absolute links, and everything else is equal.
func TestPeerWebArchive(t *testing.T) {
	need(t, "python3")
	dir := t.TempDir()
	before, after := filepath.Join(dir, "a.webarchive"), filepath.Join(dir, "b.webarchive")
	for _, size := range []int{0, 100, 5_000, 20_000, 5_000_000} {
		python(t, "webarchive.py", "write", before, fmt.Sprint(size))
		run(t, "", hrefix(t), "abs", "--force", "-o", after, before)
		links := 1 + size/26
		page := func(where string) string {
			return fmt.Sprintf("%s/WebMainResource/WebResourceData %d %d False\n", where, len("<title>1</title>")+links*(26+len("http://h.example/dir/")), links)
		}
		want := page("") + "/WebSubresources/300/WebResourceData 49 1 False\n" + page("/WebSubframeArchives/0") + page("/WebSubframeArchives/0/WebSubframeArchives/0")
		require.Equal(t, want, python(t, "webarchive.py", "compare", before, after))
		run(t, "", hrefix(t), "abs", "-w", after)
		again, err := os.ReadFile(after)
		require.NoError(t, err)
		require.True(t, run(t, string(again), hrefix(t), "abs", "-").stdout == string(again), "nothing to change")
	}
}
