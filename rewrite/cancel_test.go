package rewrite_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/rewrite"
)

// TestCopyCancelled checks that Copy stops within a document when its context is done, which a callback
// sees to here, that its error is that of the context, and that the Rewriter can be used again.
func TestCopyCancelled(t *testing.T) {
	const n, at, most = 20_000, 1000, 2000
	part := "--m\nContent-Type: text/html\n\n<a href=x>\n"
	for name, c := range map[string]struct {
		typ              rewrite.Type
		head, unit, tail string
	}{
		"HTML":    {rewrite.HTML, "", "<a href=x>", ""},
		"srcset":  {rewrite.HTML, `<img srcset="`, "x 1x, ", `">`},
		"style":   {rewrite.HTML, "<style>", "a{b:url(x)}", "</style>"},
		"srcdoc":  {rewrite.HTML, "<iframe srcdoc='", "<a href=x>", "'>"},
		"frames":  {rewrite.HTML, "", "<iframe srcdoc='<a href=x>'></iframe>", ""},
		"XML":     {rewrite.XML, `<x xmlns="http://www.w3.org/1999/xhtml">`, `<a href="x"/>`, "</x>"},
		"feed":    {rewrite.XML, "<rss><channel>", "<item><description>&lt;a href=x></description></item>", "</channel></rss>"},
		"CSS":     {rewrite.CSS, "", "a{b:url(x)}", ""},
		"JSON":    {rewrite.JSON, `{"version":"https://jsonfeed.org/version/1","items":[`, `{"content_html":"<a href=x>"},`, "{}]}"},
		"parts":   {rewrite.Message, "Content-Type: multipart/mixed; boundary=m\n\n", part, "--m--\n"},
		"mailbox": {rewrite.Mbox, "", "From a@b Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n", ""},
	} {
		for _, inMemory := range []bool{true, false} {
			ctx, cancel := context.WithCancel(t.Context())
			seen := 0
			rw, err := rewrite.New(rewrite.Options{Type: c.typ, Base: "http://h/", Visit: func(*rewrite.Link) {
				if seen++; seen == at {
					cancel()
				}
			}})
			require.NoError(t, err)
			var src io.Reader = strings.NewReader(c.head + strings.Repeat(c.unit, n) + c.tail)
			if !inMemory {
				src = io.MultiReader(src)
			}
			_, err = rw.Copy(ctx, io.Discard, src)
			require.True(t, err == context.Canceled, "%s: %v", name, err)
			require.Less(t, seen, most, name)
			require.GreaterOrEqual(t, seen, at, name)
			var out bytes.Buffer
			_, err = rw.Copy(t.Context(), &out, strings.NewReader(c.head+strings.Repeat(c.unit, 2)+c.tail))
			require.NoError(t, err)
			require.Equal(t, 2, strings.Count(out.String(), "http://h/x"), name)
		}
	}
}

// A countdown is a context that is done once Err has been called left times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCopyCancelledBefore checks that Copy also looks at its context where a document has no links, or
// before it decides the first one.
func TestCopyCancelledBefore(t *testing.T) {
	for name, c := range map[string]struct {
		typ        rewrite.Type
		head, unit string
	}{
		"HTML": {rewrite.HTML, "", "<a href=x>text</a>"},
		"XML":  {rewrite.XML, "<x>", "<p>text</p>"},
		"JSON": {rewrite.JSON, "[0", `,{"a":["b"]}`},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		rw, err := rewrite.New(rewrite.Options{
			Type: c.typ, JSONFields: []rewrite.JSONField{{Path: "/c", Role: "html"}},
			Visit: func(*rewrite.Link) { t.Error(name) },
		})
		require.NoError(t, err)
		_, err = rw.Copy(&countdown{ctx, 100}, io.Discard, strings.NewReader(c.head+strings.Repeat(c.unit, 100_000)))
		require.True(t, err == context.Canceled, "%s: %v", name, err)
	}
}
