package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/stretchr/testify/require"
)

// requireLandlock skips a test on systems without the sandbox.
func requireLandlock(t *testing.T) {
	if testing.CoverMode() != "" {
		t.Skip("a file is written in the end, which the sandbox does not let it")
	}
	const version = 1 // LANDLOCK_CREATE_RULESET_VERSION
	abi, _, errno := syscall.Syscall(444, 0, 0, version)
	if errno != 0 || abi < 3 {
		t.Skip("the kernel has no Landlock, or an old one: ", errno)
	}
}

// TestSandbox checks that in the sandbox the command can read the files that are named, write
// those that are named, and no others, and that its results are the same.
func TestSandbox(t *testing.T) {
	requireLandlock(t)
	for _, c := range []struct {
		name, args  string
		stdin, fd   string   // files
		able        []string // what it can do in the sandbox
		files, want string   // what is in a file then
	}{
		{"filter", "-b http://b/", "in/page.html", "", nil, "", ""},
		{"file", "abs -b http://b/ in/page.html", "", "", []string{"read in/page.html", "list in", "list in/sub"}, "", ""},
		{"file in place", "abs -w -b http://b/ in/page.html", "", "",
			[]string{"read in/page.html", "read in/sub/m.eml", "list in", "list in/sub", "write in/page.html", "create in/new", "truncate in/other.html", "remove in/new"}, "in/page.html", "<a href=http://b/x>"},
		{"with a backup", "abs -w --backup -b http://b/ in/page.html", "", "",
			[]string{"read in/page.html", "read in/sub/m.eml", "list in", "list in/sub", "write in/page.html", "create in/new", "truncate in/other.html", "remove in/new"}, "in/page.html.orig", "<a href=x>"},
		{"with a backup elsewhere", "abs -w --backup=new/ -b http://b/ in/page.html", "", "",
			[]string{"read in/page.html", "read in/sub/m.eml", "list in", "list in/sub", "write in/page.html", "create in/new", "truncate in/other.html", "remove in/new", "create new/x"}, "new/page.html", "<a href=x>"},
		{"link", "abs -b http://b/ link.html", "", "", []string{"read in/page.html", "list in", "list in/sub"}, "", ""},
		{"link in place", "abs -w -b http://b/ link.html", "", "",
			[]string{"read in/page.html", "read in/sub/m.eml", "list in", "list in/sub", "write in/page.html", "create in/new", "truncate in/other.html", "remove in/new"}, "in/page.html", "<a href=http://b/x>"},
		{"directory", "abs -n --same-base -b http://b/ in", "", "", []string{"read in/page.html", "read in/sub/m.eml", "list in", "list in/sub"}, "", ""},
		{"new tree", "abs -o out --same-base -b http://b/ in", "", "",
			[]string{"read in/page.html", "read in/sub/m.eml", "list in", "list in/sub", "create out/new", "remove out/new"}, "out/page.html", "<a href=http://b/x>"},
		{"new file", "abs -o new/out.html -b http://b/ in/page.html", "", "",
			[]string{"read in/page.html", "list in", "list in/sub", "create new/x"}, "new/out.html", "<a href=http://b/x>"},
		{"root", "abs --root http://b/=in in/page.html", "", "", []string{"read in/page.html", "list in", "list in/sub"}, "", ""},
		{"/dev/stdin", "abs -b http://b/ /dev/stdin", "in/page.html", "", []string{"read in/page.html", "list in", "list in/sub"}, "", ""},
		{"process substitution", "abs -b http://b/ /dev/fd/3", "", "in/page.html", nil, "", ""},
		{"list", "abs -d --same-base -b http://b/ --files-from list", "", "",
			[]string{"read in/page.html", "read in/sub/m.eml", "read secret", "list in", "list in/sub", "list ."}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{"in/page.html": "<a href=x>", "in/other.html": "<a href=y>", "in/sub/m.eml": "Content-Type: text/html\n\n<a href=x>", "secret": "secret", "new/" + inputs.BackupMark: inputs.MarkText, "tmp/keep": "", "list": "in/page.html\n"} {
				require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
			}
			require.NoError(t, os.Symlink("in/page.html", filepath.Join(dir, "link.html")))
			all := []string{
				"read in/page.html", "read in/sub/m.eml", "read secret", "list in", "list in/sub", "list .", "write in/page.html", "write secret", "truncate secret",
				"create in/new", "create out/new", "create new/x", "create x", "truncate in/other.html", "remove in/new", "remove out/new", "remove secret", "run /bin/true",
			}
			cmd := exec.Command("probe", append(strings.Fields(c.args), "--sandbox", "on")...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PROBE="+strings.Join(all, "\n"), "TMPDIR="+filepath.Join(dir, "tmp"))
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if c.stdin != "" {
				cmd.Stdin = open(t, filepath.Join(dir, c.stdin))
			}
			if c.fd != "" {
				read, write, err := os.Pipe()
				require.NoError(t, err)
				defer read.Close()
				text, err := os.ReadFile(filepath.Join(dir, c.fd))
				require.NoError(t, err)
				_, err = write.Write(text)
				require.NoError(t, errors.Join(err, write.Close()))
				cmd.ExtraFiles = []*os.File{read}
			}
			require.NoError(t, cmd.Run(), "%s", &stderr)
			var able []string
			for line := range strings.Lines(stderr.String()) {
				if what, ok := strings.CutPrefix(strings.TrimSpace(line), "probe: "); ok {
					able = append(able, what)
				}
			}
			require.ElementsMatch(t, c.able, able)
			if c.files == "" {
				if !strings.Contains(c.args, "-n") {
					require.Contains(t, stdout.String(), "<a href=http://b/x>")
				}
				return
			}
			got, err := os.ReadFile(filepath.Join(dir, c.files))
			require.NoError(t, err)
			require.Equal(t, c.want, string(got))
		})
	}
}

// TestSandboxHolds checks that compressed data from a pipe is held in a temporary file in the
// sandbox. Without a directory for it, nothing is written, and the error says what to do.
func TestSandboxHolds(t *testing.T) {
	requireLandlock(t)
	noise := make([]byte, 9<<20) // more than is held in memory
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	var file bytes.Buffer
	z, err := gzip.NewWriterLevel(&file, gzip.NoCompression)
	require.NoError(t, err)
	_, err = fmt.Fprintf(z, "<a href=x><!-- %s -->", base64.StdEncoding.EncodeToString(noise))
	require.NoError(t, errors.Join(err, z.Close()))
	filter := func(tmp string) (stdout []byte, stderr string, err error) {
		cmd := exec.Command("hrefix", "--sandbox", "on", "-b", "http://b/")
		cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
		cmd.Stdin = io.MultiReader(bytes.NewReader(file.Bytes())) // a pipe
		var said bytes.Buffer
		cmd.Stderr = &said
		stdout, err = cmd.Output()
		return stdout, said.String(), err
	}
	out, stderr, err := filter(t.TempDir())
	require.NoError(t, err, stderr)
	r, err := gzip.NewReader(bytes.NewReader(out))
	require.NoError(t, err)
	head := make([]byte, len("<a href=http://b/x>"))
	_, err = io.ReadFull(r, head)
	require.NoError(t, err)
	require.Equal(t, "<a href=http://b/x>", string(head))

	out, stderr, err = filter("/nowhere")
	require.Error(t, err)
	require.Empty(t, out)
	require.Contains(t, stderr, "set TMPDIR to a directory that can be written")
	require.NotContains(t, stderr, "panic")
}

// open opens a file for a process that is started.
func open(t *testing.T, name string) *os.File {
	f, err := os.Open(name)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}
