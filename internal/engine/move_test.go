package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// blogMoves is a site that has moved.
var blogMoves = []engine.Move{{From: "http://old.example/blog/", To: "https://new.example/"}}

// moved returns src with its links moved, and a line for each reference.
func moved(t testing.TB, src string, opts engine.Options) (out string, refs []string) {
	t.Helper()
	opts.Mode = engine.MoveLinks
	if opts.Moves == nil {
		opts.Moves = blogMoves
	}
	rw, err := engine.New(opts)
	require.NoError(t, err)
	plan := rw.References([]byte(src), func(r *engine.Reference) {
		refs = append(refs, strings.TrimSpace(fmt.Sprintf("%v %s %s", r.Status, r.Target, r.Reason.Code)))
	})
	b, err := plan.Bytes()
	require.NoError(t, err)
	return string(b), refs
}

// TestMoveLinks moves single links of a page at http://old.example/blog/a/p.html, in the default
// dialect and as browsers do.
func TestMoveLinks(t *testing.T) {
	const p = "http://old.example/blog/a/p.html"
	for _, c := range []struct{ base, link, want, whatwg string }{
		// Absolute links.
		{p, "http://old.example/blog/x", "https://new.example/x", ""},
		{"", "http://old.example/blog/x", "https://new.example/x", ""},
		{"", "HTTP://OLD.example:80/%62log/%78?a&amp;b=%7e#c", "https://new.example/%78?a&amp;b=%7e#c", ""},
		{p, "http://old.example/x", "http://old.example/x", ""},
		{p, "http://old.example/blog", "http://old.example/blog", ""},
		{p, "https://old.example/blog/x", "https://old.example/blog/x", ""},
		{p, "http://old.example/blog/x/../y", "https://new.example/x/../y", ""},
		{p, "http://old.example/blog/../y", "http://old.example/blog/../y", ""},
		{p, "http:\\\\old.example\\blog\\x y", "http:\\\\old.example\\blog\\x y", "https://new.example/x%20y"},
		{p, "http://old.example/blog/x y/é", "https://new.example/x y/é", ""},
		{p, "mailto:x@old.example", "mailto:x@old.example", ""},
		{p, "cid:x", "cid:x", ""},
		{p, "javascript:go('http://old.example/blog/')", "javascript:go('http://old.example/blog/')", ""},
		// Relative links that stay.
		{p, "x.html", "x.html", ""},
		{p, "../x.html?y#z", "../x.html?y#z", ""},
		{p, "#top", "#top", ""},
		{p, "", "", ""},
		{p, "?q", "?q", ""},
		{"", "x.html", "x.html", ""},
		{"", "/blog/x", "/blog/x", ""},
		{"", "//old.example/blog/x", "//old.example/blog/x", ""},
		{"http://elsewhere.example/", "x.html", "x.html", ""},
		{"http://elsewhere.example/", "/blog/", "/blog/", ""},
		// Those that lead into the tree and keep their form.
		{p, "/blog/x", "/x", ""},
		{p, "/blog/", "/", ""},
		{p, "/blog/a/p.html", "/a/p.html", ""},
		{p, "//old.example/blog/x", "//new.example/x", ""},
		{p, "../../blog/x", "../x", ""},
		{p, "../../blog/a/y", "y", ""},
		{p, "../../../blog/a/y", "y", ""},
		// Those that lead out of it.
		{p, "/x", "http://old.example/x", ""},
		{p, "../../x", "http://old.example/x", ""},
		{p, "//old.example/x", "http://old.example/x", ""},
		{p, "//other.example/x", "http://other.example/x", ""},
		// Those that lead into it.
		{"http://old.example/", "blog/x", "https://new.example/x", ""},
		{"http://old.example/", "/blog/x", "https://new.example/x", ""},
		{"http://old.example/", "//old.example/blog/x", "https://new.example/x", ""},
	} {
		for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
			want := c.want
			if d == resolve.WHATWG && c.whatwg != "" {
				want = c.whatwg
			}
			out, _ := moved(t, `<a href="`+c.link+`">`, engine.Options{Type: engine.HTML, Base: c.base, Dialect: d})
			if out != `<a href="`+want+`">` {
				t.Errorf("%v %s %s: %s, want %s", d, c.base, c.link, out, want)
			}
		}
	}
}

// TestMoveBases moves documents with a base from each place that can give one: below what moves,
// beside it, and elsewhere.
func TestMoveBases(t *testing.T) {
	moved := 0
	for _, list := range [][]engine.Move{
		blogMoves,
		{{From: "http://old.example/blog", To: "http://old.example/weblog"}},
		{{From: "http://old.example/", To: "https://new.example/"}, {From: "http://old.example/blog/a/", To: "https://other.example/b/c/d/"}},
	} {
		for _, url := range []string{"http://old.example/blog/a/b.html", "http://OLD.example:80/%62log/", "http://old.example/x/y", "http://elsewhere.example/", "../c/", "/blog/"} {
			for _, c := range attacks(url) {
				for _, at := range []string{"", "http://old.example/blog/z/"} {
					if c.opts.Origin != "" && at != "" {
						continue
					}
					opts := c.opts
					opts.Type, opts.Base, opts.Moves = c.typ, at, list
					_, n := promise.CheckMoved(named{t, c.name}, []byte(c.src), opts)
					moved += n
				}
			}
		}
	}
	require.Greater(t, moved, 500)
}
