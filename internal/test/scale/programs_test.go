//go:build linux

package scale_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// page is the page with the recipes.
const page = "../../../docs/scale.md"

// recipe returns the block of the page with that name, which follows its language.
func recipe(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	m := regexp.MustCompile("(?ms)^```sh " + name + "\n(.*?)^```$").FindSubmatch(text)
	require.NotNil(t, m, "docs/scale.md has no block %q", name)
	return string(m[1])
}

// TestXargs runs the recipe for xargs.
func TestXargs(t *testing.T) {
	w := need(t, "xargs")
	w.fresh(t)
	w.shell(t, recipe(t, "xargs"))
	w.same(t)
	w.verify(t)
}

// TestXargsNames checks that the recipe for xargs replaces nothing in the names of directories.
func TestXargsNames(t *testing.T) {
	script := strings.NewReplacer(" hrefix ", " echo ", "-o absolute crawl", "-o IA-2024 Maildir/INBOX").Replace(recipe(t, "xargs"))
	out, err := exec.Command("bash", "-c", script).CombinedOutput()
	require.NoError(t, err, "%s", out)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, 8)
	for _, line := range lines {
		require.Regexp(t, `--shard ([1-8])/8 --manifest manifest-[1-8]\.jsonl -o IA-2024 Maildir/INBOX$`, line)
	}
}

// TestXargsKilled kills one process of the recipe for xargs. xargs ends with an error; the recipe
// does the rest when it is repeated.
func TestXargsKilled(t *testing.T) {
	w := need(t, "xargs")
	w.fresh(t)
	cmd := w.script(recipe(t, "xargs"))
	require.NoError(t, cmd.Start())
	w.kill(t, "--shard 3/8")
	require.Error(t, cmd.Wait())
	w.shell(t, recipe(t, "xargs"))
	w.same(t)
	w.verify(t)
}

// TestParallel runs the recipe for GNU parallel, which repeats a process that is killed.
func TestParallel(t *testing.T) {
	w := need(t, "parallel")
	w.fresh(t)
	cmd := w.script(recipe(t, "parallel"))
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	require.NoError(t, cmd.Start())
	w.kill(t, "--shard 3/8")
	require.NoError(t, cmd.Wait(), "%s", last(log.Bytes()))
	w.same(t)
	w.verify(t)
}

// process waits for a run of the command with some arguments, until it has recorded a file in its
// manifest, and returns its process.
func (w *work) process(t *testing.T, arguments string) int {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < 5*time.Minute; time.Sleep(time.Millisecond) {
		if pid := w.find(arguments); pid != 0 {
			return pid
		}
	}
	require.FailNow(t, "no such run: "+arguments)
	return 0
}

// find returns the process of a run of the command with some arguments, or 0.
func (w *work) find(arguments string) int {
	names, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, name := range names {
		if exe, err := os.Readlink(name); err != nil || exe != w.program {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
		if strings.Contains(strings.ReplaceAll(string(line), "\x00", " "), " "+arguments+" ") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			return pid
		}
	}
	return 0
}

// kill kills a run of the command with some arguments, after it has recorded a file.
func (w *work) kill(t *testing.T, arguments string) {
	t.Helper()
	pid := w.process(t, arguments)
	n, _, _ := strings.Cut(strings.TrimPrefix(arguments, "--shard "), "/")
	manifest := filepath.Join(w.dir, "manifest-"+n+".jsonl")
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(time.Millisecond) {
		if lines, _ := os.ReadFile(manifest); bytes.Count(lines, []byte("\n")) > 2 {
			break
		}
	}
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL), "the run had ended before it was killed")
}

// verify checks the results with the manifests of all shards, as the guide does.
func (w *work) verify(t *testing.T) {
	t.Helper()
	w.shell(t, recipe(t, "verify"))
}
