package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestDeclare checks where the charset of the transport is written, and that no other byte changes.
func TestDeclare(t *testing.T) {
	far := "<html>" + strings.Repeat(" ", 1020) + "<head>"
	for _, c := range []struct{ charset, text, want string }{
		{"iso-8859-1", "<html><head><a href='/d/'>\xe9", "<html><head><meta charset=windows-1252><a href='/d/'>\xe9"},
		{"Shift_JIS", "<!doctype html>\n<title>\x93\xfa", "<!doctype html>\n<meta charset=shift_jis><title>\x93\xfa"},
		{"utf-8", "<p>\xe9 \xc3\xa9", "<meta charset=utf-8><p>\xe9 \xc3\xa9"},
		{"iso-2022-jp", "<p>\x1b$BF|", "<meta charset=iso-2022-jp><p>\x1b$BF|"},
		{"iso-2022-jp", "\x1b$BF|\x1b(B<p>", "<meta charset=iso-2022-jp>\x1b$BF|\x1b(B<p>"},
		{"iso-2022-jp", "<html><head>\x1b$BF|\x1b(B<p>", "<html><head><meta charset=iso-2022-jp>\x1b$BF|\x1b(B<p>"},
		{"utf-8", "<p>\xc3\xa9", "<meta charset=utf-8><p>\xc3\xa9"},
		{"utf-8", "<html><head><title>\xc3\xa9</title><meta charset=koi8-r>", ""},
		{"utf-8", "<html><head><title>e</title><meta charset=koi8-r>", ""},
		{"utf-8", "<p>e", ""},
		{"utf-8", "<?xml version='1.0' encoding='koi8-r'?><p>\xc3\xa9", ""},
		{"koi8-r", "<meta charset=koi8-r><p>\xe9", ""},
		{"iso-8859-1", "<p>e", ""},
		{"iso-8859-1", "<meta charset=koi8-r><p>\xe9", ""},
		{"iso-8859-1", "\xef\xbb\xbf<p>\xe9", ""},
		{"utf-16", "<p>\xe9", ""},
		{"unknown", "<p>\xe9", ""},
		{"", "<p>\xe9", ""},
		{"iso-8859-1", far + "\xe9", ""},
	} {
		rw, err := engine.New(engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Tree: siteTree(t, "d/e.html"), Charset: known(c.charset)})
		require.NoError(t, err)
		plan := rw.Plan([]byte(c.text))
		without, err := plan.Bytes()
		require.NoError(t, err)
		require.Equal(t, c.want != "", plan.Declare(c.charset), "%q", c.text)
		got, err := plan.Bytes()
		require.NoError(t, err)
		if c.want == "" {
			require.Equal(t, string(without), string(got))
			continue
		}
		meta := c.want[strings.Index(c.want, "<meta"):]
		meta = meta[:strings.IndexByte(meta, '>')+1]
		require.Equal(t, strings.Index(c.want, meta), strings.Index(string(got), meta))
		require.Equal(t, string(without), strings.Replace(string(got), meta, "", 1))
		require.False(t, rw.Plan(got).Declare(c.charset), "again")
	}
}

// known returns a charset, or "" if it is unknown.
func known(charset string) string {
	if engine.IsCharset(charset) {
		return charset
	}
	return ""
}
