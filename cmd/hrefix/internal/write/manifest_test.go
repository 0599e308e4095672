package write

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/filelock"
	"github.com/hrefix/hrefix/internal/manifest"
)

// run opens and closes a manifest, and requires the remarks.
func run(t *testing.T, name string, h manifest.Header, remarks ...string) {
	t.Helper()
	tracker, err := OpenManifest(name, h)
	require.NoError(t, err)
	require.Len(t, tracker.Remarks, len(remarks), tracker.Remarks)
	for i, remark := range remarks {
		require.Contains(t, tracker.Remarks[i], remark)
	}
	require.NoError(t, tracker.Close(true, 0))
}

// header returns the header of a run.
func header(options map[string][]string) manifest.Header {
	return manifest.Header{Version: "v1", Verb: "abs", Options: options, Input: "in", Output: "out"}
}

// TestRefused checks which files are not used as manifests, and stay as they are.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "m.jsonl")
	h := header(map[string][]string{"base": {"http://a/"}, "also": {"social"}})
	run(t, name, h)
	own, err := os.ReadFile(name)
	require.NoError(t, err)
	other := header(map[string][]string{"base": {"http://b/"}, "also": {"social"}, "drop-base": {"true"}})
	verb, shard := h, h
	verb.Verb, shard.Shard = "rel", "1/2"
	merged := shard
	merged.Manifest = manifest.Form
	for _, c := range []struct {
		text   string
		h      manifest.Header
		reason string
	}{
		{string(own), other, `is a manifest of other options: --base (["http://a/"] before, ["http://b/"] now), --drop-base ([] before, ["true"] now): give the same, or another manifest`},
		{`{"manifest":1,"verb":"abs"}` + "\n", h, `is a manifest of other options: --also ([] before, ["social"] now), --base ([] before, ["http://a/"] now): give the same, or another manifest`},
		{string(own), verb, "is a manifest of abs: give another one for rel"},
		{string(own), shard, "is a manifest of runs without --shard, and this one is with --shard 1/2: give another manifest: each shard has its own, and they are not merged any more"},
		{string(own) + string(manifest.Append(nil, &merged)), h, "is a manifest of runs with --shard 1/2, and this one is without --shard: give another manifest: each shard has its own, and they are not merged any more"},
		{"<p>page</p>\n", other, "exists, and is not a manifest: give another name"},
		{"<p>page</p>", other, "exists, and is not a manifest: give another name"},
		{"\n" + string(own), other, "exists, and is not a manifest: give another name"},
		{strings.Replace(string(own), `:1,`, `:2,`, 1), other, "a later version of hrefix wrote it: use that version, or give another manifest"},
		{string(own) + "{}\n", h, "line 3 cannot be read (the outcome \"\" is not known): remove it, and its file is done again"},
	} {
		require.NoError(t, os.WriteFile(name, []byte(c.text), 0o600))
		_, err := OpenManifest(name, c.h)
		require.EqualError(t, err, c.reason)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, c.text, string(text))
	}
	_, err = OpenManifest(dir, h)
	require.ErrorContains(t, err, "is not a regular file")
	_, err = OpenManifest(filepath.Join(dir, "none", "m.jsonl"), h)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestTorn checks that a part of a line at the end is cut off.
func TestTorn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	run(t, name, header(nil))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, torn := range []string{`{"path":"a.ht`, strings.Repeat("\x00", 500)} { // zeros as some file systems leave after a loss of power
		require.NoError(t, os.WriteFile(name, []byte(string(text)+torn), 0o600))
		run(t, name, header(nil), "its last line was cut off")
		run(t, name, header(nil))
	}
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	run(t, name, header(nil))
}

// TestLocked checks that a second run is refused, and that another version is remarked.
func TestLocked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	first, err := OpenManifest(name, header(nil))
	require.NoError(t, err)
	other, err := os.Create(filepath.Join(t.TempDir(), "other"))
	require.NoError(t, err)
	if err := filelock.Lock(other); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("this system has no locks")
	}
	require.NoError(t, other.Close())
	_, err = OpenManifest(name, header(nil))
	require.EqualError(t, err, "another run uses it: wait for its end, or give another manifest")
	require.NoError(t, first.Close(true, 0))
	h := header(nil)
	h.Version = "v2"
	run(t, name, h, "the last run was of hrefix v1")
	run(t, name, h)
}

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
		{[2]string{"", ""}, [2]string{"w", ""}, "files that were given by their names in", 0},
		{[2]string{"gone", ""}, [2]string{"w", ""}, "", 0},
	} {
		name := filepath.Join(dir, "m.jsonl")
		_ = os.Remove(name)
		of := func(at [2]string) manifest.Header {
			h := header(nil)
			h.Dir, h.Input, h.Output = filepath.ToSlash(filepath.Join(dir, at[0])), filepath.ToSlash(at[1]), ""
			return h
		}
		run(t, name, of(c.then))
		tracker, err := OpenManifest(name, of(c.now))
		if c.err != "" {
			require.ErrorContains(t, err, c.err, "%v", c)
			continue
		}
		require.NoError(t, err, "%v", c)
		require.Len(t, tracker.Remarks, c.remarks, "%v", c)
		require.NoError(t, tracker.Close(true, 0))
	}
}
