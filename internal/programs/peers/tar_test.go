//go:build unix

package peers

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sizedPage returns a page with relative links, a base, and about size bytes.
func sizedPage(size int) string {
	link := "<a href=x.html>a link</a>\n"
	return "<base href=http://base.example/dir/>\n" + strings.Repeat(link, 1+size/len(link))
}

// tarTree writes files to archive: pages of many sizes, long names, links, and a file with holes.
func tarTree(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tree")
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o640))
	}
	for i := range 60 {
		put(fmt.Sprintf("pages/%d.html", i), sizedPage(i*37))
		put(fmt.Sprintf("data/%d.bin", i), strings.Repeat("\x00\xff", i*100))
	}
	put(strings.Repeat("long/", 15)+"page.html", sizedPage(100))
	put("names/ä ö.html", sizedPage(300))
	require.NoError(t, os.Link(filepath.Join(dir, "pages/1.html"), filepath.Join(dir, "pages/hard.html")))
	require.NoError(t, os.Symlink("1.html", filepath.Join(dir, "pages/soft.html")))
	holes, err := os.Create(filepath.Join(dir, "holes.bin"))
	require.NoError(t, err)
	_, err = holes.WriteAt([]byte("end"), 1<<20)
	require.NoError(t, err)
	require.NoError(t, holes.Close())
	return dir
}

// veryLong is a name that needs an extended header or a long name.
var veryLong = strings.Repeat("verylongname/", 20) + "page.html"

// A tarMaker makes an archive of the directory tree in dir.
type tarMaker struct {
	name string
	long bool // it can have long names
	args []string
}

var tarMakers = []tarMaker{
	{"GNU tar, v7", false, []string{"tar", "--format=v7", "-cf"}},
	{"GNU tar, oldgnu", true, []string{"tar", "--format=oldgnu", "-cf"}},
	{"GNU tar, gnu", true, []string{"tar", "--format=gnu", "-S", "--label=volume", "-cf"}},
	{"GNU tar, one block a record", true, []string{"tar", "--format=gnu", "-b1", "-cf"}},
	{"GNU tar, ustar", false, []string{"tar", "--format=ustar", "-cf"}},
	{"GNU tar, posix", true, []string{"tar", "--format=posix", "-cf"}},
	{"GNU tar, sparse 0.0", true, []string{"tar", "--format=posix", "-S", "--sparse-version=0.0", "-cf"}},
	{"GNU tar, sparse 0.1", true, []string{"tar", "--format=posix", "-S", "--sparse-version=0.1", "-cf"}},
	{"GNU tar, sparse 1.0", true, []string{"tar", "--format=posix", "-S", "--sparse-version=1.0", "-cf"}},
	{"bsdtar, v7", false, []string{"bsdtar", "--format=v7", "-cf"}},
	{"bsdtar, ustar", false, []string{"bsdtar", "--format=ustar", "-cf"}},
	{"bsdtar, pax", true, []string{"bsdtar", "--format=pax", "-cf"}},
	{"bsdtar, gnutar", true, []string{"bsdtar", "--format=gnutar", "-cf"}},
	{"Python, ustar", false, []string{"python3", "-B", "SCRIPT", "write", "USTAR", "tree"}},
	{"Python, gnu", true, []string{"python3", "-B", "SCRIPT", "write", "GNU", "tree"}},
	{"Python, pax", true, []string{"python3", "-B", "SCRIPT", "write", "PAX", "tree"}},
	{"Python, pax with sizes", true, []string{"python3", "-B", "SCRIPT", "write", "SIZE", "tree"}},
}

// make makes an archive of dir, which is called tree.
func (m *tarMaker) make(t testing.TB, dir string) string {
	t.Helper()
	script, err := filepath.Abs("testdata/tar.py")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "a.tar")
	args := append([]string{}, m.args...)
	for i, arg := range args {
		args[i] = strings.Replace(arg, "SCRIPT", script, 1)
	}
	args = append(args, file)
	if strings.HasSuffix(m.args[len(m.args)-1], "f") {
		args = append(args, "tree")
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = filepath.Dir(dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return file
}

// TestPeerTar checks that GNU tar, bsdtar and Python read what the command writes, in all
// dialects that they write: the pages have changed as they do as files, and nothing else has.
func TestPeerTar(t *testing.T) {
	need(t, "tar", "bsdtar", "python3")
	for _, m := range tarMakers {
		t.Run(m.name, func(t *testing.T) {
			dir := tarTree(t)
			if m.long {
				require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(veryLong)), 0o700))
				require.NoError(t, os.WriteFile(filepath.Join(dir, veryLong), []byte(sizedPage(1000)), 0o600))
			}
			before := m.make(t, dir)
			after := filepath.Join(t.TempDir(), "b.tar")
			r := run(t, "", hrefix(t), "abs", "-o", after, before)
			require.Contains(t, r.stderr, "references: ")
			run(t, "", hrefix(t), "abs", "-w", dir)
			for _, reader := range []string{"tar", "bsdtar"} {
				out := t.TempDir()
				require.Empty(t, run(t, "", reader, "-xf", after, "-C", out).stderr, reader)
				require.Empty(t, run(t, "", "diff", "-r", "--no-dereference", dir, filepath.Join(out, "tree")).stdout, reader)
				require.Equal(t, listing(t, reader, before), listing(t, reader, after), reader)
			}
			require.Equal(t, members(t, before), members(t, after))
			again := filepath.Join(t.TempDir(), "c.tar")
			run(t, "", hrefix(t), "abs", "-o", again, after)
			require.Empty(t, run(t, "", "cmp", after, again).stdout)
		})
	}
}

// listing returns what a program lists of an archive, without the sizes of pages.
func listing(t testing.TB, reader, file string) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(run(t, "", reader, "--numeric-owner", "-tvf", file).stdout) {
		fields := strings.Fields(line)
		for i := range fields {
			if strings.Contains(line, ".html") && (i == 2 && reader == "tar" || i == 4 && reader == "bsdtar") {
				fields[i] = "SIZE"
			}
		}
		out.WriteString(strings.Join(fields, " ") + "\n")
	}
	return out.String()
}

// members returns what Python reads of an archive, without the content of pages.
func members(t testing.TB, file string) (all []string) {
	t.Helper()
	for line := range strings.Lines(python(t, "tar.py", "read", file)) {
		name, _, _ := strings.Cut(line[strings.Index(line, `"name":`):], `, "owner"`)
		if strings.Contains(name, ".html") {
			line = line[strings.Index(line, `, "link"`):]
			at := strings.Index(line, `, "size"`)
			line = line[:at] + line[strings.Index(line, `, "type"`):]
		}
		all = append(all, line)
	}
	require.NotEmpty(t, all)
	return all
}

// TestPeerTarballs passes the archives of npm through the command: those that it has in its cache after
// an installation, compressed and not. None has a page that names its base, so none changes.
func TestPeerTarballs(t *testing.T) {
	need(t, "npm")
	dir, cache := t.TempDir(), t.TempDir()
	install := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", cache, "jest@29.7.0")
	install.Dir = dir
	out, err := install.CombinedOutput()
	require.NoError(t, err, "%s", out)
	count := 0
	require.NoError(t, filepath.WalkDir(filepath.Join(cache, "_cacache/content-v2"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		packed, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(packed, []byte("\x1f\x8b")) {
			return err
		}
		count++
		z, err := gzip.NewReader(bytes.NewReader(packed))
		require.NoError(t, err)
		text, err := io.ReadAll(z)
		require.NoError(t, err)
		for _, file := range []string{string(packed), string(text)} {
			r := run(t, file, hrefix(t), "abs", "-")
			require.True(t, r.stdout == file, path)
			require.NotContains(t, r.stderr, "record-defect")
			require.NotContains(t, r.stderr, "left from byte")
		}
		return nil
	}))
	t.Logf("%d archives", count)
	require.Greater(t, count, 100)
}
