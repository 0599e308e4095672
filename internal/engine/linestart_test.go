package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

// lineStarts are documents with a reference at the start of a line, or near it.
var lineStarts = []struct{ body, url string }{
	{"<a href='\nx\n'>", "--b"},
	{"<a href='\nx\n'>", "--"},
	{"<a href='\n-x\n'>", "--b"},
	{"<a href='\n--x\n'>", "--b"},
	{"<a href=\nx\n>", "--b"},
	{"<img srcset='\nx 1x,\ny 2x'>", "--b"},
	{"<a href=http://h/ ping='http://h/\nx'>", "--b"},
	{"<meta http-equiv=refresh content='0;url=\nx'>", "--b"},
	{"<p style='a:url(\nx\n)'>", "--b"},
	{"<style>a{b:url(\nx\n)}</style>", "--b"},
	{"<iframe srcdoc='<a href=\"\nx\n\">'>", "--b"},
	{"<iframe srcdoc='<p style=\"a:url(\nx\n)\">'>", "--b"},
}

// TestDelimiterAtLineStart: a URL that a caller chooses does not end a part.
func TestDelimiterAtLineStart(t *testing.T) {
	const head, tail = "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n", "\nX-New: 1\n\nbody\n--b--\n"
	for _, c := range lineStarts {
		for _, ending := range []string{"\n", "\r\n"} {
			for _, encoding := range []string{"", "Content-Transfer-Encoding: quoted-printable\n"} {
				body := c.body
				if encoding != "" {
					body = strings.ReplaceAll(body, "=", "=3D")
				}
				src := strings.ReplaceAll(head+encoding+"\n"+body+tail, "\n", ending)
				replaced, kept := replacedBy(t, src, c.url)
				require.NotZero(t, replaced+kept, "%q", src)
				if encoding == "" {
					require.NotZero(t, kept, "%q", src)
				} else if !strings.Contains(body, "-x") {
					require.Zero(t, kept, "%q", src)
				}
			}
		}
		_, kept := replacedBy(t, "Content-Type: text/html\n\n"+c.body, c.url)
		require.Zero(t, kept, "without parts: %q", c.body)
	}
	_, kept := replacedBy(t, head+"\n<!--\n--><a href='x'>\n"+tail, "y")
	require.Zero(t, kept, "the line begins with dashes before and after")
}

// TestFromAtLineStart: a URL that a caller chooses is not written in a mailbox as the start of
// the next message, nor with the ">" that would prevent that.
func TestFromAtLineStart(t *testing.T) {
	refused := 0
	for _, c := range lineStarts {
		message := "Content-Type: text/html\n\n" + strings.ReplaceAll(c.body, "-x", "x") + "\n"
		_, kept := replacedBy(t, "From a@b Mon Jan  1 00:00:00 2001\n"+message, "From x")
		_, outside := replacedBy(t, message, "From x") // some places cannot hold a space
		refused += kept - outside
	}
	require.Equal(t, 6, refused)
}

// replacedBy replaces all references of src by url. It returns how many are replaced, and how
// many stay because their place cannot hold url. It checks that the parts of the result, and
// their references, are those of src with the replacements.
func replacedBy(t *testing.T, src, url string) (replaced, kept int) {
	t.Helper()
	rw, err := engine.New(replacing(engine.Options{}, url))
	require.NoError(t, err)
	var want, parts []string
	plan := rw.Visit([]byte(src), engine.Visitor{
		Document: func(d *engine.Document) { parts = append(parts, d.Part+d.MediaType) },
		Reference: func(r *engine.Reference) {
			want = append(want, string(r.Target))
			switch {
			case r.Status == engine.Resolved:
				replaced++
			case r.Reason.Is(reason.Unwritable):
				kept++
			}
		},
	})
	out, err := plan.Bytes()
	require.NoError(t, err)
	plain, err := engine.New(engine.Options{Type: plan.Type})
	require.NoError(t, err)
	var got, after []string
	plain.Visit(out, engine.Visitor{
		Document:  func(d *engine.Document) { after = append(after, d.Part+d.MediaType) },
		Reference: func(r *engine.Reference) { got = append(got, string(r.Text)) },
	})
	require.Equal(t, want, got, "%q", out)
	require.Equal(t, parts, after, "%q", out)
	return replaced, kept
}
