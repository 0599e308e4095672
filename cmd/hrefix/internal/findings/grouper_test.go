package findings

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/linktext"
)

// grouped returns what a grouper writes for findings.
func grouped(t *testing.T, most int, all ...Finding) string {
	var out bytes.Buffer
	g := NewGrouper(&out, most)
	for i := range all {
		require.NoError(t, g.Finding(&all[i]))
	}
	require.NoError(t, g.Close(true))
	return out.String()
}

// link returns the finding of a link.
func link(doc, ref, url, code string) Finding {
	return Finding{Link: linktext.Link{Doc: doc, Line: 1, Element: "a", Attr: "href", Ref: ref, URL: url, Reason: code, Text: code}, Column: 2}
}

// about returns a finding that is not about a reference.
func about(doc, code, text string) Finding {
	return Finding{Link: linktext.Link{Doc: doc, Reason: code, Text: text}}
}

// TestGrouper checks which findings share a line, and the order of the lines.
func TestGrouper(t *testing.T) {
	warning := link("c", "x", "/x", "missing-file")
	warning.Severity = Warning
	otherTree := link("b/a", "x", "/x", "q")
	otherTree.Tree = 1
	in := func(doc, ref, folder string) Finding {
		f := link(doc, ref, folder+ref, "missing-file")
		f.Folder = folder
		return f
	}
	for name, c := range map[string]struct {
		all  []Finding
		want string
	}{
		"a missing folder": {
			[]Finding{in("a", "w", "/v/"), in("a", "x", "/d/"), link("a", "q", "/q", "q"), in("a", "y", "/d/"), in("b", "x", "/d/"), in("b", "z", "/d/"), link("b", "r", "/d/r", "missing-file")},
			"a:1:2: a href: x: missing-file (3 targets in the missing folder /d/, 4 times in 2 documents)\n" +
				"a:1:2: a href: w: missing-file\na:1:2: a href: q: q\nb:1:2: a href: r: missing-file\n",
		},
		"few files of a missing folder": {
			[]Finding{in("a", "x", "/d/"), in("a", "x", "/d/"), in("a", "y", "/d/")},
			"a:1:2: a href: x: missing-file (2 times)\na:1:2: a href: y: missing-file\n",
		},
		"one target, written in two ways": {
			[]Finding{link("a", "x", "/x", "missing-file"), link("b", "y", "/y", "missing-file"), link("b/b", "../y", "/y", "missing-file")},
			"b:1:2: a href: y: missing-file (2 times in 2 documents)\na:1:2: a href: x: missing-file\n",
		},
		"twice in one document":           {[]Finding{link("a", "x", "/x", "q"), link("a", "x", "/x", "q")}, "a:1:2: a href: x: q (2 times)\n"},
		"fragments of one page":           {[]Finding{link("a", "x#1", "/x#1", "q"), link("a", "x#2", "/x#2", "q")}, "a:1:2: a href: x#1: q\na:1:2: a href: x#2: q\n"},
		"the same fragment in every page": {[]Finding{link("a", "#x", "/a#x", "q"), link("b", "#x", "/b#x", "q")}, "a:1:2: a href: #x: q (2 times in 2 documents)\n"},
		"one reference, two targets":      {[]Finding{link("a", "x", "/x", "q"), link("b/a", "x", "/b/x", "q")}, "a:1:2: a href: x: q\nb/a:1:2: a href: x: q\n"},
		"no target":                       {[]Finding{link("a", "x", "", "no-base"), link("b", "x", "", "no-base")}, "a:1:2: a href: x: no-base (2 times in 2 documents)\n"},
		"two faults":                      {[]Finding{link("a", "x", "/x", "p"), link("a", "x", "/x", "q")}, "a:1:2: a href: x: p\na:1:2: a href: x: q\n"},
		"two severities":                  {[]Finding{link("a", "x", "/x", "missing-file"), warning}, "a:1:2: a href: x: missing-file\nc:1:2: warning: a href: x: missing-file\n"},
		"one path, two trees":             {[]Finding{link("a/a", "x", "/x", "q"), otherTree}, "a/a:1:2: a href: x: q\nb/a:1:2: a href: x: q\n"},
		"records of an archive":           {[]Finding{{Link: linktext.Link{Doc: "w", Title: "u", Ref: "x"}}, {Link: linktext.Link{Doc: "w", Title: "v", Ref: "x"}}}, "w u: style sheet: x:  (2 times in 2 documents)\n"},
		"no reference": {
			[]Finding{about("a", "orphan", "t"), about("b", "orphan", "t"), about("k", "mended", "1"), about("k", "mended", "2")},
			"a: t\nb: t\nk: 1\nk: 2\n",
		},
	} {
		require.Equal(t, c.want, grouped(t, 0, c.all...), name)
	}
}

// TestGrouperMost checks that the largest groups are written, and that the others are counted.
func TestGrouperMost(t *testing.T) {
	var out bytes.Buffer
	g := NewGrouper(&out, 1)
	for _, ref := range []string{"a", "b", "b", "c", "b"} {
		f := link("d", ref, "", "q")
		require.NoError(t, g.Finding(&f))
	}
	require.NoError(t, g.Close(true))
	require.Equal(t, "d:1:2: a href: b: q (3 times)\n", out.String())
	require.Equal(t, []int{2, 2}, []int{g.Hidden, g.Grouped})

	g = NewGrouper(&out, 1)
	for _, ref := range []string{"a", "b", "b", "c", "d"} {
		f := link("d", ref, "", "q")
		f.Folder = "e/"
		require.NoError(t, g.Finding(&f))
	}
	require.NoError(t, g.Close(true))
	require.Equal(t, []int{0, 4}, []int{g.Hidden, g.Grouped})
}

// TestGrouperMemory checks that a group costs the same for any number of findings, that the memory of many groups
// is bounded, and that no finding is lost then.
func TestGrouperMemory(t *testing.T) {
	defer func(old int) { maxGroupBytes = old }(maxGroupBytes)
	maxGroupBytes = 1 << 20
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	var lines countLines
	g := NewGrouper(&lines, 0)
	for i := range 100_000 {
		for _, url := range []string{"/search", fmt.Sprintf("/%d", i)} {
			f := link(fmt.Sprint("page", i), "x", url, "missing-file")
			require.NoError(t, g.Finding(&f))
		}
	}
	require.Less(t, heap()-before, 2*maxGroupBytes)
	require.NoError(t, g.Close(true))
	require.Equal(t, 200_000, int(lines)+g.Grouped)
	require.Greater(t, g.Grouped, 99_000)

	failed := NewGrouper(failingWriter{}, 0)
	f := link("a", "x", "", "q")
	require.NoError(t, failed.Finding(&f))
	require.ErrorIs(t, failed.Close(true), io.ErrShortWrite)
}

// countLines counts the lines that are written to it.
type countLines int

func (n *countLines) Write(p []byte) (int, error) {
	*n += countLines(strings.Count(string(p), "\n"))
	return len(p), nil
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
