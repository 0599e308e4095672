package pipeline

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/manifest"
)

// TestAbs: the new tree is that of the plain command, however files are split.
func TestAbs(t *testing.T) {
	src := t.TempDir()
	paths := set(t, src, 3<<20)
	want := absOf(t, src, paths)
	for name, split := range splits(100 << 10) {
		t.Run(name, func(t *testing.T) {
			o := options(t, work.Abs, src)
			split(&o)
			all := run(t, o, Build)
			sameTrees(t, want, o.Output)
			checkCounters(t, all)
			require.Equal(t, manifest.Copied, all["d.txt"].Outcome)
			require.Equal(t, manifest.Unchanged, all["pages/b.html"].Outcome)
			require.Equal(t, manifest.Done, all[paths[0]].Outcome)
			require.Equal(t, 1, all["a.html"].Counts.Rewritten)
			text, err := os.ReadFile(filepath.Join(o.Output, paths[0]))
			require.NoError(t, err)
			require.Equal(t, manifest.DigestOf(text), all[paths[0]].Output.Digest)
		})
	}
}

// checkCounters compares the counters with the sums of the manifest.
func checkCounters(t testing.TB, all map[string]*manifest.Record) {
	want := map[string]int64{"files": int64(len(all))}
	for _, r := range all {
		if r.Outcome == manifest.Failed {
			want["failed"]++
		}
		if c := r.Counts; c != nil {
			want["documents"] += int64(c.Documents)
			want["changed"] += int64(c.Changed)
			want["references"] += int64(c.References)
			want["notes"] += int64(c.Notes)
		}
	}
	for name, n := range want {
		require.Equal(t, n, counted[name], name)
	}
	layers := counted["layer_default"] + counted["layer_retrieval"] + counted["layer_encapsulating"] + counted["layer_embedded"]
	require.Equal(t, want["references"], layers)
	require.Positive(t, counted["layer_embedded"])
	require.Zero(t, counted["done_again"])
}

// TestLinks: the list of each file is that of the plain command, however files are split.
func TestLinks(t *testing.T) {
	src := t.TempDir()
	paths := append(set(t, src, 2<<20), "a.html", "c.eml")
	for _, format := range work.Formats() {
		for name, split := range splits(100 << 10) {
			if name == "none" {
				continue
			}
			t.Run(format+" "+name, func(t *testing.T) {
				o := options(t, work.Links, src)
				o.Work.Format, o.Work.Gzip = format, name == "sized"
				split(&o)
				all := run(t, o, Build)
				for _, path := range paths {
					in := filepath.Join(src, path)
					want := plain(t, "links", "--no-progress", "--format", format, in)
					require.NotEmpty(t, want)
					require.Equal(t, manifest.Done, all[path].Outcome, path)
					got := list(t, filepath.Join(o.Output, path+o.Work.Ending()), o.Work.Gzip)
					require.True(t, bytes.Equal(want, got), "%s: %d and %d lines", path, bytes.Count(want, []byte("\n")), bytes.Count(got, []byte("\n")))
				}
			})
		}
	}
}

// list returns the text of a list.
func list(t testing.TB, name string, compressed bool) []byte {
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	in := io.Reader(f)
	if compressed {
		in, err = gzip.NewReader(f)
		require.NoError(t, err)
	}
	text, err := io.ReadAll(in)
	require.NoError(t, err)
	return text
}

// TestApart: the pieces of a file, in the order of their names, are the result.
func TestApart(t *testing.T) {
	src := t.TempDir()
	paths := set(t, src, 2<<20)
	want := absOf(t, src, paths)
	o := options(t, work.Abs, src)
	o.SplitSize, o.Apart = 100<<10, true
	all := run(t, o, Build)
	several := 0
	for _, path := range paths {
		text, err := os.ReadFile(filepath.Join(want, path))
		require.NoError(t, err)
		if all[path] != nil {
			continue // it has one piece
		}
		several++
		pieces, err := filepath.Glob(filepath.Join(o.Output, path) + ".*")
		require.NoError(t, err)
		require.Greater(t, len(pieces), 1)
		var got []byte
		for _, piece := range pieces {
			part, err := os.ReadFile(piece)
			require.NoError(t, err)
			got = append(got, part...)
		}
		require.True(t, bytes.Equal(text, got), path)
	}
	require.Positive(t, several)
}

// TestObjects: files in a file system of Beam that is no local one are worked on as a whole.
func TestObjects(t *testing.T) {
	src := t.TempDir()
	paths := set(t, src, 1<<20)
	for _, path := range paths {
		text, err := os.ReadFile(filepath.Join(src, path))
		require.NoError(t, err)
		memfs.Write("memfs://objects/"+path, text)
	}
	want := absOf(t, src, paths)
	o := options(t, work.Abs, "memfs://objects/*/*/*")
	o.SplitSize = 100 << 10
	run(t, o, Build)
	for _, path := range paths {
		text, err := os.ReadFile(filepath.Join(want, path))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(o.Output, path))
		require.NoError(t, err)
		require.True(t, bytes.Equal(text, got), path)
	}
}
