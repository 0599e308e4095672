//go:build linux

package scale_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCost prints the processor time for a gigabyte of each kind of file, as a table for
// docs/scale.md. The files are in the cache of the system.
func TestCost(t *testing.T) {
	w := need(t)
	fmt.Print("\n| what | processor seconds for a GB |\n|---|---:|\n")
	for _, c := range []struct{ name, dir, command string }{
		{"`links --format tsv`, web archives", "web", "hrefix links --no-progress -j 1 --format tsv --ext warc crawl/web > log"},
		{"`links --targets`, web archives", "web", "hrefix links --no-progress -j 1 --targets --ext warc crawl/web > log"},
		{"`abs`, web archives, with records `conversion`", "web", "hrefix abs --no-progress -j 1 --ext warc -o absolute crawl/web"},
		{"`abs --replace`, web archives", "web", "hrefix abs --no-progress -j 1 --replace --ext warc -o absolute crawl/web"},
		{"`links --json`, mailboxes", "mail", "hrefix links --no-progress -j 1 --json crawl/mail > log"},
		{"`abs`, mailboxes", "mail", "hrefix abs --no-progress -j 1 -o absolute crawl/mail"},
	} {
		w.fresh(t)
		used := w.measure(t, c.command+" 2>> log-errors")
		fmt.Printf("| %s | %.1f |\n", c.name, used.Seconds()/float64(w.bytes(t, c.dir))*1e9)
	}
}

// measure runs a script, and returns its processor time.
func (w *work) measure(t *testing.T, script string) time.Duration {
	t.Helper()
	cmd := w.script(script)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s: %s", script, last(out))
	return processor(cmd)
}

// processor returns the processor time of a process that has ended, and of its children.
func processor(cmd *exec.Cmd) time.Duration {
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// bytes returns the size of the files of a kind.
func (w *work) bytes(t *testing.T, kind string) (n int64) {
	dir := filepath.Join(w.dir, "crawl", kind)
	for _, name := range tree(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		n += info.Size()
	}
	return n
}
