//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/manifest"
)

// A resumedRun is one that is killed and repeated with its manifests.
type resumedRun struct {
	name   string
	args   string            // IN and OUT are directories
	shards int               // that run at the same time
	files  map[string]string // of IN
	result string            // the directory that has the results: IN or OUT

	took     time.Duration // by the first run, which is not killed
	recorded int64         // the size in bytes of the manifest of the first shard, after the last run
}

// resumedRuns are runs whose results are wrong if a file is done twice, or not at all.
func resumedRuns(files int) []resumedRun {
	pages, mail, archives := make(map[string]string), make(map[string]string), make(map[string]string)
	for i := range files {
		page := strings.Repeat(fmt.Sprintf("<p><a href=\"http://a/page%d.html\">next</a> <a href=x>x</a>\n", i+1), 1+i%50)
		pages[fmt.Sprintf("%02d/page%d.html", i%20, i)] = page
		pages[fmt.Sprintf("%02d/note%d.txt", i%20, i)] = strings.Repeat("note", i)
		message := "Content-Type: text/html\n\n" + page
		mail[fmt.Sprintf("cur/%d.M1P2.host,S=%d:2,S", i, len(message))] = message
		mail[fmt.Sprintf("new/%d.M1P2.host", 1000+i)] = message
		archives[fmt.Sprintf("%d.mbox", i%7)] += fmt.Sprintf("From a@b Sat Jan  3 01:05:34 1996\n%s\n", message)
	}
	mail["tmp/being-delivered"] = ""
	return []resumedRun{
		{name: "new tree", args: "abs -b http://a/ --same-base -o OUT IN", shards: 1, files: pages, result: "OUT"},
		{name: "new tree, shards", args: "abs -b http://a/ --same-base -o OUT IN", shards: 3, files: pages, result: "OUT"},
		{name: "mailboxes", args: "abs -b http://a/ -o OUT IN", shards: 2, files: archives, result: "OUT"},
		{name: "relative", args: "rel --root http://a/=IN -o OUT IN", shards: 1, files: pages, result: "OUT"},
		{name: "in place", args: "move --from http://a/ --to http://a/b/ -w IN", shards: 1, files: pages, result: "IN"},
		{name: "in place, shards", args: "move --from http://a/ --to http://a/b/ -w --backup IN", shards: 3, files: pages, result: "IN"},
		{name: "same size", args: "move --from http://a/ --to http://b/ -w IN", shards: 1, files: pages, result: "IN"},
		{name: "Maildir", args: "abs -b http://a/ --same-base -w --rename IN", shards: 1, files: mail, result: "IN"},
		{name: "new Maildir", args: "abs -b http://a/ -o OUT IN", shards: 2, files: mail, result: "OUT"},
	}
}

// TestCrashManifest kills runs at random moments, and repeats them with their manifests. The results
// are those of a run that was not killed, and the last run needs no --force.
func TestCrashManifest(t *testing.T) {
	total, files := crashes(t), 30
	if total > 2 {
		files = 150
	}
	for _, r := range resumedRuns(files) {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			want := r.in(t, func(run func(kill bool) []string) {
				began := time.Now()
				run(false)
				r.took = time.Since(began)
			})
			within := 0
			for n := total; n > 0; {
				kills := min(n, 1+rand.N(4))
				got := r.in(t, func(run func(kill bool) []string) {
					for range kills {
						run(true)
					}
					if slices.ContainsFunc(run(false), foundSomeDone) {
						within++
					}
				})
				requireSame(t, want, got)
				n -= kills
			}
			t.Logf("killed %d times; %d last runs found some files done, and some not", total, within)
			if total >= 50 {
				require.NotZero(t, within, "no run was killed amid its files")
			}
		})
	}
}

// foundSomeDone reports whether a run, by what it reported, found some files done, and some not.
func foundSomeDone(reported string) bool {
	return strings.Contains(reported, " done by earlier runs") && !strings.Contains(reported, " 0 documents")
}

// requireSame requires the same files.
func requireSame(t *testing.T, want, got map[string]string) {
	t.Helper()
	require.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(got)))
	for name, text := range want {
		require.Equal(t, text, got[name], name)
	}
}

// in calls do with a function that runs all shards in a new directory, and returns the results. That
// function returns what each shard reported. With kill, it kills each shard.
func (r *resumedRun) in(t *testing.T, do func(run func(kill bool) []string)) map[string]string {
	dir := t.TempDir()
	for name, text := range r.files {
		name = filepath.Join(dir, "IN", name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	do(func(kill bool) []string {
		var all sync.WaitGroup
		reported := make([]string, r.shards)
		for n := range r.shards {
			all.Go(func() {
				var err error
				if reported[n], err = r.run(dir, n+1, kill); !kill && err != nil {
					t.Errorf("%v: %s", err, reported[n])
				}
			})
		}
		all.Wait()
		return reported
	})
	for n := range r.shards {
		checkManifest(t, dir, r.result, manifestName(n+1))
	}
	r.recorded = recordedIn(filepath.Join(dir, manifestName(1)))
	return filesIn(t, filepath.Join(dir, r.result))
}

// manifestName returns the name of the manifest of a shard.
func manifestName(shard int) string { return fmt.Sprintf("m%d.jsonl", shard) }

// run runs a shard, and may kill it.
func (r *resumedRun) run(dir string, shard int, kill bool) (string, error) {
	name := manifestName(shard)
	args := append(strings.Fields(r.args), "--manifest", name)
	if r.shards > 1 {
		args = append(args, "--shard", fmt.Sprintf("%d/%d", shard, r.shards))
	}
	cmd := exec.Command("hrefix", args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if !kill {
		err := cmd.Run()
		return out.String(), err
	}
	name = filepath.Join(dir, name)
	before := recordedIn(name)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	r.await(name, before, ended)
	_ = cmd.Process.Kill() // it may have ended
	<-ended
	return "", nil
}

// await waits until a run shall be killed. That is at a random moment, or when the run has recorded a
// random number of its files: on a busy machine few random moments are amid the files.
func (r *resumedRun) await(manifest string, before int64, ended <-chan struct{}) {
	if rand.N(2) == 0 {
		select {
		case <-time.After(rand.N(r.took + r.took/4)):
		case <-ended:
		}
		return
	}
	enough := before + 1 + rand.N(max(1, r.recorded/3))
	for recordedIn(manifest) < enough {
		select {
		case <-time.After(100 * time.Microsecond):
		case <-ended:
			return
		}
	}
}

// recordedIn returns the number of bytes in a manifest, or 0 without one.
func recordedIn(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}

// filesIn returns the files of a directory. Permissions and times are parts of their texts.
func filesIn(t *testing.T, dir string) map[string]string {
	files := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files[rel] = info.Mode().String()
		if !d.IsDir() {
			text, err := os.ReadFile(name)
			files[rel] += string(text)
			return err
		}
		return nil
	}))
	return files
}

// checkManifest checks that a manifest has each result as it is, and that the last run came to its end.
func checkManifest(t *testing.T, dir, result, name string) {
	f, err := os.Open(filepath.Join(dir, name))
	require.NoError(t, err)
	defer f.Close()
	last := make(map[string]*manifest.Record)
	ended := false
	size, err := manifest.Read(f, func(l *manifest.Line) error {
		if ended = l.End != nil; l.Record != nil {
			last[l.Record.Name.String()] = l.Record
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, recordedIn(filepath.Join(dir, name)), size, "no part of a line")
	require.True(t, ended)
	require.NotEmpty(t, last)
	for path, r := range last {
		require.NotContains(t, []manifest.Outcome{manifest.Begun, manifest.Failed}, r.Outcome, path)
		out := &manifest.File{Name: r.Name, State: r.State}
		if r.Output != nil {
			out = r.Output
		}
		text, err := os.ReadFile(filepath.Join(dir, result, out.Name.String()))
		require.NoError(t, err)
		if r.Outcome != manifest.Passed {
			require.Equal(t, manifest.DigestOf(text), out.Digest, path)
		}
	}
}

// TestManifestFull checks what becomes of a run whose manifest cannot be written. Results in a new
// tree are written nevertheless, and files in place stay. When there is room, a rerun does the rest.
func TestManifestFull(t *testing.T) {
	for way, where := range map[string]string{"-o out": "out", "-w": "in"} {
		dir, full := t.TempDir(), mounted(t, "size=8k,nr_inodes=9")
		for i := range 100 {
			page := strings.Repeat(fmt.Sprintf("<p><a href=\"http://a/page%d.html\">next</a>", i), 20)
			require.NoError(t, os.MkdirAll(filepath.Join(dir, "in"), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "in", fmt.Sprintf("%d.html", i)), []byte(page), 0o644))
		}
		run := func() (string, error) {
			args := append([]string{"move", "--from", "http://a/", "--to", "http://a/b/", "--manifest", filepath.Join(full, "m.jsonl")}, strings.Fields(way)...)
			cmd := exec.Command("hrefix", append(args, "in")...)
			cmd.Dir = dir
			reported, err := cmd.CombinedOutput()
			return string(reported), err
		}
		reported, err := run()
		require.ErrorContains(t, err, "exit status 2")
		moved := func() (n int) {
			for _, text := range filesIn(t, filepath.Join(dir, where)) {
				require.NotContains(t, text, "/b/b/")
				n += min(1, strings.Count(text, "http://a/b/"))
			}
			return n
		}
		if way == "-w" {
			require.Contains(t, reported, "not written: the manifest cannot be written: no space left on device: make room, then try again")
			require.Less(t, moved(), 100)
		} else {
			require.Contains(t, reported, "m.jsonl: the manifest could not be written: no space left on device: make room, then try again: a rerun does again what the manifest lacks")
			require.Equal(t, 100, moved())
		}
		text, err := os.ReadFile(filepath.Join(full, "m.jsonl"))
		require.NoError(t, err)
		require.NotContains(t, string(text), `{"end":true`)
		require.NoError(t, syscall.Mount("", full, "", syscall.MS_REMOUNT, "size=1m,nr_inodes=9"))
		reported, err = run()
		require.NoError(t, err, reported)
		require.Equal(t, 100, moved())
		require.Contains(t, reported, "done by earlier runs")
	}
}
