package atomicfile

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnchanged checks that every change of a file is noticed, and that reading is no change.
func TestUnchanged(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "plan9" || runtime.GOOS == "js" {
		t.Skip("the system keeps no time of the last change")
	}
	type file struct {
		name string
		info fs.FileInfo
	}
	for _, c := range []struct {
		name string
		do   func(file) error
		want bool
	}{
		{"nothing", func(file) error { return nil }, true},
		{"reading", func(f file) error { _, err := os.ReadFile(f.name); return err }, true},
		{"more content", func(f file) error { return os.WriteFile(f.name, []byte("newer"), 0o600) }, false},
		{"other content", func(f file) error { return os.WriteFile(f.name, []byte("new"), 0o600) }, false},
		{"other content, with the time put back", func(f file) error {
			if err := os.WriteFile(f.name, []byte("new"), 0o600); err != nil {
				return err
			}
			return os.Chtimes(f.name, f.info.ModTime(), f.info.ModTime())
		}, false},
		{"permissions", func(f file) error { return os.Chmod(f.name, 0o600) }, false},
		{"the same permissions", func(f file) error { return os.Chmod(f.name, f.info.Mode()) }, false},
		{"a file of the same name", func(f file) error {
			if err := os.Rename(f.name, f.name+"~"); err != nil {
				return err
			}
			if err := os.WriteFile(f.name, []byte("old"), 0o640); err != nil {
				return err
			}
			return os.Chtimes(f.name, f.info.ModTime(), f.info.ModTime())
		}, false},
	} {
		name := filepath.Join(t.TempDir(), "page")
		require.NoError(t, os.WriteFile(name, []byte("old"), 0o640))
		before, err := os.Stat(name)
		require.NoError(t, err)
		waitForClock(t, before)
		require.NoError(t, c.do(file{name, before}), c.name)
		now, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, c.want, Unchanged(before, now), c.name)
	}
}

// waitForClock waits until a change of a file would have another time than info has:
// some systems count in hundredths of a second.
func waitForClock(t *testing.T, info fs.FileInfo) {
	name := filepath.Join(t.TempDir(), "clock")
	for {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
		now, err := os.Stat(name)
		require.NoError(t, err)
		_, changed := timesOf(now)
		if _, before := timesOf(info); changed.After(before) {
			return
		}
	}
}

// TestEquals checks that a temporary equals only a regular file with the same bytes.
func TestEquals(t *testing.T) {
	dir := t.TempDir()
	folder := in(t, dir)
	long := bytes.Repeat([]byte("0123456789"), 20_000)
	other := bytes.Clone(long)
	other[len(other)-1]++
	for name, c := range map[string]struct {
		own, file []byte
		same      bool
	}{
		"same":      {long, long, true},
		"last byte": {long, other, false},
		"shorter":   {long, long[1:], false},
		"longer":    {long[1:], long, false},
		"empty":     {nil, nil, true},
		"chunk":     {long[:64<<10], long[:64<<10], true},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), c.file, 0o600))
		var temps Temporaries
		f, err := temps.Create(folder, nil)
		require.NoError(t, err)
		_, err = f.Write(c.own)
		require.NoError(t, err)
		same, err := f.Equals(name)
		require.NoError(t, err)
		require.Equal(t, c.same, same, name)
		missing, err := f.Equals("missing")
		require.NoError(t, err)
		require.False(t, missing)
		dir, err := f.Equals(".")
		require.NoError(t, err)
		require.False(t, dir)
		require.NoError(t, f.Discard())
	}
}
