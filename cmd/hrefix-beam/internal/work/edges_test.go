package work

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEdges(t *testing.T) {
	for _, hosts := range []string{"\t", "a.example\tb.example", "a.example\t", "\tb.example"} {
		for _, urls := range []string{"http://a.example/x\thttp://b.example/", "mailto:a@b\tdata:,"} {
			line := AppendEdge(nil, []byte(hosts+"\t"+urls), 1<<40)
			key, n, ok := ParseEdge(line[:len(line)-1])
			require.True(t, ok)
			require.Equal(t, int64(1<<40), n)
			between, of := Hosts(key)
			require.Equal(t, []string{hosts, urls}, []string{string(between), string(of)})
			require.Less(t, Shard(key, 3), 3)
			require.Equal(t, Shard(key, 1000), Shard([]byte(hosts+"\tx\ty"), 1000), "edges between the same hosts")
		}
	}
	for _, broken := range []string{"", "a", "a\tb", "a\t1x"} {
		_, _, ok := ParseEdge([]byte(broken))
		require.False(t, ok, broken)
	}
}

// TestNew: there is a Rewriter for each type of documents.
func TestNew(t *testing.T) {
	w, err := New(Defaults(Links))
	require.NoError(t, err)
	for _, name := range []string{"html", "message", "mbox", "warc", "ndjson", "xml", "css"} {
		_, as, err := w.rewriter(name)
		require.NoError(t, err)
		require.Equal(t, name, as.String())
		require.NotNil(t, w.as[as])
	}
}
