//go:build unix

package savers

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
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
//
// SingleFile skips a page that Chromium does not load in time, on a busy machine now and then. It
// prints the error, and exits as if there were none. It is then asked for these pages again.
func (p *server) singleFile(t testing.TB, urls []string) string {
	command := installSingleFile(t)
	dir := abs(t, t.TempDir())
	for range 3 {
		p.runSingleFile(t, command, dir, urls)
		skipped := p.site.notIn(dir, urls)
		if len(skipped) == 0 {
			return dir
		}
		t.Log("SingleFile skipped", skipped)
		urls = skipped
	}
	require.Fail(t, "SingleFile does not save some pages", "%v", urls)
	return dir
}

// notIn returns the URLs of pages that no file in a directory has as its title.
func (s *site) notIn(dir string, urls []string) (all []string) {
	for _, at := range urls {
		name := filepath.Join(dir, fmt.Sprintf("Page %d.html", s.numbers[at]))
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			all = append(all, at)
		}
	}
	return all
}

// runSingleFile saves pages in a directory.
func (p *server) runSingleFile(t testing.TB, command, dir string, urls []string) {
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
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Logf("SingleFile: %v: %s", err, out)
	}
}
