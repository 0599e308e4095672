//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hostileVariable is the environment variable that switches TestHostile on: 1, or a regular
// expression for the names of the documents.
const hostileVariable = "HREFIX_HOSTILE"

// hostileMemory is the address space of a run in KiB. Some 700 MB of that are what the Go
// runtime reserves in a run that does nothing.
const hostileMemory = 2_000_000

// TestHostile checks that a hostile document does no harm to other documents: in 2 GB of
// address space, each verb ends as documented, and its result for each good document is the
// same as without the hostile one. Each hostile document is tried alone, then all together.
func TestHostile(t *testing.T) {
	wanted := os.Getenv(hostileVariable)
	if wanted == "" {
		t.Skip(hostileVariable + " is not set: this test takes long, and gigabytes of disk")
	}
	if wanted == "1" {
		wanted = ""
	}
	names := regexp.MustCompile(wanted)
	h := newHostileTest(t)
	var all []hostileShape
	for _, shape := range hostileShapes() {
		if names.MatchString(shape.name) {
			all = append(all, shape)
			t.Run(shape.name, func(t *testing.T) { h.try(t, shape) })
		}
	}
	require.NotEmpty(t, all)
	t.Run("all together", func(t *testing.T) { h.try(t, all...) })
}

// A hostileTest has what good documents give alone.
type hostileTest struct {
	dir     string // on a disk: files are large
	program string
	want    map[string]map[string]string // by verb and document
}

// hostileVerbs are the command lines that are tried, with what is read of what they print.
// Documents are in the folder set, and new files belong into out.
var hostileVerbs = []struct {
	name    string
	args    []string
	results func(*hostileRun, testing.TB) map[string]string
}{
	{"abs -o", []string{"abs", "-o", "out", "set"}, (*hostileRun).written},
	{"abs -w", []string{"abs", "-w", "set"}, (*hostileRun).inPlace},
	{"links", []string{"links", "set"}, (*hostileRun).lines},
	{"abs -d", []string{"abs", "-d", "set"}, (*hostileRun).diffs},
	{"report", []string{"report", "-o", "report.html", "set"}, (*hostileRun).reported},
	{"rel -o", []string{"rel", "-o", "out", "set"}, (*hostileRun).written},
	{"pin -o", []string{"pin", "-o", "out", "set"}, (*hostileRun).written},
}

// newHostileTest runs all verbs on the good documents alone, without a limit.
func newHostileTest(t *testing.T) *hostileTest {
	h := &hostileTest{want: make(map[string]map[string]string)}
	var err error
	h.dir, err = os.MkdirTemp("/var/tmp", "hrefix-hostile-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(h.dir) })
	h.program = filepath.Join(h.dir, "hrefix")
	build := exec.Command("go", "build", "-o", h.program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as README.md has it: threads of C take address space
	messages, err := build.CombinedOutput()
	require.NoError(t, err, "%s", messages)
	for _, verb := range hostileVerbs {
		r := h.run(t, "ulimit -c 0", nil, verb.args)
		require.Zero(t, r.code, "%s: %s", verb.name, r.stderr)
		h.want[verb.name] = verb.results(r, t)
		require.Len(t, h.want[verb.name], len(goodDocuments()), verb.name)
	}
	return h
}

// A hostileRun is one run of the command.
type hostileRun struct {
	dir    string // where stdout is the file "stdout"
	code   int
	stderr string
}

// run runs the command in a new folder, below a limit, with hostile documents beside the good
// ones. The folder is removed when the test ends.
func (h *hostileTest) run(t testing.TB, limit string, shapes []string, args []string) *hostileRun {
	dir, err := os.MkdirTemp(h.dir, "run-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "set"), 0o700))
	for name, content := range goodDocuments() {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "set", "good-"+name), []byte(content), 0o600))
	}
	for _, shape := range shapes {
		require.NoError(t, os.Link(shape, filepath.Join(dir, "set", filepath.Base(shape))))
	}
	line := append([]string{"-c", limit + `; exec "$@"`, "sh", h.program, args[0], "-j", "2", "--no-progress", "--root", "http://h.example/d/=set"}, args[1:]...)
	out, err := os.Create(filepath.Join(dir, "stdout"))
	require.NoError(t, err)
	defer out.Close()
	var stderr bytes.Buffer
	cmd := exec.Command("bash", line...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, &stderr
	begun := time.Now()
	_ = cmd.Run() // its status is looked at
	r := &hostileRun{dir: dir, code: cmd.ProcessState.ExitCode(), stderr: stderr.String()}
	if len(shapes) > 0 {
		usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		t.Logf("status %d, %.1f s, %d MiB: %s", r.code, time.Since(begun).Seconds(), usage.Maxrss>>10, first(r.stderr, 300))
	}
	return r
}

// first returns the first bytes of a text.
func first(s string, n int) string { return s[:min(len(s), n)] }

// try runs all verbs with hostile documents beside the good ones.
func (h *hostileTest) try(t *testing.T, shapes ...hostileShape) {
	var files []string
	for _, shape := range shapes {
		name := filepath.Join(h.dir, shape.name)
		if _, err := os.Stat(name); err != nil {
			f, err := os.Create(name)
			require.NoError(t, err)
			require.NoError(t, shape.write(f))
			require.NoError(t, f.Close())
		}
		files = append(files, name)
	}
	for _, verb := range hostileVerbs {
		t.Run(verb.name, func(t *testing.T) {
			r := h.run(t, fmt.Sprintf("ulimit -v %d", hostileMemory), files, verb.args)
			require.Contains(t, []int{exitOK, exitFailed}, r.code, first(r.stderr, 2000))
			require.NotRegexp(t, `(?m)^(panic|fatal error|runtime):|^goroutine `, r.stderr)
			got := verb.results(r, t)
			for name, want := range h.want[verb.name] {
				if got[name] != want {
					require.Equal(t, first(want, 500), first(got[name], 500), "%s %s", verb.name, name)
					require.Fail(t, "differs", "%s %s", verb.name, name)
				}
			}
			r.checkHostile(t, verb.name, shapes)
		})
	}
}

// checkHostile checks that each hostile document has a result, or a message that names it.
func (r *hostileRun) checkHostile(t testing.TB, verb string, shapes []hostileShape) {
	if !strings.HasSuffix(verb, "-o") {
		return
	}
	for _, shape := range shapes {
		info, err := os.Stat(filepath.Join(r.dir, "out", shape.name))
		if err != nil || info.Size() == 0 {
			require.Contains(t, r.stderr, shape.name+": ", "no result, and no word of it")
		}
	}
}

// good returns the good document that a name stands for.
func good(name string) (string, bool) {
	name = filepath.Base(name)
	return name, strings.HasPrefix(name, "good-")
}

// files returns the good documents of a folder.
func (r *hostileRun) files(t testing.TB, dir string) map[string]string {
	found := make(map[string]string)
	err := filepath.WalkDir(filepath.Join(r.dir, dir), func(path string, d fs.DirEntry, err error) error {
		if name, ok := good(path); ok && err == nil {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			found[name] = string(data)
		}
		return err
	})
	require.NoError(t, err)
	return found
}

func (r *hostileRun) written(t testing.TB) map[string]string { return r.files(t, "out") }
func (r *hostileRun) inPlace(t testing.TB) map[string]string { return r.files(t, "set") }

// eachLine calls do for each line of a file that was written.
func (r *hostileRun) eachLine(t testing.TB, name string, do func(line string)) {
	f, err := os.Open(filepath.Join(r.dir, name))
	require.NoError(t, err)
	defer f.Close()
	for in := bufio.NewReaderSize(f, 1<<20); ; {
		line, err := in.ReadString('\n')
		do(line)
		if err != nil {
			return
		}
	}
}

// lines returns the lines of links, by document.
func (r *hostileRun) lines(t testing.TB) map[string]string {
	found := make(map[string]string)
	r.eachLine(t, "stdout", func(line string) {
		place, _, _ := strings.Cut(line, ":")
		if name, ok := good(place); ok {
			found[name] += line
		}
	})
	return found
}

// diffs returns the sections of a diff, by document.
func (r *hostileRun) diffs(t testing.TB) map[string]string {
	found, name, ok := make(map[string]string), "", false
	r.eachLine(t, "stdout", func(line string) {
		if path, is := strings.CutPrefix(line, "--- a/"); is {
			name, ok = good(strings.TrimSpace(path))
		}
		if ok {
			found[name] += line
		}
	})
	return found
}

// reported returns the references of a report, by document.
func (r *hostileRun) reported(t testing.TB) map[string]string {
	found, name, ok := make(map[string]string), "", false
	r.eachLine(t, "report.html", func(line string) {
		switch {
		case strings.HasPrefix(line, `["in",`):
			var items []any
			require.NoError(t, json.Unmarshal([]byte(line), &items))
			name, ok = good(items[1].(string))
		case strings.HasPrefix(line, `["ref",`) && ok:
			found[name] += line
		}
	})
	return found
}
