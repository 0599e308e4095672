package engine_test

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
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
			out, _ := moved(t, `<a href="`+c.link+`">`, engine.Options{Type: detect.HTML, Base: c.base, Dialect: d})
			if out != `<a href="`+want+`">` {
				t.Errorf("%v %s %s: %s, want %s", d, c.base, c.link, out, want)
			}
		}
	}
}

// TestMoveBases moves documents with a base from each place that can give one: below what moves,
// beside it, and elsewhere.
func TestMoveBases(t *testing.T) {
	moved, n, step := 0, 0, corpus.Step(7)
	for _, list := range [][]engine.Move{
		blogMoves,
		{{From: "http://old.example/blog", To: "http://old.example/weblog"}},
		{{From: "http://old.example/", To: "https://new.example/"}, {From: "http://old.example/blog/a/", To: "https://other.example/b/c/d/"}},
	} {
		for _, url := range []string{"http://old.example/blog/a/b.html", "http://OLD.example:80/%62log/", "http://old.example/x/y", "http://elsewhere.example/", "../c/", "/blog/"} {
			for _, c := range attacks(url) {
				for _, at := range []string{"", "http://old.example/blog/z/"} {
					n++
					if n%step != 0 || c.opts.Origin != "" && at != "" {
						continue
					}
					opts := c.opts
					opts.Type, opts.Base, opts.Moves = c.typ, at, list
					_, links := promise.CheckMoved(named{t, c.name}, []byte(c.src), opts)
					moved += links
				}
			}
		}
	}
	require.Greater(t, moved, 500/step)
}

// TestMoveForms moves relative links that cannot have the shortest form in their place.
func TestMoveForms(t *testing.T) {
	const p = "http://old.example/blog/a/p.html"
	for _, c := range []struct{ src, want string }{
		{`<script type=module>import "../../blog/a/m.js"</script>`, `<script type=module>import "./m.js"</script>`},
		{`<img src="../../blog/a/p.html">`, `<img src="p.html">`},
		{`<a href="../../blog/a/p.html">`, `<a href="p.html">`},
		{`<img srcset="../../blog/a/,x 1x">`, `<img srcset="./,x 1x">`},
		{`<a style="background:url(../../blog/a/p.html#x)">`, `<a style="background:url(p.html#x)">`},
		{`<base href="../../blog/a/p.html"><a href=x>`, `<base href="p.html"><a href=x>`},
		{`<base href="http://old.example/blog/b/"><a href=/blog/b/c><a href=../../blog/>`, `<base href="https://new.example/b/"><a href=/b/c><a href=../>`},
		{`<meta http-equiv=refresh content="0;url=/blog/x">`, `<meta http-equiv=refresh content="0;url=/x">`},
		{`<object codebase="/blog/c/" data=d>`, `<object codebase="/c/" data=d>`},
		{`<iframe srcdoc="&lt;a href='/blog/x'>&lt;base href='/blog/'>">`, `<iframe srcdoc="&lt;a href='/x'>&lt;base href='/'>">`},
		{`<a href="/blog/%2F/&amp;?&quot;">`, `<a href="/%2F/&amp;?&quot;">`},
		{`<script type=importmap>{"imports":{"a":"http:\/\/old.example\/blog\/a.js","http://old.example/blog/b/":"/blog/c/"}}</script>`,
			`<script type=importmap>{"imports":{"a":"https://new.example\/a.js","https://new.example/b/":"/c/"}}</script>`},
		{`<p style="background:url(http\3a //old.example/blog/\78 )">`, `<p style="background:url(https://new.example/\78 )">`},
		{`<form action=""><input formaction=""></form>`, `<form action=""><input formaction=""></form>`},
	} {
		r, _ := promise.CheckMoved(t, []byte(c.src), engine.Options{Type: detect.HTML, Base: p, Moves: blogMoves})
		require.Equal(t, c.want, string(r.Output))
	}
}

// TestMoveKeptBase moves documents in which something that gives a base must stay: the links
// below it do not depend on it then.
func TestMoveKeptBase(t *testing.T) {
	long := strings.Repeat("x", base.MaxURL-22) + "/"
	far := []engine.Move{{From: "http://old.example/blog/", To: "https://new.example/" + long}}
	for _, c := range []struct {
		name, src, want string
		opts            engine.Options
	}{
		{"Base", "Base: <URL:http://old.example/blog/> \x0b\nContent-Type: text/html\n\n<a href=x><a href=#s>", "Base: <URL:http://old.example/blog/> \x0b\nContent-Type: text/html\n\n<a href=https://new.example/x><a href=https://new.example/#s>", engine.Options{Type: detect.Message}},
		{"BASE", `<base href="http://old.example/blog/long/"><a href=x>`, `<base href="http://old.example/blog/long/"><a href=https://new.example/` + long + `long/x>`, engine.Options{Type: detect.HTML, Moves: far}},
		{"srcdoc", `<base href="http://old.example/blog/long/"><iframe srcdoc="<a href=x>">`, `<base href="http://old.example/blog/long/"><iframe srcdoc="<a href=https://new.example/` + long + `long/x>">`, engine.Options{Type: detect.HTML, Moves: far}},
		{"xml:base", `<a xmlns="http://www.w3.org/1999/xhtml" href="x" xml:base="http://old.example/blog/long/"/>`, `<a xmlns="http://www.w3.org/1999/xhtml" href="https://new.example/` + long + `long/x" xml:base="http://old.example/blog/long/"/>`, engine.Options{Type: detect.XML, Moves: far}},
		{"the URL of the document", `<a href=x>`, `<a href=https://new.example/` + long + `long/x>`, engine.Options{Type: detect.HTML, Moves: far, Base: "http://old.example/blog/long/"}},
	} {
		out, refs := moved(t, c.src, c.opts)
		require.Equal(t, c.want, out, c.name)
		require.NotContains(t, strings.Join(refs, ","), "leads-there", c.name)
	}
}

// TestMoveHint moves a page whose URL only its comment names. The comment stays, so that links
// that change do not depend on it: a second run changes nothing.
func TestMoveHint(t *testing.T) {
	const comment = "<!-- saved from url=(0032)http://old.example/blog/a/b.html -->"
	opts := engine.Options{Type: detect.HTML, Moves: []engine.Move{{From: "http://old.example/blog/", To: "http://old.example/y/z/w/"}}}
	r, _ := promise.CheckMoved(t, []byte(comment+`<a href=../c><a href=../../d><a href=http://old.example/blog/>`), opts)
	require.Equal(t, comment+`<a href=../c><a href=http://old.example/d><a href=http://old.example/y/z/w/>`, string(r.Output))
}

// TestMoveSavedEmpty moves a page with an empty link whose original URL an attribute has. The link
// leads to the saved page and stays.
func TestMoveSavedEmpty(t *testing.T) {
	const page = `<!-- saved from url=(0021)http://old.example/b/ --><a href="" tppabs="http://old.example/blog/x">`
	out, _ := moved(t, page, engine.Options{Type: detect.HTML})
	require.Equal(t, page, out)
}

// TestMoveDecide: Decide sees the mapped URL, and what it wants is done.
func TestMoveDecide(t *testing.T) {
	var saw []string
	opts := engine.Options{Type: detect.HTML, Base: "http://old.example/blog/"}
	opts.Decide = func(r *engine.Reference) engine.Decision {
		saw = append(saw, fmt.Sprintf("%s %v", r.Target, r.Status))
		switch string(r.Text) {
		case "/blog/keep":
			return engine.Decision{Keep: true}
		case "/blog/other":
			return engine.Decision{Replace: true, URL: "http://other.example/"}
		}
		return engine.Decision{}
	}
	out, _ := moved(t, `<a href=x><a href=/blog/keep><a href=/blog/other><a href=http://old.example/blog/y>`, opts)
	require.Equal(t, `<a href=x><a href=/blog/keep><a href=http://other.example/><a href=https://new.example/y>`, out)
	require.Equal(t, []string{"x relative", "/keep resolved", "/other resolved", "https://new.example/y resolved"}, saw)
}

// TestMoveOptions checks that options that contradict the mode are refused.
func TestMoveOptions(t *testing.T) {
	for _, opts := range []engine.Options{
		{Mode: engine.MoveLinks}, {Moves: blogMoves}, {RootRelative: true}, {Mode: engine.MoveLinks, Moves: blogMoves, DropBase: true},
		{Mode: engine.MoveLinks, Moves: []engine.Move{{From: "x", To: "y"}}},
	} {
		_, err := engine.New(opts)
		require.Error(t, err)
	}
}

// TestMoveGrowth: a document that would grow beyond the limit is left, and its links are reported.
func TestMoveGrowth(t *testing.T) {
	src := strings.Repeat("<a href=http://o/>", 10_000)
	opts := engine.Options{Type: detect.HTML, MaxGrowth: 1, Moves: []engine.Move{{From: "http://o/", To: "http://n/" + strings.Repeat("x", 4000) + "/"}}}
	out, refs := moved(t, src, opts)
	require.Equal(t, src, out)
	require.Equal(t, "left http://o/ growth", refs[0])
}

// TestMoveLarge moves the links of a document that is walked twice.
func TestMoveLarge(t *testing.T) {
	for _, own := range []string{"<base href=http://old.example/blog/>", "<base href=/blog/>", ""} {
		src := []byte(own + strings.Repeat("<a href=x><a href=/y><a href=http://old.example/blog/z>", 2000))
		opts := engine.Options{Type: detect.HTML, Base: "http://old.example/", Mode: engine.MoveLinks, Moves: blogMoves}
		want, err := engine.Bytes(src, opts)
		require.NoError(t, err)
		rw, err := engine.New(opts)
		require.NoError(t, err)
		rw.SetLarge(2000)
		got, err := rw.Bytes(src)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
}

// TestMoveAllocations: no reference allocates memory.
func TestMoveAllocations(t *testing.T) {
	const links = "<a href=x><a href=/y><a href=/blog/y><a href=../../blog/b/><a href=http://old.example/blog/z><img src=http://other.example/>"
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://old.example/blog/b/c", Mode: engine.MoveLinks, Moves: blogMoves})
	require.NoError(t, err)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pool of buffers
	allocs := func(n int) float64 {
		src := []byte(strings.Repeat(links, n))
		buf := make([]byte, 0, 4*len(src))
		return testing.AllocsPerRun(20, func() { _, _ = rw.Append(buf, src) })
	}
	require.Less(t, allocs(200), allocs(20)+20)
}

// TestMoveWritesNoPlaceholder: a relative link that would look like a placeholder of a template, which the next run
// would leave, begins with "./".
func TestMoveWritesNoPlaceholder(t *testing.T) {
	for src, want := range map[string]string{
		`<a href=http://h/a/x>`: `<a href=http://n/^b/x>`,
		`<a href=a/x>`:          `<a href=./^b/x>`,
		`<a href=/a/x>`:         `<a href=/^b/x>`,
	} {
		opts := engine.Options{Type: detect.HTML, Base: "http://h/p.html", Mode: engine.MoveLinks, Moves: []engine.Move{{From: "http://h/a/", To: "http://n/^b/"}, {From: "http://h/", To: "http://n/"}}}
		r, _ := promise.CheckMoved(t, []byte(src), opts)
		require.Equal(t, want, string(r.Output))
	}
}
