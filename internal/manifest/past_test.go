package manifest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/manifest"
)

// TestDirectories checks which directories the runs of a manifest may have.
func TestDirectories(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"w/sub", "other"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o700))
	}
	for _, c := range []struct {
		then, now [2]string // Dir and Input
		err       string
		remarks   int
	}{
		{[2]string{"", "w"}, [2]string{"", "w"}, "", 0},
		{[2]string{"", "w"}, [2]string{"w", "."}, "", 0},
		{[2]string{"w", "sub"}, [2]string{"", filepath.Join(dir, "w", "sub")}, "", 0},
		{[2]string{"", "w"}, [2]string{"", "other"}, "", 1},
		{[2]string{"", "gone"}, [2]string{"", "other"}, "", 0},
		{[2]string{"", "gone"}, [2]string{"", "gone/sub"}, "", 0},
		{[2]string{"", "w"}, [2]string{"", "w/sub"}, "is a manifest of the directory", 0},
		{[2]string{"w", "sub"}, [2]string{"", "w"}, "is a manifest of the directory", 0},
		{[2]string{"", "w"}, [2]string{"", ""}, "is a manifest of the directory w", 0},
		{[2]string{"", ""}, [2]string{"", "w"}, "files that were given by their names", 0},
		{[2]string{"", ""}, [2]string{"w", ""}, "", 0},
	} {
		name := filepath.Join(dir, "m.jsonl")
		_ = os.Remove(name)
		of := func(at [2]string) manifest.Header {
			h := header(nil)
			h.Dir, h.Input, h.Output = filepath.ToSlash(filepath.Join(dir, at[0])), filepath.ToSlash(at[1]), ""
			return h
		}
		require.NoError(t, open(t, name, of(c.then)).Close())
		m, err := manifest.Open(name, of(c.now))
		if c.err != "" {
			require.ErrorContains(t, err, c.err, "%v", c)
			continue
		}
		require.NoError(t, err, "%v", c)
		require.Len(t, m.Remarks(), c.remarks, "%v", c)
		require.NoError(t, m.Close())
	}
}

// TestAlias checks that a file which was given by its name is found by its other names.
func TestAlias(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "m.jsonl")
	h := header(nil)
	h.Dir, h.Input, h.Output = filepath.ToSlash(dir), "", ""
	m := open(t, name, h)
	require.NoError(t, m.Add(record("w/a")))
	require.NoError(t, m.Add(record(filepath.ToSlash(filepath.Join(dir, "w/b")))))
	require.NoError(t, m.Close())
	for at, names := range map[string]map[string]string{
		"":  {"w/a": "", "w/b": filepath.ToSlash(filepath.Join(dir, "w/b")), filepath.ToSlash(filepath.Join(dir, "w/a")): "w/a", "a": ""},
		"w": {"a": "w/a", "../w/a": "w/a", "w/a": "", "b": filepath.ToSlash(filepath.Join(dir, "w/b")), "c": ""},
	} {
		h.Dir = filepath.ToSlash(filepath.Join(dir, at))
		m := open(t, name, h)
		for path, want := range names {
			alias, ok := m.Alias(path)
			require.Equal(t, want, alias, "%s in %s", path, at)
			require.Equal(t, want != "", ok)
		}
		require.NoError(t, m.Close())
	}
}

// TestMoved checks that files of runs with other directories are to be recorded again.
func TestMoved(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	h := header(nil)
	add := func(output, path string, moved bool) {
		h.Output = output
		m := open(t, name, h)
		defer m.Close()
		require.Equal(t, moved, m.IsMoved("a"), output)
		require.NoError(t, m.Add(record(path)))
		require.False(t, m.IsMoved(path))
	}
	add("out", "a", false)
	add("./out", "b", false)
	add("new", "b", true)
	add("new", "a", true)
	add("new", "b", false)
	add("out", "b", true)
}

// TestShards checks which shards the runs of a manifest may have.
func TestShards(t *testing.T) {
	for _, c := range []struct {
		then []string // the shards of runs that were merged
		now  string
		err  bool
		lack string
	}{
		{[]string{"1/8"}, "1/8", false, ""},
		{[]string{"1/8"}, "2/8", true, ""},
		{[]string{"1/8"}, "1/2", true, ""},
		{[]string{"1/8"}, "", true, ""},
		{[]string{""}, "1/2", false, ""},
		{[]string{"1/2", "2/2"}, "3/4", false, ""},
		{[]string{"1/2", "2/2"}, "", false, ""},
		{[]string{"1/3", "2/3"}, "3/3", true, ""},
		{[]string{"1/3", "2/3"}, "", false, "shards are missing: 3/3: files that they did are done again"},
		{[]string{"1/3", "2/5"}, "", false, "the runs differ in the number of shards"},
		{[]string{"1/10000000", "3/10000000"}, "", false, "9999998 shards are missing, such as 2/10000000, 4/10000000, 5/10000000"},
		{[]string{"1/1"}, "", false, ""},
	} {
		var text []byte
		for _, shard := range c.then {
			h := header(nil)
			h.Manifest, h.Shard = manifest.Form, shard
			text = manifest.Append(text, &manifest.Line{Header: &h})
		}
		name := filepath.Join(t.TempDir(), "m.jsonl")
		require.NoError(t, os.WriteFile(name, text, 0o600))
		h := header(nil)
		h.Shard = c.now
		m, err := manifest.Open(name, h)
		if c.err {
			require.ErrorContains(t, err, "is a manifest of shard "+c.then[0], "%v", c)
			continue
		}
		require.NoError(t, err, "%v", c)
		if c.lack == "" {
			require.Empty(t, m.Remarks(), "%v", c)
		} else {
			require.Contains(t, fmt.Sprint(m.Remarks()), c.lack)
		}
		require.NoError(t, m.Close())
	}
}
