package pipeline

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// TestGraph: the edges of a crawl are those that a script in Python counts in the links that the plain command
// lists, however files are split.
func TestGraph(t *testing.T) {
	src := t.TempDir()
	set(t, src, 3<<20)
	testGraph(t, filepath.Join(src, "web"), 1000)
}

// TestGraphCorpus is TestGraph for archives of other people.
func TestGraphCorpus(t *testing.T) {
	src := t.TempDir()
	for _, f := range corpus.Files(t, "archives") {
		if strings.HasSuffix(f.Name, ".warc.gz") {
			require.NoError(t, os.WriteFile(filepath.Join(src, filepath.Base(f.Name)), f.Data, 0o666))
		}
	}
	testGraph(t, src, 100)
}

// testGraph compares the edges of the web archives in a directory. There must be a number of them.
func testGraph(t *testing.T, src string, least int) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed: it counts the edges that are expected")
	}
	archives, err := filepath.Glob(filepath.Join(src, "*"))
	require.NoError(t, err)
	dir := t.TempDir()
	pages, hosts := filepath.Join(dir, "pages"), filepath.Join(dir, "hosts")
	script := exec.Command("python3", "../../testdata/graph.py", pages, hosts)
	script.Stdin = bytes.NewReader(plain(t, append([]string{"links", "--json", "--no-progress"}, archives...)...))
	out, err := script.CombinedOutput()
	require.NoError(t, err, "%s", out)
	want := map[string][]string{"pages": linesOf(t, pages), "hosts": linesOf(t, hosts)}
	require.Greater(t, len(want["pages"]), least)
	for name, split := range splits(64 << 10) {
		t.Run(name, func(t *testing.T) {
			o := options(t, work.Graph, src)
			o.Work.Gzip = false
			split(&o)
			run(t, o, Build)
			for kind, want := range want {
				files, err := filepath.Glob(filepath.Join(o.Output, kind+"-*.tsv"))
				require.NoError(t, err)
				require.Equal(t, want, linesOf(t, files...), kind)
			}
		})
	}
}

// linesOf returns the lines of files in the order of their bytes.
func linesOf(t testing.TB, names ...string) (all []string) {
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		all = slices.AppendSeq(all, strings.Lines(string(text)))
	}
	slices.Sort(all)
	return all
}
