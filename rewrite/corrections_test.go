package rewrite_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/rewrite"
)

// TestCorrectionsOfMany: what is corrected in each of many parts takes no copy of
// the others.
func TestCorrectionsOfMany(t *testing.T) {
	const size = 1 << 20
	src := []byte(messageShapes(size)[messagePrefix+"parts, corrected"])
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Message, Base: "http://a/"})
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := rw.Bytes(src)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	const digest = "Content-Length: 19\nContent-MD5: cPct8ZCWnDs/no1npHKZ5w==\n\n<a href=http://a/x>\n"
	require.Greater(t, strings.Count(string(out), digest), 9000)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(100*size))
}
