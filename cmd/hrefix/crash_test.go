//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
)

// crashes returns how often a test kills processes at random: HREFIX_CRASHES. It skips the test without it.
func crashes(t *testing.T) int {
	t.Helper()
	s := os.Getenv("HREFIX_CRASHES")
	if s == "" {
		t.Skip("HREFIX_CRASHES is not set: this test kills processes at random, that often")
	}
	n, err := strconv.Atoi(s)
	require.NoError(t, err)
	return n
}

// A site is a folder of pages, and what they are before and after.
type site struct {
	dir        string
	names      []string
	old, fresh map[string][]byte
}

func newSite(t *testing.T, n int) *site {
	s := &site{dir: t.TempDir(), old: make(map[string][]byte), fresh: make(map[string][]byte)}
	for i := range n {
		name := filepath.Join(s.dir, fmt.Sprintf("%02d", i%20), fmt.Sprintf("page%d.html", i))
		page := strings.Repeat(fmt.Sprintf("<p><a href=\"page%d.html\">next</a>\n", i+1), 1+i%50)
		s.names = append(s.names, name)
		s.old[name] = []byte(page)
		s.fresh[name] = []byte(strings.ReplaceAll(page, `"page`, `"http://a.example/page`))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, s.old[name], 0o600))
	}
	return s
}

// command returns the one that rewrites the site in place.
func (s *site) command() *exec.Cmd {
	return exec.Command("hrefix", "abs", "-w", "-b", "http://a.example/", "--same-base", s.dir)
}

// rewritten returns how many pages are new. All others must be old.
func (s *site) rewritten(t *testing.T) (n int) {
	for _, name := range s.names {
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		if bytes.Equal(got, s.fresh[name]) {
			n++
		} else if !bytes.Equal(got, s.old[name]) {
			require.Failf(t, "neither old nor new", "%s: %q", name, got)
		}
	}
	return n
}

// TestCrash kills the command while it rewrites a site in place. Each page is whole, old or
// new, and the next run removes all temporary files.
func TestCrash(t *testing.T) {
	n := crashes(t)
	s := newSite(t, 1000)
	start := time.Now()
	require.NoError(t, s.command().Run())
	whole := time.Since(start)
	require.Equal(t, len(s.names), s.rewritten(t))
	within, left := 0, 0
	for range n {
		for _, name := range s.names {
			require.NoError(t, os.WriteFile(name, s.old[name], 0o600))
		}
		kill(t, s.command(), whole)
		if n := s.rewritten(t); 0 < n && n < len(s.names) {
			within++
		}
		left += len(hidden(t, s.dir))
	}
	t.Logf("%d runs killed, %d of them amid the pages; %d files left behind", n, within, left)
	reported, err := s.command().CombinedOutput()
	require.NoError(t, err)
	require.NotContains(t, string(reported), atomicfile.Prefix)
	require.Equal(t, len(s.names), s.rewritten(t))
	require.Empty(t, hidden(t, s.dir))
}

// TestCrashNewTree kills the command while it makes a new tree. Its files are whole, and the
// next run removes all temporary files there.
func TestCrashNewTree(t *testing.T) {
	n := crashes(t)
	s := newSite(t, 200)
	out := filepath.Join(t.TempDir(), "out")
	command := func() *exec.Cmd {
		return exec.Command("hrefix", "abs", "-o", out, "-b", "http://a.example/", "--same-base", s.dir)
	}
	start := time.Now()
	require.NoError(t, command().Run())
	whole := time.Since(start)
	left := 0
	for range n {
		require.NoError(t, os.RemoveAll(out))
		kill(t, command(), whole)
		left += len(hidden(t, out))
		for _, name := range s.names {
			rel, err := filepath.Rel(s.dir, name)
			require.NoError(t, err)
			if got, err := os.ReadFile(filepath.Join(out, rel)); !errors.Is(err, fs.ErrNotExist) {
				require.NoError(t, err)
				require.Equal(t, s.fresh[name], got)
			}
		}
		_ = command().Run() // it does not write what is there
		require.Empty(t, hidden(t, out))
	}
	t.Logf("%d runs killed; %d files left behind", n, left)
}

// kill runs a command, and kills it at a random moment.
func kill(t *testing.T, cmd *exec.Cmd, within time.Duration) {
	require.NoError(t, cmd.Start())
	time.Sleep(rand.N(within))
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()
}

// hidden returns the files of a site that are no pages.
func hidden(t *testing.T, dir string) []string {
	all, err := filepath.Glob(filepath.Join(dir, "*", ".*"))
	require.NoError(t, err)
	return all
}

// mounted returns a directory with a file system of its own in memory, if there can be one.
func mounted(t *testing.T, options string) string { return mountedAs(t, "tmpfs", options) }

// mountedAs returns one of that kind of file system.
func mountedAs(t *testing.T, kind, options string) string {
	if os.Getuid() != 0 {
		t.Skip("only root can mount a file system")
	}
	dir := t.TempDir()
	if err := syscall.Mount("hrefix", dir, kind, 0, options); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, 0)) })
	return dir
}

// TestOrphanStays checks that a temporary file that cannot be removed is reported.
func TestOrphanStays(t *testing.T) {
	dir := mounted(t, "")
	left := orphan(t, dir, 7)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "page.html"), []byte("text"), 0o600))
	require.NoError(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run([]string{"abs", "-w", dir}, strings.NewReader(""), &stdout, &stderr))
	require.Contains(t, stderr.String(), "hrefix: "+left+": passed over: a temporary file of hrefix: remove it unless another run is writing\n")
	require.FileExists(t, left)
}

// TestReadOnly checks that a file that would change and cannot be written is reported.
func TestReadOnly(t *testing.T) {
	dir := mounted(t, "")
	name, other := filepath.Join(dir, "1.html"), filepath.Join(dir, "2.html")
	require.NoError(t, os.WriteFile(name, []byte("<a href=x>"), 0o600))
	require.NoError(t, os.WriteFile(other, []byte("<a href=http://a/>"), 0o600))
	require.NoError(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitFailed, run([]string{"abs", "-w", "-b", "http://a/", "--same-base", name, other}, strings.NewReader(""), &stdout, &stderr))
	const why = ": read-only file system: give -o DIR elsewhere, or make it writable\n"
	failed := "hrefix: " + name + ": writing: cannot create a file in " + dir + "/" + why
	require.Equal(t, failed+"hrefix: 1 document, 0 changed, 1 file failed, 1 reference: 0 made absolute, 1 absolute already, 0.0 s\n", untimed(stderr.String()))
	for _, backup := range []string{"--backup", "--backup=" + filepath.Join(t.TempDir(), "old") + "/"} { // -n tells it, too
		stderr.Reset()
		require.Equal(t, exitFailed, run([]string{"abs", "-n", "-w", backup, "-b", "http://a/", "--same-base", name, other}, strings.NewReader(""), &stdout, &stderr))
		require.Equal(t, failed+"hrefix: 1 document, 0 would change, 1 file failed, 1 reference: 0 would become absolute, 1 absolute already, 0.0 s\n", untimed(stderr.String()))
	}
	stderr.Reset()
	require.Equal(t, exitFailed, run([]string{"abs", "-n", "-w", "--backup=" + dir + "/old/new/", "-b", "http://a/", "--same-base", t.TempDir()}, strings.NewReader(""), &stdout, &stderr))
	require.Equal(t, "hrefix: --backup="+dir+"/old/new/"+why, stderr.String())
	stderr.Reset()
	require.Equal(t, exitFailed, run([]string{"abs", "-o", filepath.Join(dir, "new"), name}, strings.NewReader(""), &stdout, &stderr))
	require.Equal(t, "hrefix: "+filepath.Join(dir, "new")+why, stderr.String())
}

// TestDiskFull checks that a file for which there is no room is reported, and stays as it was.
func TestDiskFull(t *testing.T) {
	dir := mounted(t, "size=192k")
	page := []byte(strings.Repeat("<a href=x>x</a>\n", 8<<10))
	name := filepath.Join(dir, "page.html")
	require.NoError(t, os.WriteFile(name, page, 0o600))
	small := filepath.Join(dir, "small.html")
	require.NoError(t, os.WriteFile(small, []byte("<a href=x>"), 0o600))

	var stderr bytes.Buffer
	cmd := exec.Command("hrefix", "abs", "-w", "-j", "1", "-b", "http://a.example/", "--same-base", dir) // side by side, both files may need the room
	cmd.Stderr = &stderr
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	require.Equal(t, exitFailed, exit.ExitCode())
	require.Equal(t, "hrefix: "+name+": writing: no space left on device: make room, then try again\n"+
		"hrefix: 1 document, 1 changed, 1 file failed, 1 reference: 1 made absolute, 0.0 s\n", untimed(stderr.String()))
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, page, got)
	got, err = os.ReadFile(small)
	require.NoError(t, err)
	require.Equal(t, `<a href=http://a.example/x>`, string(got))
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestCrashBundle kills the command while it rewrites archives in place. Each is whole, old or new.
func TestCrashBundle(t *testing.T) {
	kills := crashes(t)
	for _, name := range bundleNames {
		name = filepath.Join(t.TempDir(), name)
		s := newSite(t, 300)
		pages, err := bundledFiles(s.dir)
		require.NoError(t, err)
		old, err := bundleOf(name, pages...)
		require.NoError(t, err)
		restore := func() { require.NoError(t, os.WriteFile(name, old, 0o600)) }
		command := func() *exec.Cmd {
			return exec.Command("hrefix", "abs", "-w", "--root", "http://a.example/="+name, name)
		}
		restore()
		start := time.Now()
		require.NoError(t, command().Run())
		whole := time.Since(start)
		fresh, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NotEqual(t, old, fresh)
		n := 0
		for range kills {
			restore()
			kill(t, command(), whole)
			switch got, err := os.ReadFile(name); {
			case err == nil && bytes.Equal(got, fresh):
				n++
			default:
				require.NoError(t, err)
				require.True(t, bytes.Equal(got, old), "neither old nor new")
			}
		}
		t.Logf("%s: %d runs killed, %d of them after the end", filepath.Base(name), kills, n)
		require.NoError(t, command().Run()) // it removes what the others left
		left, err := os.ReadDir(filepath.Dir(name))
		require.NoError(t, err)
		require.Len(t, left, 1)
	}
}
