package write

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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

// TestVersion checks that another version is remarked.
func TestVersion(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	run(t, name, header(nil))
	h := header(nil)
	h.Version = "v2"
	run(t, name, h, "the last run was of hrefix v1")
	run(t, name, h)
}

// TestManifestCloses checks that a run leaves neither its manifest nor the directory of the manifest open.
func TestManifestCloses(t *testing.T) {
	opened := func() int {
		all, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("this system does not list open files: ", err)
		}
		return len(all)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would close lost files
	name := filepath.Join(t.TempDir(), "m.jsonl")
	before := opened()
	for range 20 {
		run(t, name, header(nil))
	}
	require.Less(t, opened(), before+10)
}
