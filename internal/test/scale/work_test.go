//go:build linux

package scale_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/scale"
)

// enabled is the environment variable that enables the tests of large sets: 1, or the sizes of the
// web archives and of the mailboxes in MB, such as "1000 500".
const enabled = "HREFIX_SCALE"

// A work is a set of files, and what one run of the command makes of them.
type work struct {
	dir     string // has crawl and plain; the command runs there
	program string // the command
}

// fileCount is the number of files of the set.
const fileCount = 100

// args are the arguments of each run. The tests add shards and manifests.
var args = []string{"abs", "--no-progress", "-j", "1", "--ext", "warc,mbox", "-b", "http://base.example/dir/", "--same-base"}

var (
	shared  *work
	making  sync.Once
	scratch string // where the set is, for all tests
)

func TestMain(m *testing.M) {
	code := m.Run()
	if scratch != "" {
		_ = os.RemoveAll(scratch)
	}
	os.Exit(code)
}

// need returns the work that all tests share, and skips the test if it is not enabled. A program
// that is missing is a failure.
func need(t *testing.T, programs ...string) *work {
	t.Helper()
	if os.Getenv(enabled) == "" {
		t.Skip(enabled + " is not set: this test takes minutes, and gigabytes of disk")
	}
	for _, name := range append(programs, "cmp") {
		_, err := exec.LookPath(name)
		require.NoError(t, err, "install the program: .ci/peers names its package")
	}
	making.Do(func() { shared = newWork(t) })
	require.NotNil(t, shared, "the set could not be made")
	return shared
}

// newWork makes the set, and runs the command on all of it.
func newWork(t *testing.T) *work {
	web, mail := sizes(t)
	var err error
	scratch, err = os.MkdirTemp("/var/tmp", "hrefix-scale-") // a disk: the set is large
	require.NoError(t, err)
	w := &work{dir: scratch, program: filepath.Join(scratch, "bin", "hrefix")}
	built, err := exec.Command("go", "build", "-o", w.program, "../../../cmd/hrefix").CombinedOutput()
	require.NoError(t, err, "%s", built)
	_, err = scale.WARC(filepath.Join(w.dir, "crawl", "web"), scale.Set{Seed: 24, Bytes: web, Files: fileCount * 6 / 10})
	require.NoError(t, err)
	_, err = scale.Mailboxes(filepath.Join(w.dir, "crawl", "mail"), scale.Set{Seed: 24, Bytes: mail, Files: fileCount * 4 / 10})
	require.NoError(t, err)
	start := time.Now()
	cmd := w.command("-o", "plain", "crawl")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Logf("%d MB of web archives, %d MB of mailboxes: one run takes %.1f s, %.1f s of a processor",
		web>>20, mail>>20, time.Since(start).Seconds(), processor(cmd).Seconds())
	return w
}

// sizes returns the sizes of the web archives and of the mailboxes.
func sizes(t *testing.T) (web, mail int64) {
	value := os.Getenv(enabled)
	if value == "1" {
		value = "1000 500"
	}
	_, err := fmt.Sscan(value, &web, &mail)
	require.NoError(t, err, "%s=%s: give 1, or two sizes in MB", enabled, value)
	return web << 20, mail << 20
}

// command returns a run of the command with some more arguments.
func (w *work) command(more ...string) *exec.Cmd {
	cmd := exec.Command(w.program, append(slices.Clone(args), more...)...)
	cmd.Dir = w.dir
	return cmd
}

// last returns the last lines of what a program printed.
func last(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}

// shell runs a script in the directory of the work, where hrefix is the command, and returns what
// it prints.
func (w *work) shell(t *testing.T, script string, env ...string) string {
	t.Helper()
	cmd := w.script(script, env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", script, last(out))
	return string(out)
}

func (w *work) script(script string, env ...string) *exec.Cmd {
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", script)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(w.program)+":"+os.Getenv("PATH"))
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// fresh removes the results and manifests of another test.
func (w *work) fresh(t *testing.T) {
	t.Helper()
	require.NoError(t, os.RemoveAll(filepath.Join(w.dir, "absolute")))
	for _, pattern := range []string{"manifest*", "log*", "*.sh"} {
		names, err := filepath.Glob(filepath.Join(w.dir, pattern))
		require.NoError(t, err)
		for _, name := range names {
			require.NoError(t, os.RemoveAll(name))
		}
	}
}

// same checks that the directory has the files of the plain run, each the same by cmp, and no
// others.
func (w *work) same(t *testing.T) {
	t.Helper()
	want, got := tree(t, filepath.Join(w.dir, "plain")), tree(t, filepath.Join(w.dir, "absolute"))
	require.Equal(t, want, got)
	for _, name := range want {
		out, err := exec.Command("cmp", filepath.Join(w.dir, "plain", name), filepath.Join(w.dir, "absolute", name)).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}

// tree returns the paths of the files in a directory, hidden ones too.
func tree(t *testing.T, dir string) (names []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			path, err = filepath.Rel(dir, path)
			names = append(names, path)
		}
		return err
	}))
	return names
}
