package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAllocations: a pass over a mailing list allocates hardly anything, and over a mailbox of encoded HTML at most seven
// times a message.
func TestAllocations(t *testing.T) {
	corpus := os.Getenv("HREFIX_CORPUS")
	if corpus == "" {
		t.Skip("HREFIX_CORPUS is not set")
	}
	in := inputs{corpus: corpus, dir: t.TempDir()}
	require.NoError(t, in.make("mailbox.mbox"))
	for _, c := range []struct {
		name       string
		size       int     // of the part that is read, or 0
		most, each float64 // allocations, and allocations a message
	}{
		{"list.mbox", 0, 20, 0},
		{"mailbox.mbox", 6 << 20, 0, 7},
	} {
		d, err := readDocument(filepath.Join(in.dir, c.name))
		require.NoError(t, err)
		if c.size > 0 {
			n := bytes.LastIndex(d.pieces[0][:c.size], []byte("\nFrom "))
			d.pieces[0] = d.pieces[0][:n+1]
		}
		pass, err := rewriteLinks(&d)
		require.NoError(t, err)
		require.NoError(t, pass())
		got := testing.AllocsPerRun(5, func() { require.NoError(t, pass()) })
		t.Logf("%s: %.0f allocations", c.name, got)
		require.LessOrEqual(t, got, c.most+c.each*float64(bytes.Count(d.pieces[0], []byte("\nFrom "))), c.name)
	}
}
