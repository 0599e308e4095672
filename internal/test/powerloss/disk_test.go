package powerloss

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// after returns what a file may be after some calls, in a directory with a file page that
// holds "old". Absent stands for no file.
func after(t *testing.T, name string, trace string) []string {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "page"), []byte("old"), 0o600))
	d, err := Load(dir)
	require.NoError(t, err)
	calls, err := ReadTrace(strings.NewReader(trace))
	require.NoError(t, err)
	for _, c := range calls {
		require.NoError(t, d.Apply(c))
	}
	states, err := d.States(".", name)
	require.NoError(t, err)
	var all []string
	for _, s := range states {
		if s[0].Exists {
			all = append(all, s[0].Content)
		} else {
			all = append(all, "absent")
		}
	}
	return all
}

const (
	create = `1 openat(AT_FDCWD, "tmp", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0600) = 5` + "\n"
	put    = `1 write(5, "\x6e\x65\x77", 3) = 3` + "\n"
	sync   = `1 fsync(5) = 0` + "\n"
	rename = `1 renameat(AT_FDCWD, "tmp", AT_FDCWD, "page") = 0` + "\n"
	dir    = `1 openat(AT_FDCWD, ".", O_RDONLY|O_CLOEXEC) = 6` + "\n" + `1 fsync(6) = 0` + "\n"
)

// TestReplace: a file that is replaced is old or new only if the new one is synced before
// it is renamed, and new for sure only if the directory is synced after.
func TestReplace(t *testing.T) {
	for _, c := range []struct {
		trace string
		want  []string
	}{
		{"", []string{"old"}},
		{create + put + sync, []string{"old"}},
		{create + put + rename, []string{"old", "", "new", "n"}},
		{create + put + rename + sync, []string{"old", "new"}},
		{create + put + sync + rename, []string{"old", "new"}},
		{create + put + sync + rename + dir, []string{"new"}},
		{create + put + rename + dir, []string{"", "new", "n"}},
		{create + put + sync + put + rename + dir, []string{"new", "newnew", "newn"}},
		{create + sync + put + put + rename + dir, []string{"", "new", "n", "\x00\x00\x00new", "\x00\x00\x00n", "newnew", "newn"}},
	} {
		require.ElementsMatch(t, c.want, after(t, "page", c.trace), c.trace)
	}
}

// TestNames: names come to the disk in any order, with their directory only.
func TestNames(t *testing.T) {
	const link = `1 linkat(AT_FDCWD, "page", AT_FDCWD, "kept", 0) = 0` + "\n"
	const unlink = `1 unlinkat(AT_FDCWD, "page", 0) = 0` + "\n"
	require.ElementsMatch(t, []string{"absent", ""}, after(t, "tmp", create))
	require.ElementsMatch(t, []string{"absent", "new"}, after(t, "tmp", create+put+sync))
	require.ElementsMatch(t, []string{"new"}, after(t, "tmp", create+put+sync+dir))
	require.ElementsMatch(t, []string{"absent", "old"}, after(t, "kept", link))
	require.ElementsMatch(t, []string{"absent", "old"}, after(t, "page", link+unlink))
	require.ElementsMatch(t, []string{"absent"}, after(t, "page", unlink+dir))

	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "page"), []byte("old"), 0o600))
	d, err := Load(folder)
	require.NoError(t, err)
	calls, err := ReadTrace(strings.NewReader(create + put + sync + link + rename))
	require.NoError(t, err)
	for _, c := range calls {
		require.NoError(t, d.Apply(c))
	}
	both, err := d.States(".", "page", "kept")
	require.NoError(t, err)
	none, old, fresh := State{}, State{true, "old", 0o600}, State{true, "new", 0o600}
	require.ElementsMatch(t, [][]State{{old, none}, {old, old}, {fresh, none}, {fresh, old}}, both)
	require.Equal(t, []string{"kept", "page", "tmp"}, d.Paths())
}

// TestTrace: calls that others interrupt are put together, those that failed or did not
// begin are left out, and an unknown line is an error.
func TestTrace(t *testing.T) {
	const trace = `7 openat(AT_FDCWD, "\x61\x2c\x28", O_RDONLY <unfinished ...>
8 fcntl(3, F_GETFL)                 = 0x8000 (flags O_RDONLY|O_LARGEFILE)
8 close(5 <unfinished ...>
7 openat(AT_FDCWD, "\x62", O_RDONLY) = 5
8 <... close resumed>)              = 0
8 +++ exited with 0 +++
9 ???()                             = ?
8 ???( <unfinished ...>
8 <... ??? resumed>)                = ?
7 <... openat resumed>)             = 4
7 openat(AT_FDCWD, "\x61", O_RDONLY) = -1 ENOENT (No such file or directory)
7 newfstatat(4, "", {st_mode=S_IFREG|0600, st_size=3, ...}, AT_EMPTY_PATH) = 0
`
	calls, err := ReadTrace(strings.NewReader(trace))
	require.NoError(t, err)
	require.Equal(t, []Call{
		{"fcntl", []string{"3", "F_GETFL"}, 0},
		{"close", []string{"5"}, 0},
		{"openat", []string{"AT_FDCWD", "b", "O_RDONLY"}, 5},
		{"openat", []string{"AT_FDCWD", "a,(", "O_RDONLY"}, 4},
		{"newfstatat", []string{"4", "", "{st_mode=S_IFREG|0600, st_size=3, ...}", "AT_EMPTY_PATH"}, 0},
	}, calls)
	for _, wrong := range []string{"7 something else\n", "9 ???() = 3\n", "7 write(1, \"\\x61\"..., 3) = 3\n"} {
		_, err := ReadTrace(strings.NewReader(wrong))
		require.Error(t, err)
	}
	d, err := Load(t.TempDir())
	require.NoError(t, err)
	require.ErrorContains(t, d.Apply(Call{Name: "copy_file_range"}), "is not modelled")
}
