//go:build unix

package savers

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/chromium"
)

// installSingleFile installs SingleFile with npm, and returns its command.
func installSingleFile(t testing.TB) string {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/singlefile")))
	cmd := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return filepath.Join(dir, "node_modules", ".bin", "single-file")
}

// singleFile saves pages with SingleFile, each in a file that is named after its title, and
// returns the directory.
func (p *server) singleFile(t testing.TB, urls []string) string {
	command := installSingleFile(t)
	dir := abs(t, t.TempDir())
	list := filepath.Join(t.TempDir(), "urls.txt")
	require.NoError(t, os.WriteFile(list, []byte(strings.Join(urls, "\n")+"\n"), 0o600))
	browser, err := json.Marshal([]string{"--no-sandbox", "--proxy-server=" + p.URL, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-background-networking"})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, "--urls-file="+list, "--output-directory="+dir, "--max-parallel-workers=2",
		"--browser-executable-path="+chromium.Executable(t), "--browser-args="+string(browser),
		"--browser-wait-until=load", "--browser-wait-until-delay=0", "--load-deferred-images=false",
		"--filename-template={page-title}.html", "--remove-hidden-elements=false", "--remove-unused-styles=false")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return dir
}
