//go:build unix

package savers

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// mhtml saves pages with Chromium, each in an MHTML file, and returns the directory.
func mhtml(t testing.TB, d *chromium.DevTools, urls []string) string {
	dir := abs(t, t.TempDir())
	v := open(t, d)
	for i, at := range urls {
		_, err := v.show(at)
		require.NoError(t, err, at)
		var snapshot struct{ Data string }
		require.NoError(t, v.Call("Page.captureSnapshot", map[string]any{"format": "mhtml"}, &snapshot))
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("saved %d.mhtml", i+1)), []byte(snapshot.Data), 0o600))
	}
	return dir
}
