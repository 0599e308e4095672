package fieldref

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
)

// httpReferences returns the references in a field of an HTTP response.
func httpReferences(name, body string) []Reference {
	h := new(Header)
	h.Begin([]byte(name + ":" + body))
	h.HTTP = true
	h.Add(name, len(name)+1, len(name)+1+len(body))
	return collect(h)
}

func TestHTTP(t *testing.T) {
	for _, c := range []struct{ name, body, told, target, want string }{
		{"Location", " g h\t", "g h", "http://h/g h", "Location: http://h/g h\t"},
		{"LOCATION", " =?utf-8?q?x?=", "=?utf-8?q?x?=", "/=?utf-8?q?x?=", "LOCATION: /=?utf-8?q?x?="},
		{"Location", " <g>", "<g>", "/<g>", "Location: /<g>"},
		{"Location", " g", "g", "a\r\nX: y", ""},
		{"Location", " g", "g", " g", ""}, // readers would remove the space
		{"Location", " caf\xe9", "caf\xe9", "/caf\xe9", "Location: /caf\xe9"},
		{"Refresh", " 5 ; URL = 'g' x", "g", "http://h/g", "Refresh: 5 ; URL = 'http://h/g' x"},
		{"Refresh", " 0;'g'", "g", "a'b", ""},
		{"Link", " <g>;rel=x", "g", "http://h/g", "Link: <http://h/g>;rel=x"},
		{"Link", " <g>", "g", "a>b", ""},
		{"Link", " <g>", "g", "a b", ""},
		{"Content-Location", " <URL:g>", "g", "/g", "Content-Location: <URL:/g>"},
		{"Content-Base", " g", "g", "http://é/", "Content-Base: http://é/"},
	} {
		refs := httpReferences(c.name, c.body)
		require.Len(t, refs, 1, c.body)
		require.Equal(t, c.told, string(refs[0].Text()), c.body)
		require.Empty(t, refs[0].Keep, c.body)
		edits, reason := refs[0].Write([]byte(c.target), edit.Edit{End: len(c.told), New: []byte(c.target)})
		if c.want == "" {
			require.Equal(t, reasonBytes, reason, c.body)
			continue
		}
		require.Empty(t, reason, c.body)
		out, err := edit.Apply([]byte(c.name+":"+c.body), edits)
		require.NoError(t, err)
		require.Equal(t, c.want, string(out))
	}
	require.Empty(t, httpReferences("Refresh", " 5"))
	require.Empty(t, httpReferences("Content-Type", " message/external-body; access-type=URL; url=x"))
	require.Equal(t, reasonEmpty, httpReferences("Location", " ")[0].Keep)
	require.Equal(t, reasonBreak, httpReferences("Location", " a\x00b")[0].Keep)
	require.Empty(t, read([]byte("Location: x\nRefresh: 0;url=x\n\n")), "fields of HTTP in a message")
}

func TestIsHTTP(t *testing.T) {
	for name, want := range map[string]bool{
		"location": true, "LINK": true, "Refresh": true, "content-base": true, "Base": true, "Content-Location": true,
		"Content-Type": false, "Vary": false, "Locatiom": false, "": false, "X-Forwarded-For-Something": false,
	} {
		require.Equal(t, want, IsHTTP([]byte(name)), name)
	}
	name := []byte("Content-Location")
	require.Zero(t, testing.AllocsPerRun(10, func() { IsHTTP(name) }))
}

// FuzzHTTPField: every target that is written is read back.
func FuzzHTTPField(f *testing.F) {
	f.Add(byte(0), " g", "http://h/g")
	f.Add(byte(1), " 0; url='g'", "/g'")
	f.Add(byte(2), " <a>, <b>; anchor=\"c\"", "d>")
	f.Add(byte(3), " <URL:g>", "URL:x")
	f.Fuzz(func(t *testing.T, which byte, body, target string) {
		name := []string{"Location", "Refresh", "Link", "Content-Location"}[which%4]
		refs := httpReferences(name, body)
		if len(refs) == 0 || refs[0].Keep != "" {
			return
		}
		edits, reason := refs[0].Write([]byte(target), edit.Edit{End: len(refs[0].Text()), New: []byte(target)})
		if reason != "" {
			return
		}
		out, err := edit.Apply([]byte(name+":"+body), edits)
		require.NoError(t, err)
		again := httpReferences(name, string(out[len(name)+1:]))
		require.Equal(t, target, string(again[0].Text()), "%q to %q", body, out)
		require.Len(t, again, len(refs))
	})
}
