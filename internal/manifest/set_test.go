package manifest_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/manifest"
)

// shard writes a manifest of a shard that was killed and repeated.
func shard(t *testing.T, name string, number, of int) {
	h := header(nil)
	h.Shard = fmt.Sprintf("%d/%d", number, of)
	for run := range 2 {
		m := open(t, name, h)
		for i := range 5 {
			r := record(fmt.Sprintf("%d/%d", number, i))
			if run == 0 && i > 2 {
				break
			}
			if run == 0 {
				r.Outcome, r.Then = manifest.Begun, manifest.Done
			}
			require.NoError(t, m.Add(r))
		}
		part := record("parted")
		part.Range = &manifest.Range{Start: int64(number), End: int64(number + 1)}
		require.NoError(t, m.Add(part))
		if run == 1 {
			require.NoError(t, m.End(manifest.End{Files: 6, Seconds: 1}))
		}
		require.NoError(t, m.Close())
	}
}

// TestMerge checks that a merged manifest has each file once, and that merging it again gives the same.
func TestMerge(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for n := range 3 {
		names = append(names, filepath.Join(dir, fmt.Sprintf("%d.jsonl", n)))
		shard(t, names[n], n+1, 3)
	}
	text := merged(t, names...)
	count := make(map[string]int)
	headers, ends := 0, 0
	for _, l := range lines(t, text) {
		switch {
		case l.Header != nil:
			headers++
		case l.End != nil:
			ends++
		default:
			require.Equal(t, manifest.Done, l.Record.Outcome)
			count[fmt.Sprint(l.Record.Name, l.Record.Range)]++
		}
	}
	require.Equal(t, 3, headers)
	require.Equal(t, 3, ends)
	require.Len(t, count, 18)
	for name, n := range count {
		require.Equal(t, 1, n, name)
	}
	all := filepath.Join(dir, "all.jsonl")
	require.NoError(t, os.WriteFile(all, []byte(text), 0o600))
	require.Equal(t, text, merged(t, all))

	set, err := manifest.OpenSet(names[:2])
	require.NoError(t, err)
	require.Equal(t, []string{"shards are missing: 3/3"}, set.Remarks())
	require.NoError(t, set.Close())
	require.NoError(t, os.WriteFile(all, []byte(text[:len(text)-9]), 0o600))
	set, err = manifest.OpenSet([]string{all})
	require.NoError(t, err)
	require.Equal(t, []string{all + ": its last line is not whole: a run is writing it, or was killed", all + ": its last run did not come to its end: run it again"}, set.Remarks())
	require.NoError(t, set.Close())
}

// merged returns what WriteTo writes.
func merged(t *testing.T, names ...string) string {
	set, err := manifest.OpenSet(names)
	require.NoError(t, err)
	var b bytes.Buffer
	n, err := set.WriteTo(&b)
	require.NoError(t, err)
	require.EqualValues(t, b.Len(), n)
	require.NoError(t, set.Close())
	return b.String()
}

// TestMergeConflict checks when a file may be in two manifests.
func TestMergeConflict(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, change func(*manifest.Record)) string {
		name = filepath.Join(dir, name)
		m := open(t, name, header(nil))
		r := record("a")
		change(r)
		require.NoError(t, m.Add(r))
		require.NoError(t, m.Close())
		return name
	}
	done := write("done", func(*manifest.Record) {})
	failed := write("failed", func(r *manifest.Record) { r.Outcome, r.Output, r.Error = manifest.Failed, nil, "why" })
	begun := write("begun", func(r *manifest.Record) { r.Outcome, r.Then = manifest.Begun, manifest.Done })
	other := write("other", func(r *manifest.Record) { r.Output.Digest = manifest.DigestOf("x") })
	again := write("again", func(*manifest.Record) {})
	for _, names := range [][]string{{done, failed}, {failed, done}, {begun, done}, {done, begun}, {done, again}, {failed, begun, again}} {
		text := merged(t, names...)
		n := 0
		for _, l := range lines(t, text) {
			if l.Record != nil {
				require.Equal(t, manifest.Done, l.Record.Outcome, names)
				n++
			}
		}
		require.Equal(t, 1, n)
	}
	_, err := manifest.OpenSet([]string{done, other})
	require.ErrorContains(t, err, "other: a has another result in "+done+": leave one of the manifests out")
}
