package rewrite_test

import (
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/rewrite"
)

// TestConcurrent uses one Rewriter for different documents at a time.
func TestConcurrent(t *testing.T) {
	nested, err := os.ReadFile("../testdata/nested.eml")
	require.NoError(t, err)
	docs := [][]byte{nested}
	for _, c := range htmlCases {
		docs = append(docs, []byte(c.src))
	}
	rw, err := rewrite.New(rewrite.Options{Base: pageURL})
	require.NoError(t, err)
	var want [][]byte
	for _, d := range docs {
		out, err := rw.Bytes(d)
		require.NoError(t, err)
		want = append(want, out)
	}
	var all sync.WaitGroup
	for g := range 16 {
		all.Go(func() {
			for i := range docs {
				n := (i*7 + g) % len(docs)
				out, err := rw.Bytes(docs[n])
				if err != nil || string(out) != string(want[n]) {
					t.Errorf("document %d: %v, %q, want %q", n, err, out, want[n])
				}
			}
		})
	}
	all.Wait()
}
