package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// deepTree makes directories in each other, with a page and two symbolic links in each, or in
// every so manyth, that come after the next directory by name. The paths are longer than the
// system takes.
func deepTree(t *testing.T, top string, levels, every int) {
	require.NoError(t, os.Mkdir(top, 0o700))
	fd, err := syscall.Open(top, syscall.O_RDONLY, 0)
	require.NoError(t, err)
	for i := range levels {
		if i%every == 0 {
			page, err := syscall.Openat(fd, "p.html", syscall.O_CREAT|syscall.O_WRONLY, 0o600)
			require.NoError(t, err)
			_, err = syscall.Write(page, []byte("<a href=x>"))
			require.NoError(t, err)
			require.NoError(t, syscall.Close(page))
			require.NoError(t, unix.Symlinkat("p.html", fd, "q.html"))
			if i > 0 {
				require.NoError(t, unix.Symlinkat("../d", fd, "up"))
			}
		}
		require.NoError(t, syscall.Mkdirat(fd, "d", 0o700))
		next, err := syscall.Openat(fd, "d", syscall.O_RDONLY, 0)
		require.NoError(t, err)
		require.NoError(t, syscall.Close(fd))
		fd = next
	}
	require.NoError(t, syscall.Close(fd))
}

// TestDeep checks that the number of calls that open files is linear in the depth of a tree:
// 1,000 levels took a million calls once. It needs strace, and is skipped unless HREFIX_FAULTS
// is 1.
func TestDeep(t *testing.T) {
	hrefix := faultsBuild(t)
	t.Chdir(t.TempDir())
	deepTree(t, "in", 1000, 1)
	for _, c := range []struct {
		args []string
		most int
	}{
		{[]string{"links", "in"}, 15_000},
		{[]string{"abs", "-w", "-b", "http://a/", "--same-base", "in"}, 18_000},
		{[]string{"abs", "-o", "out", "-b", "http://a/", "--same-base", "in"}, 40_000},
	} {
		out, err := exec.Command("strace", append([]string{"-f", "-c", "-e", "trace=openat", "-o", "counts", hrefix}, c.args...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		counts, err := os.ReadFile("counts")
		require.NoError(t, err)
		calls := 0
		for line := range strings.Lines(string(counts)) {
			if fields := strings.Fields(line); len(fields) > 4 && fields[len(fields)-1] == "openat" {
				calls, err = strconv.Atoi(fields[3])
				require.NoError(t, err)
			}
		}
		require.NotZero(t, calls, "%s", counts)
		require.Less(t, calls, c.most, "%s", c.args)
		t.Logf("%s: %d calls", c.args, calls)
	}
}

// TestDeeper checks that 10,000 levels are walked with 256 open files.
func TestDeeper(t *testing.T) {
	hrefix := faultsBuild(t)
	t.Chdir(t.TempDir())
	deepTree(t, "in", 10_000, 20)
	defer exec.Command("rm", "-rf", "in", "out").Run() // os.RemoveAll is slow here
	// In a sandbox, the system looks at all directories above each one that is opened.
	for _, command := range []string{"abs --sandbox off -o out -b http://a/ --same-base in", "abs -w -b http://a/ --same-base in", "links in"} {
		cmd := exec.Command("sh", "-c", "ulimit -n 256; exec "+hrefix+" "+command)
		out, err := cmd.Output()
		require.NoError(t, err, "%s", cmd.Stderr)
		if strings.HasPrefix(command, "links") {
			require.Equal(t, 500, strings.Count(string(out), "\n"))
		}
	}
}

// faultsBuild builds the command for tests that are skipped unless HREFIX_FAULTS is 1.
func faultsBuild(t *testing.T) string {
	if os.Getenv("HREFIX_FAULTS") != "1" {
		t.Skip("HREFIX_FAULTS is not 1")
	}
	hrefix := filepath.Join(t.TempDir(), "hrefix")
	out, err := exec.Command("go", "build", "-o", hrefix, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return hrefix
}
