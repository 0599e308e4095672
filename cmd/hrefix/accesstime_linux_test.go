package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestAccessTime checks that a mailbox with new mail stays one: its access time is before its
// modification time. Files that are only read, that do not change, that are replaced, and their backups
// keep both times.
func TestAccessTime(t *testing.T) {
	read, written := time.Date(2020, 1, 1, 0, 0, 0, 1, time.UTC), time.Date(2021, 1, 1, 0, 0, 0, 2, time.UTC)
	for name, text := range map[string]string{
		"box":       "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n",
		"page.html": "<a href=x>",
		"same.html": "<a href=http://h/x>",
	} {
		for _, args := range [][]string{{"links"}, {"check"}, {"abs", "-d"}, {"abs", "-w"}, {"abs", "-w", "--backup"}} {
			dir := t.TempDir()
			file := filepath.Join(dir, name)
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			require.NoError(t, os.Chtimes(file, read, written))
			var stdout, stderr bytes.Buffer
			run(append(args, "-b", "http://h/", file), strings.NewReader(""), &stdout, &stderr)
			files, err := filepath.Glob(filepath.Join(dir, "*"))
			require.NoError(t, err)
			require.NotEmpty(t, files)
			for _, one := range files {
				info, err := os.Stat(one)
				require.NoError(t, err)
				at := info.Sys().(*syscall.Stat_t).Atim
				require.True(t, info.ModTime().Equal(written), "%v %s: %s", args, one, &stderr)
				require.True(t, time.Unix(at.Unix()).Equal(read), "%v %s: %v", args, one, time.Unix(at.Unix()))
			}
		}
	}
}
