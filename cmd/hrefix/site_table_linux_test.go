package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// siteVariable is the environment variable that asks for TestSiteTable: the numbers of files,
// such as "100000 300000 1000000".
const siteVariable = "HREFIX_SITE"

const (
	// perFile is the number of bytes of memory that a file of a tree may take.
	perFile = 300
	// smallSite is the number of files of the site whose memory does not count.
	smallSite = 1000
	// filesInDirectory is the number of files of one directory.
	filesInDirectory = 1000
	// slower is the greatest ratio of the times for a file in the largest tree and in the
	// smallest one. The collector of garbage starts to work during the first.
	slower = 1.6
)

// A siteRun is what a command took for a tree.
type siteRun struct {
	seconds float64
	bytes   int64
}

// TestSiteTable prints the time and the memory that commands take for trees of many small pages,
// as a table for PERFORMANCE.md. It checks that memory is at most perFile bytes a file, and that
// the time is linear.
func TestSiteTable(t *testing.T) {
	sizes := strings.Fields(os.Getenv(siteVariable))
	if len(sizes) == 0 {
		t.Skip(siteVariable + " is not set")
	}
	exe := filepath.Join(t.TempDir(), "hrefix")
	out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	least := siteRuns(t, exe, smallSite)
	var first map[string]float64
	fmt.Print("\n| files | command | seconds | MB at the peak | bytes a file |\n|---:|---|---:|---:|---:|\n")
	for _, size := range sizes {
		n := 0
		_, err := fmt.Sscan(size, &n)
		require.NoError(t, err)
		runs, each := siteRuns(t, exe, n), make(map[string]float64)
		for _, c := range siteCommands {
			r := runs[c.name]
			bytes := float64(r.bytes-least[c.name].bytes) / float64(n)
			fmt.Printf("| %d | `%s` | %.2f | %d | %.0f |\n", n, c.name, r.seconds, r.bytes/1e6, bytes)
			if each[c.name] = r.seconds / float64(n); c.args != nil && bytes > perFile {
				t.Errorf("%s: %d files: %.0f bytes a file", c.name, n, bytes)
			}
		}
		for name := range first {
			if ratio := each[name] / first[name]; ratio > slower {
				t.Errorf("%s: %d files: a file takes %.1f times as long as in a small tree", name, n, ratio)
			}
		}
		if first == nil {
			first = each
		}
	}
}

// siteCommands are the commands of the table. SITE and OUT stand for directories. The first has no
// arguments: it is what others are compared with.
var siteCommands = []struct {
	name string
	args []string
}{
	{"find SITE -type f | wc -l", nil},
	{"hrefix check SITE", []string{"check", "SITE"}},
	{"hrefix rel --root URL=SITE -o OUT SITE", []string{"rel", "--root", siteURL + "=SITE", "-o", "OUT", "SITE"}},
	{"hrefix rel --root URL=SITE -w SITE", []string{"rel", "--root", siteURL + "=SITE", "-w", "SITE"}},
}

const siteURL = "http://site.example/"

// siteRuns makes a tree of n files, and runs the commands on it.
func siteRuns(t *testing.T, exe string, n int) map[string]siteRun {
	dir, err := os.MkdirTemp(memory(), "hrefix-site-")
	require.NoError(t, err)
	defer func() { require.NoError(t, os.RemoveAll(dir)) }()
	site, to := filepath.Join(dir, "site"), filepath.Join(dir, "out")
	makeSite(t, site, n)
	runs := make(map[string]siteRun)
	for _, c := range siteCommands {
		args := append([]string{exe}, c.args...)
		if c.args == nil {
			args = []string{"sh", "-c", `test "$(find SITE -type f | wc -l)" -eq ` + fmt.Sprint(n)}
		}
		for i := range args {
			args[i] = strings.NewReplacer("SITE", site, "OUT", to).Replace(args[i])
		}
		runs[c.name] = measured(t, args...)
		require.NoError(t, os.RemoveAll(to))
	}
	return runs
}

// measured runs a command, and returns its time and its peak memory.
func measured(t *testing.T, args ...string) siteRun {
	t.Helper()
	began := time.Now()
	out, err := exec.Command("/usr/bin/time", append([]string{"-f", "%M"}, args...)...).CombinedOutput()
	took := time.Since(began)
	require.NoError(t, err, "%.2000s", out)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var kib int64
	_, err = fmt.Sscan(lines[len(lines)-1], &kib)
	require.NoError(t, err, "%.2000s", out)
	return siteRun{took.Seconds(), kib * 1024}
}

// makeSite writes a tree of n small pages. Each has a link to the next page with a fragment, an
// absolute one to a page far away, and one to a directory.
func makeSite(t *testing.T, dir string, n int) {
	name := func(i int) string {
		i = (i + n) % n
		if i%filesInDirectory == 0 {
			return fmt.Sprintf("d%04d/index.html", i/filesInDirectory)
		}
		return fmt.Sprintf("d%04d/page-%03d.html", i/filesInDirectory, i%filesInDirectory)
	}
	for i := range n {
		file := filepath.Join(dir, name(i))
		if i%filesInDirectory == 0 {
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		}
		page := fmt.Sprintf("<!DOCTYPE html><title>%d</title><h1 id=top-%d>%d</h1>\n<a href=\"../%s#top-%d\">next</a> <a href=\"%s%s\">far</a> <a href=\"../%s/\">up</a>\n",
			i, i, i, name(i+1), (i+1)%n, siteURL, name(i*7919+1), filepath.Dir(name(i+1)))
		require.NoError(t, os.WriteFile(file, []byte(page), 0o666))
	}
}
