//go:build hrefix_noarchives

package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/rewrite"
)

// TestNoArchives checks a build without web archives: they and compressed files stay as they are, with
// a note that names their kind. Other containers are read.
func TestNoArchives(t *testing.T) {
	rw, err := rewrite.New(rewrite.Options{Base: "http://a/b/"})
	require.NoError(t, err)
	for name, src := range map[string]string{
		"warc": "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n<a href=x>\r\n\r\n",
		"gzip": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff<a href=x>",
		"zip":  "PK\x03\x04<a href=x>",
		"zstd": "\x28\xb5\x2f\xfd<a href=x>",
	} {
		typ, known := rewrite.DetectType("", []byte(src))
		require.Equal(t, rewrite.Other, typ, name)
		require.False(t, known, name)
		plan := rw.Plan([]byte(src))
		require.False(t, plan.Changes(), name)
		require.Len(t, plan.Notes(), 1, name)
		require.Equal(t, "other-file", plan.Notes()[0].Code, name)
		t.Log(plan.Notes()[0])
	}
	for _, typ := range []rewrite.Type{"warc", "zip", "tar", "webarchive"} {
		_, err := rewrite.New(rewrite.Options{Type: typ})
		require.ErrorIs(t, err, rewrite.ErrOptions, typ)
	}
	mbox := "From a@b Thu Jan  1 00:00:00 1970\nContent-Type: text/html\n\n<a href=x>\n"
	require.Equal(t, "From a@b Thu Jan  1 00:00:00 1970\nContent-Type: text/html\n\n<a href=http://a/b/x>\n", string(rw.Bytes([]byte(mbox))))
	require.Equal(t, `{"a":1}`, string(rw.Bytes([]byte(`{"a":1}`))))
}
