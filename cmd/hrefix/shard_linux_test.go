package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sharedSite makes a tree with everything that shards could disturb each other with: many files in
// one directory, directories that several shards make, empty ones, symbolic and hard links, a
// Maildir, files that are copied, and directories with permissions and times of their own.
func sharedSite(t *testing.T) (dir string) {
	dir = filepath.Join(t.TempDir(), "site")
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o640))
	}
	for i := range 60 {
		write(fmt.Sprintf("pages/%d.html", i), fmt.Sprintf("<a href=%d.html>next</a>", i+1))
		write(fmt.Sprintf("deep/%d/%d/%d.html", i%3, i%20, i), "<img src=a.png>")
		write(fmt.Sprintf("box/cur/%d.host,S=83:2,S", i), "Base: <URL:http://h/>\nContent-Type: text/html\n\n<a href=a>"+fmt.Sprint(i))
		write(fmt.Sprintf("files/%d.bin", i), fmt.Sprint("\x00\x01", i))
	}
	write(".git/config", "text")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "box/new"), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "box/tmp"), 0o755))
	for i := range 20 {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, fmt.Sprintf("empty/%d/%d", i%5, i)), 0o755))
		require.NoError(t, os.Symlink(fmt.Sprintf("../pages/%d.html", i), filepath.Join(dir, fmt.Sprintf("deep/link%d", i))))
		require.NoError(t, os.Link(filepath.Join(dir, fmt.Sprintf("pages/%d.html", i)), filepath.Join(dir, fmt.Sprintf("pages/hard%d.html", i))))
	}
	past, n := time.Date(2001, 2, 3, 4, 5, 6, 7000, time.UTC), 0
	modes := []fs.FileMode{0o755, 0o700, 0o750, fs.ModeSetgid | 0o775, fs.ModeSticky | 0o777}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			n++
			defer func() {
				require.NoError(t, os.Chmod(name, modes[n%len(modes)]))
				require.NoError(t, os.Chtimes(name, past, past.Add(time.Duration(n)*time.Hour)))
			}()
		}
		return err
	}))
	return dir
}

// treeState returns a line for each file of a tree: what it is, its permissions, its time and its
// content.
func treeState(t *testing.T, dir string) map[string]string {
	state := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := d.Info()
		require.NoError(t, err)
		rel, err := filepath.Rel(dir, name)
		require.NoError(t, err)
		line := fmt.Sprint(info.Mode(), " ", info.ModTime().UTC())
		switch {
		case info.Mode().IsRegular():
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			line += " " + string(text)
		case d.Type() == fs.ModeSymlink:
			text, err := os.Readlink(name)
			require.NoError(t, err)
			line += " " + text
		}
		state[rel] = line
		return nil
	}))
	return state
}

// requireSameTree requires that two trees have the same files.
func requireSameTree(t *testing.T, want, got string) {
	t.Helper()
	is, differ := treeState(t, got), 0
	for name, line := range treeState(t, want) {
		if is[name] != line {
			if differ++; differ < 10 {
				t.Errorf("%s is %q, not %q", name, is[name], line)
			}
		}
		delete(is, name)
	}
	require.Empty(t, is, "too many files")
	require.Zero(t, differ)
}

// shardOf returns the command of a shard that writes a new tree.
func shardOf(number, of int, site, out string, more ...string) *exec.Cmd {
	args := append([]string{"abs", "-b", "http://a.example/", "--same-base", "--shard", fmt.Sprintf("%d/%d", number, of), "-o", out}, more...)
	return exec.Command("hrefix", append(args, site)...)
}

// TestShardsTogether runs eight shards at once. They write the same tree as one run, except hard
// links between them.
func TestShardsTogether(t *testing.T) {
	t.Parallel()
	const of = 8
	site := sharedSite(t)
	plain := filepath.Join(t.TempDir(), "plain")
	out, err := exec.Command("hrefix", "abs", "-b", "http://a.example/", "--same-base", "-o", plain, site).CombinedOutput()
	require.NoError(t, err, "%s", out)
	shared := filepath.Join(t.TempDir(), "new", "shared")
	var runs [of]*exec.Cmd
	var texts [of]bytes.Buffer
	for i := range runs {
		runs[i] = shardOf(i+1, of, site, shared)
		runs[i].Stdout, runs[i].Stderr = &texts[i], &texts[i]
		require.NoError(t, runs[i].Start())
	}
	for i := range runs {
		require.NoError(t, runs[i].Wait(), "shard %d: %s", i+1, &texts[i])
	}
	requireSameTree(t, plain, shared)
}

// TestShardsKilled kills shards at random moments, and runs these again. In the end the tree is that of
// one run, without temporary files and with the attributes of all directories.
func TestShardsKilled(t *testing.T) {
	rounds, all := crashes(t), 0
	t.Parallel()
	const of = 4
	site := sharedSite(t)
	plain := filepath.Join(t.TempDir(), "plain")
	start := time.Now()
	out, err := exec.Command("hrefix", "abs", "-b", "http://a.example/", "--same-base", "-o", plain, site).CombinedOutput()
	require.NoError(t, err, "%s", out)
	took := time.Since(start)
	for range rounds {
		shared := filepath.Join(t.TempDir(), "shared")
		var killed []int
		for _, i := range rand.Perm(of) {
			run := shardOf(i+1, of, site, shared)
			require.NoError(t, run.Start())
			time.Sleep(rand.N(took / 2))
			_ = run.Process.Signal(syscall.SIGKILL)
			if run.Wait() != nil {
				killed = append(killed, i)
			}
		}
		t.Logf("%d of %d shards killed", len(killed), of)
		all += len(killed)
		for _, i := range killed {
			out, err := shardOf(i+1, of, site, shared, "--update").CombinedOutput()
			require.NoError(t, err, "shard %d: %s", i+1, out)
		}
		requireSameTree(t, plain, shared)
	}
	if rounds >= 10 {
		require.NotZero(t, all, "no shard was killed")
	}
}
