package unified_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/unified"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// note is a text between hunks.
const note = "not of this diff\n"

// inPieces writes the diff of a text that comes in pieces, some of them with a note
// after it.
func inPieces(t testing.TB, r *rand.Rand, src string, edits []edit.Edit, large int, notes bool) string {
	var b strings.Builder
	w := unified.NewWriter(&b, "a", "b", unified.Style{})
	w.SetLarge(large)
	for pos := 0; pos < len(src); {
		end, n := pos, 0
		for more := 1 + r.IntN(4); more > 0 && end < len(src); more-- {
			end = min(len(src), end+strings.Index(src[end:]+"\n", "\n")+1)
			for ; n < len(edits) && (edits[n].End < end || end == len(src)); n++ {
			}
			if n < len(edits) && edits[n].Start < end {
				more++ // an edit goes on
			}
		}
		var own []edit.Edit
		for _, e := range edits[:n] {
			own = append(own, edit.Edit{Start: e.Start - pos, End: e.End - pos, New: e.New})
		}
		require.NoError(t, w.Put([]byte(src[pos:end]), own))
		if notes && r.IntN(3) == 0 {
			w.Between([]byte(note))
		}
		pos, edits = end, edits[n:]
	}
	require.NoError(t, w.Close())
	return b.String()
}

// TestPieces checks that a text in pieces has the same diff as the whole text.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range corpus.Rounds(20_000) {
		src, edits := random(r)
		if len(src) == 0 {
			continue // no piece
		}
		require.Equal(t, write(t, src, edits), inPieces(t, r, src, edits, 1<<20, false), "%q %v", src, edits)
	}
}

// TestPiecesApply checks that hunks that end early, and diffs that begin again, turn the old text into the new one.
func TestPiecesApply(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	sections := 0
	n := corpus.Rounds(20_000)
	for range n {
		src, edits := random(r)
		if len(src) == 0 {
			continue
		}
		want, err := edit.Apply([]byte(src), edits)
		require.NoError(t, err)
		diff := inPieces(t, r, src, edits, r.IntN(50), true)
		got := src
		for _, section := range strings.Split(diff, note) {
			if section != "" {
				sections++
			}
			got, err = apply(got, section)
			require.NoError(t, err, "%q\n%s", src, diff)
		}
		require.Equal(t, string(want), got, "%q\n%s", src, diff)
	}
	require.Greater(t, sections, n*5/4)
}

// TestSplit checks that two hunks share the lines between two changes, and that a hunk has as
// much context before as after.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines int // between two changes
		want  string
	}{
		{"none", 0, "@@ -1,8 +1,8 @@\n 1\n 2\n 3\n-x\n-x\n+y\n+y\n 1\n 2\n 3\n"},
		{"one", 1, "@@ -4 +4 @@\n-x\n+y\n@@ -5,3 +5,3 @@\n 1\n-x\n+y\n 1\n"},
		{"two", 2, "@@ -3,3 +3,3 @@\n 3\n-x\n+y\n 1\n@@ -6,3 +6,3 @@\n 2\n-x\n+y\n 1\n"},
		{"five", 5, "@@ -2,5 +2,5 @@\n 2\n 3\n-x\n+y\n 1\n 2\n@@ -7,7 +7,7 @@\n 3\n 4\n 5\n-x\n+y\n 1\n 2\n 3\n"},
		{"six", 6, "@@ -1,7 +1,7 @@\n 1\n 2\n 3\n-x\n+y\n 1\n 2\n 3\n@@ -8,7 +8,7 @@\n 4\n 5\n 6\n-x\n+y\n 1\n 2\n 3\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			w := unified.NewWriter(&b, "a", "b", unified.Style{})
			w.SetLarge(0)
			const numbers = "1\n2\n3\n4\n5\n6\n"
			changed := []edit.Edit{{Start: 0, End: 1, New: []byte("y")}}
			require.NoError(t, w.Put([]byte(numbers[:6]), nil))
			require.NoError(t, w.Put([]byte("x\n"), changed))
			require.NoError(t, w.Put([]byte(numbers[:2*c.lines]), nil))
			require.NoError(t, w.Put([]byte("x\n"), changed))
			require.NoError(t, w.Put([]byte(numbers), nil))
			require.NoError(t, w.Close())
			got := strings.TrimPrefix(b.String(), "--- a\n+++ b\n")
			if c.lines == 0 {
				got = strings.Replace(got, "-x\n+y\n-x\n+y\n", "-x\n-x\n+y\n+y\n", 1)
			}
			require.Equal(t, c.want, got)
		})
	}
}

// TestPatch has the program patch apply diffs, and diffs whose hunks end early, where it is installed.
func TestPatch(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("patch is not installed: TestApply and TestPiecesApply do the same")
	}
	r := rand.New(rand.NewPCG(9, 10))
	name := filepath.Join(t.TempDir(), "file")
	for range corpus.Rounds(100) {
		src, edits := random(r)
		want, err := edit.Apply([]byte(src), edits)
		require.NoError(t, err)
		if len(src) == 0 || len(want) == 0 {
			continue // patch creates and deletes files then
		}
		for _, diff := range []string{write(t, src, edits), inPieces(t, r, src, edits, r.IntN(50), false)} {
			if diff == "" {
				continue
			}
			require.NoError(t, os.WriteFile(name, []byte(src), 0o600))
			cmd := exec.Command(patch, "--binary", "--quiet", "--fuzz=0", name)
			cmd.Stdin = strings.NewReader(diff)
			reported, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s\n%q\n%s", reported, src, diff)
			got, err := os.ReadFile(name)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got), "%q\n%q\n%s", src, diff, reported)
		}
	}
}

// TestPiecesMemory checks that only large hunks stay in memory of a text that changes
// everywhere.
func TestPiecesMemory(t *testing.T) {
	piece := []byte("From a\n\n" + strings.Repeat("x\n", 500))
	var edits []edit.Edit
	for at := len("From a\n\n"); at < len(piece); at += 2 {
		edits = append(edits, ins(at, "y"))
	}
	var written int
	w := unified.NewWriter(counter{&written}, "a", "b", unified.Style{})
	const many = 2000
	for i := range many {
		require.NoError(t, w.Put(piece, edits))
		if i == many-1 {
			require.Greater(t, written, many*len(piece)/2)
		}
	}
	require.NoError(t, w.Close())
	require.Greater(t, written, 2*many*len(piece))
}

type counter struct{ n *int }

func (c counter) Write(b []byte) (int, error) {
	*c.n += len(b)
	return len(b), nil
}

// TestBetween checks that text between pieces comes after the hunk.
func TestBetween(t *testing.T) {
	var b bytes.Buffer
	w := unified.NewWriter(&b, "a", "b", unified.Style{})
	w.Between([]byte("first\n"))
	require.NoError(t, w.Put([]byte("1\n"), []edit.Edit{ins(0, "0\n")}))
	w.Between(nil)
	w.Between([]byte("second\n"))
	require.NoError(t, w.Put([]byte("2\n3\n4\n5\n6\n7\n8\n9\n"), []edit.Edit{ins(14, "x")}))
	w.Between([]byte("third\n"))
	require.NoError(t, w.Close())
	require.Equal(t, "first\n--- a\n+++ b\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\nsecond\n"+
		"--- a\n+++ b\n@@ -7,4 +7,4 @@\n 6\n 7\n 8\n-9\n+x9\nthird\n", b.String())
}
