//go:build linux

package scale_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/scale"
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

// TestSpeedup prints how long one shard takes, and two at once.
func TestSpeedup(t *testing.T) {
	w := need(t)
	fmt.Print("\n| shards at once | seconds | processor seconds |\n|---:|---:|---:|\n")
	for _, n := range []int{1, 2} {
		for _, by := range []string{"hash", "size"} {
			w.fresh(t)
			begun, used := time.Now(), time.Duration(0)
			var running []*exec.Cmd
			for i := range n {
				running = append(running, w.command("--shard", fmt.Sprintf("%d/%d", i+1, n), "--shard-by", by, "--manifest", fmt.Sprintf("manifest-%d.jsonl", i+1), "-o", "absolute", "crawl"))
				require.NoError(t, running[i].Start())
			}
			for _, cmd := range running {
				require.NoError(t, cmd.Wait())
				used += processor(cmd)
			}
			fmt.Printf("| %d, by %s | %.1f | %.1f |\n", n, by, time.Since(begun).Seconds(), used.Seconds())
			w.same(t)
		}
	}
}

// TestSimulation measures each file, and what the model needs, and prints what the model predicts
// for more shards than this machine has processors.
func TestSimulation(t *testing.T) {
	w := need(t)
	w.fresh(t)
	var files []time.Duration
	empty := filepath.Join(w.dir, "log-empty.html")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	start := w.least(t, 20, "-o", "log-empty-out", empty)
	for _, name := range tree(t, filepath.Join(w.dir, "crawl")) {
		took := w.least(t, 1, "-o", "log-out", filepath.Join("crawl", name)) - start
		files = append(files, max(took, 0))
	}
	m := scale.Model{Start: start, Listed: w.listed(t), Recorded: w.recorded(t)}
	fmt.Printf("\nStart: %v. A file of the list: %v. A file in the manifest: %v.\n", m.Start, m.Listed, m.Recorded)
	fmt.Print("\n| files | shards | by hash: slowest, s | speedup | by size: slowest, s | speedup |\n|---:|---:|---:|---:|---:|---:|\n")
	for _, n := range []int{len(files), 10_000, 100_000} {
		if m.Files = files; n > len(files) {
			m.Files = scale.Drawn(files, n, 24)
		}
		for _, shards := range []int{1, 2, 16, 1000} {
			if shards > n {
				continue
			}
			hash, size := m.ByHash(shards), m.BySize(shards)
			fmt.Printf("| %d | %d | %.1f | %.1f | %.1f | %.1f |\n", n, shards, hash.Slowest.Seconds(), hash.Speedup, size.Slowest.Seconds(), size.Speedup)
		}
	}
}

// least returns the least processor time of some runs of the command.
func (w *work) least(t *testing.T, runs int, more ...string) time.Duration {
	t.Helper()
	least := time.Hour
	for range runs {
		for _, name := range []string{"log-out", "log-empty-out"} {
			require.NoError(t, os.RemoveAll(filepath.Join(w.dir, name)))
		}
		cmd := w.command(more...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", last(out))
		least = min(least, processor(cmd))
	}
	return least
}

// listed returns the processor time for a file of a list that is in another shard.
func (w *work) listed(t *testing.T) time.Duration {
	const n = 100_000
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "segment/crawl-%05d.warc.gz\n", i)
	}
	names := filepath.Join(w.dir, "log-names")
	require.NoError(t, os.WriteFile(names, []byte(list.String()), 0o600))
	// One of so many shards has no file, most probably: then nothing is opened.
	return w.least(t, 3, "--shard", "1/1000000007", "-o", "log-out", "--files-from", names) / n
}

// recorded returns the processor time that a manifest takes for a file.
func (w *work) recorded(t *testing.T) time.Duration {
	const n = 2000
	dir := filepath.Join(w.dir, "log-pages")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	for i := range n {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.html", i)), []byte("<a href=x>"), 0o600))
	}
	defer os.RemoveAll(dir)
	without := w.least(t, 3, "--ext", "html", "-o", "log-out", dir)
	with := time.Hour
	for range 3 {
		require.NoError(t, os.RemoveAll(filepath.Join(w.dir, "manifest.jsonl")))
		with = min(with, w.least(t, 1, "--ext", "html", "--manifest", "manifest.jsonl", "-o", "log-out", dir))
	}
	return max(with-without, 0) / n
}
