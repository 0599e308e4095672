//go:build unix

package savers

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// httrack saves the site with HTTrack, and returns the directory. The file urls.map there is the map
// that docs/offline.md makes of the cache.
func (p *server) httrack(t testing.TB, flags ...string) string {
	httrack, err := exec.LookPath("httrack")
	require.NoError(t, err, "install httrack")
	dir := abs(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	args := append([]string{home, "--path", dir, "--proxy", strings.TrimPrefix(p.URL, "http://"), "+*saved.example*", "--robots=0", "--quiet",
		"--disable-security-limits", "--max-rate=0", "--connection-per-second=0", "--sockets=8", "--retries=0", "--user-agent", "test"}, flags...)
	out, err := exec.CommandContext(ctx, httrack, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	urls, err := exec.CommandContext(ctx, "awk", "-F\t", `$4 ~ /200|304/ {gsub("%20", " ", $9); print $8 "\t" $9}`,
		filepath.Join(dir, "hts-cache", "new.txt")).Output()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "urls.map"), urls, 0o666))
	return dir
}
