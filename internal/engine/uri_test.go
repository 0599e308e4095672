package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/resolve"
)

// TestAppendURI: the target is the same in a document of another encoding, in all dialects.
func TestAppendURI(t *testing.T) {
	for _, c := range []struct {
		dialect            resolve.Dialect
		charset, ref, want string
	}{
		{resolve.RFC1808, "iso-8859-1", "caf\xe9", "http://h/caf\u00e9"},
		{resolve.WHATWG, "iso-8859-1", "caf\xe9", "http://h/caf%C3%A9"},
		{resolve.WHATWG, "iso-8859-1", "caf&eacute;?\xe9", "http://h/caf%C3%A9?%E9"},
		{resolve.WHATWG, "shift_jis", "\x93\xfa", "http://h/%E6%97%A5"},
		{resolve.WHATWG, "utf-8", "caf\u00e9", "http://h/caf%C3%A9"},
		{resolve.RFC3986, "utf-8", "caf\xe9", "http://h/caf\xe9"},
	} {
		rw, err := New(Options{Type: detect.HTML, Base: "http://h/", Charset: c.charset, Dialect: c.dialect})
		require.NoError(t, err)
		rw.Visit([]byte("<a href='"+c.ref+"'>"), Visitor{Reference: func(ref *Reference) {
			got, ok := ref.AppendURI(nil)
			require.True(t, ok)
			require.Equal(t, c.want, string(got), "%v %q", c.dialect, c.ref)
		}})
	}
}
