package mimebase

import (
	"iter"
	"maps"
	"strings"
	"testing"

	"github.com/emersion/go-message"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// goMessage returns the fields of a header that go-message has parsed.
func goMessage(h message.Header) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for f := h.Fields(); f.Next(); {
			if !yield(f.Key(), f.Value()) {
				return
			}
		}
	}
}

// TestHeaderContext compares HeaderContext with Parse for the same message.
func TestHeaderContext(t *testing.T) {
	retrieval := base.NewContext(resolve.RFC1808, base.Source{From: "given", Value: "http://given/x/"})
	for _, c := range []struct{ outer, inner, want string }{
		{"", "", "http://given/x/"},
		{"Base: <URL:http://outer/>\n", "", "http://outer/"},
		{"Base: <URL:http://outer/>\n", "Content-Location: in/\n", "http://outer/in/"},
		{"Content-Base: http://outer/\n", "Base: <URL:http:\n //inner/>\n", "http://inner/"},
		{"base: <URL:http://outer/>\nBASE: <URL:http://second/>\n", "", "http://outer/"},
		{"Base: <URL:mailto:a@b>\nContent-Base: http://cb/\n", "", "http://cb/"},
		{"Base: <URL:file:///etc/>\n", "", "http://given/x/"},
		{"Content-Location: =?utf-8?q?http=3A//w/?=\n", "", "http://w/"},
		{"X-Url: http://kept/\n", "", "http://given/x/"},
		{"Content-Location: thismessage:/\n", "", "http://given/x/"},
	} {
		text := c.outer + "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + c.inner + "Content-Type: text/html\n\n\n--b--\n"
		want := Parse([]byte(text), retrieval, Options{}).Parts[0].Context().Establish()
		require.Equal(t, c.want, want.String(), text)

		top, err := message.Read(strings.NewReader(text))
		require.NoError(t, err)
		part, err := top.MultipartReader().NextPart()
		require.NoError(t, err)
		outer := HeaderContext(retrieval, goMessage(top.Header), Options{})
		got := HeaderContext(outer, goMessage(part.Header), Options{}).Establish()
		require.Equal(t, want.String(), got.String(), text)
		require.Equal(t, want.Layer, got.Layer, text)
		require.Len(t, got.Candidates(), len(want.Candidates()), text)
	}
}

func TestHeaderContextOptions(t *testing.T) {
	fields := maps.All(map[string]string{"X-Url": "http://u/", "Base": "<URL:gopher://g/>"})
	ctx := HeaderContext(nil, fields, Options{})
	require.Equal(t, "gopher://g/", ctx.Base().String())
	require.Equal(t, "Base field", ctx.Establish().From)
	ctx = HeaderContext(nil, fields, Options{BaseSchemes: []string{"http"}, RetrievalFields: []string{"X-URL"}})
	require.Equal(t, "http://u/", ctx.Base().String())
	require.Equal(t, base.Retrieval, ctx.Establish().Layer)
	require.Equal(t, "X-URL field", ctx.Establish().From)
	ctx = HeaderContext(nil, fields, Options{BaseFields: []string{"X-Url"}})
	require.Equal(t, "http://u/", ctx.Base().String())
	require.Equal(t, base.Encapsulating, ctx.Establish().Layer)
	require.False(t, HeaderContext(nil, maps.All(map[string]string{}), Options{}).Base().Resolves())
}
