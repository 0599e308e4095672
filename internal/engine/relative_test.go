package engine_test

import (
	"cmp"
	"hash/fnv"
	"net/url"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// aTree returns the place of a file in the tree of http://h/ with those files.
func aTree(t testing.TB, doc string, files ...string) engine.Tree {
	return treeOf(t, "http://h/", doc, files...)
}

// treeOf does that for another URL.
func treeOf(t testing.TB, url, doc string, files ...string) engine.Tree {
	m := fstest.MapFS{doc: {}}
	for _, f := range files {
		m[f] = &fstest.MapFile{}
	}
	s, err := addressbook.NewBundle(url, m, addressbook.Options{})
	require.NoError(t, err)
	return s.Place(doc)
}

// relativized makes the links of src relative and checks what holds for every document: the
// output is the source except for the edits, references stay for a reason, to do it again changes
// nothing, every relative reference leads to a file by its path alone unless it is reported, and
// every link has the same target, or leads to the same file if its spelling is reported as lost.
func relativized(t promise.T, src []byte, opts engine.Options) (string, *engine.Plan) {
	t.Helper()
	opts.Mode = engine.MakeRelative
	rw, err := engine.New(opts)
	require.NoError(t, err)
	var refs []aReference
	kept := false // a BASE that leads out of the tree
	plan := rw.References(src, func(r *engine.Reference) {
		checkStatus(t, r)
		kept = kept || r.Element == "base" && r.Status == engine.Left && r.Reason.Code == "base-outside"
		refs = append(refs, aReference{r.Status, r.Reason.Code, r.Element == "base", string(r.Target), asBrowser(r)})
	})
	out, err := plan.Bytes()
	require.NoError(t, err)
	opts.Type = plan.Type
	again, err := engine.Bytes(out, opts)
	require.NoError(t, err)
	require.Equal(t, string(out), string(again), "relative twice")
	opts.Converted = true
	again, err = engine.Bytes(out, opts)
	require.NoError(t, err)
	if !kept { // the links that stay because of it lead to no files, and get their URLs then
		require.Equal(t, string(out), string(again), "relative twice, converted")
	}
	checkPaths(t, out, opts)
	opts.Converted = false
	checkMeanings(t, src, out, refs, opts)
	return string(out), plan
}

// An aReference is what rel reported of a reference.
type aReference struct {
	status engine.Status
	code   string
	isBase bool
	target string
	read   string // its URL as a browser reads it
}

// asBrowser returns the URL of a reference as a browser reads it, without its fragment.
func asBrowser(r *engine.Reference) string {
	out, _ := resolve.WHATWG.Base(r.Base.String()).Append(nil, r.Text)
	url, _, _ := strings.Cut(string(out), "#")
	return url
}

// checkStatus checks that a status has a reason if it needs one.
func checkStatus(t promise.T, r *engine.Reference) {
	t.Helper()
	switch r.Status {
	case engine.Absolute:
		require.Contains(t, []string{"", "not-in-tree"}, r.Reason.Code)
	case engine.Resolved:
		require.Contains(t, []string{"", "other-spelling", "other-name", "not-in-tree", "outside", "base-outside", "script", "gives-base", "no-relative-form"}, r.Reason.Code)
		if r.Reason.Code == "" {
			require.False(t, r.Base.IsAbsolute(r.Target), "%s", r.Target)
		}
		require.NotContains(t, `/\`, (string(r.Target) + "x")[:1])
	default:
		require.NotEmpty(t, r.Reason.Code, "%s", r.Text)
	}
}

// checkPaths checks that the relative references of a document whose links were made relative
// lead to files by their paths alone, unless they are reported.
func checkPaths(t promise.T, doc []byte, opts engine.Options) {
	tree := opts.Tree
	opts.Mode = engine.MakeRelative
	rw, err := engine.New(opts)
	require.NoError(t, err)
	own, err := url.Parse(tree.Location())
	require.NoError(t, err)
	rw.References(doc, func(r *engine.Reference) {
		if r.Status != engine.Relative || r.Element == "base" {
			return
		}
		if len(r.Text) == 0 || r.Text[0] == '#' {
			return // the document, or BASE
		}
		from := own
		for _, c := range r.Base.Candidates() {
			if c.Used && strings.HasPrefix(c.From, "BASE") {
				from = from.ResolveReference(parsed(t, c.Value))
			}
		}
		location := from.ResolveReference(parsed(t, string(r.Text)))
		location.Fragment, location.RawFragment = "", ""
		_, ok := tree.At(location.String())
		require.True(t, ok, "%s leads to %s in %s", r.Text, location, doc)
	})
}

// parsed returns a relative reference for package net/url, which resolves it independently.
func parsed(t promise.T, ref string) *url.URL {
	t.Helper()
	ref, _, _ = strings.Cut(ref, "#")
	ref, _, _ = strings.Cut(ref, "?")
	names, err := url.PathUnescape(ref)
	require.NoError(t, err)
	return &url.URL{Path: names}
}

// checkMeanings checks that the links of src are those of out, whose links are relative.
func checkMeanings(t promise.T, src, out []byte, refs []aReference, opts engine.Options) {
	t.Helper()
	was := meanings(t, src, opts)
	opts.Converted = true
	is := meanings(t, out, opts)
	require.Equal(t, len(was), len(is))
	for i, r := range refs {
		switch {
		case r.isBase, was[i] == is[i], r.status == engine.Left && !r.isBase:
			continue
		}
		a, af, _ := strings.Cut(was[i], "#")
		b, bf, _ := strings.Cut(is[i], "#")
		_, from, ok := opts.Tree.Find(a)
		if !ok {
			_, from, ok = opts.Tree.Find(r.read)
		}
		if near, is := opts.Tree.(interface {
			FindNear(url string, byLocation bool) (own, location string, ok bool)
		}); is && !ok {
			if _, from, ok = near.FindNear(a, false); !ok {
				_, from, ok = near.FindNear(r.read, false)
			}
		}
		_, to, _ := opts.Tree.Find(b)
		require.True(t, r.status == engine.Relative || r.code == "other-spelling" || r.code == "other-name", "%+v: %s became %s in %s", r, was[i], is[i], out)
		require.True(t, ok && from == to && af == bf, "%s became %s in %s", was[i], is[i], out)
	}
}

// meanings returns what the references of a document become when they are made absolute.
func meanings(t promise.T, src []byte, opts engine.Options) (all []string) {
	opts.Mode, opts.Missing, opts.DropIntegrity, opts.Fragments = engine.MakeAbsolute, 0, false, engine.FragmentsAbsolute
	rw, err := engine.New(opts)
	require.NoError(t, err)
	rw.References(src, func(r *engine.Reference) { all = append(all, string(r.Target)) })
	return all
}

// relativeCases are documents at http://h/d/p.html, in a tree that has those of
// relativeFiles.
var relativeFiles = []string{
	"index.html", "d/q.html", "d/index.html", "d/e/index.html", "d/p.html?x=1&y", "a/b c.html", "d/i.png", "s.css", "d/x:y", "d/none/z", "d/index.html?n", "d/c|", "d/e\\f.png",
}

var relativeCases = []struct{ name, src, want string }{
	{"beside", `<a href="http://h/d/q.html#s">`, `<a href="q.html#s">`},
	{"above", `<link href='http://h/s.css'>`, `<link href='../s.css'>`},
	{"escapes", `<a href=http://h/a/b%20c.html>`, `<a href=../a/b%20c.html>`},
	{"references of characters", `<a href="http://h/d/q.html#a&amp;b">`, `<a href="q.html#a&amp;b">`},
	{"not there", `<a href=http://h/d/r.html><a href=http://x/d/q.html><a href=r.html><a href=mailto:x>`, `<a href=http://h/d/r.html><a href=http://x/d/q.html><a href=http://h/d/r.html><a href=mailto:x>`},
	{"a directory", `<a href=http://h/d/e/><a href=http://h/><a href="http://h/d/#s">`, `<a href=e/index.html><a href=../index.html><a href="index.html#s">`},
	{"an index", `<a href=http://h/d/e/index.html>`, `<a href=e/index.html>`},
	{"a directory, relative", `<a href=e/><a href=./><a href=e/index.html>`, `<a href=e/index.html><a href=index.html><a href=e/index.html>`},
	{"a directory without an index", `<a href=http://h/d/none/><a href=none/>`, `<a href=http://h/d/none/><a href=http://h/d/none/>`},
	{"a query", `<a href="http://h/d/p.html?x=1&amp;y#s"><a href="?x=1&y"><a href=http://h/d/q.html?z>`, `<a href="p.html%3Fx=1&amp;y#s"><a href="p.html%3Fx=1&y"><a href=http://h/d/q.html?z>`},
	{"a query that only scripts read", `<a href=q.html?z#s><a href=e/?z><a href=gone.html?z><a href=../d/p.html?z><a href=?z><a href=/d/q.html?z>`, `<a href=q.html?z#s><a href=http://h/d/e/?z><a href=http://h/d/gone.html?z><a href=../d/p.html?z><a href=http://h/d/p.html?z><a href=http://h/d/q.html?z>`},
	{"a query that only scripts read, below BASE", `<base href=../a/><a href="b%20c.html?z"><a href=../d/gone.html?z>`, `<base href=../a/><a href="b%20c.html?z"><a href=http://h/d/gone.html?z>`},
	{"a query below BASE out of the tree", `<base href=http://x/d/><a href=q.html?z>`, `<base href=./><a href=http://x/d/q.html?z>`},
	{"two URLs of a file", `<a href=http://h/d/index.html?n><a href=http://h/d/?n>`, `<a href=index.html%3Fn><a href=index.html%3Fn>`},
	{"relative already", `<a href=q.html><a href=./q.html><a href=../d/q.html#s><a href=#s><a href>`, ``},
	{"from the root", `<a href=/s.css><a href=//h/d/q.html><a href=/x>`, `<a href=../s.css><a href=q.html><a href=http://h/x>`},
	{"itself", `<a href=http://h/d/p.html><a href=http://h/d/p.html#s><img src=http://h/d/p.html>`, `<a href=""><a href=#s><img src=p.html>`},
	{"a colon", `<a href=http://h/d/x:y>`, `<a href=./x:y>`},
	{"srcset", `<img srcset="http://h/d/i.png 1x, http://x/i.png 2x, http://h/s.css 3x">`, `<img srcset="i.png 1x, http://x/i.png 2x, ../s.css 3x">`},
	{"style", `<p style="background:url(http://h/d/i.png)"><style>@import "http://h/s.css";a{b:url(http://h/d/p.html#f)}</style>`, `<p style="background:url(i.png)"><style>@import "../s.css";a{b:url(p.html#f)}</style>`},
	{"refresh", `<meta http-equiv=refresh content="0;url=http://h/d/q.html">`, `<meta http-equiv=refresh content="0;url=q.html">`},
	{"srcdoc", `<iframe srcdoc="<a href='http://h/d/q.html'>"></iframe>`, `<iframe srcdoc="<a href='q.html'>"></iframe>`},
	{"a script's", `<script type=importmap>{"imports":{"a":"http://h/d/q.html"}}</script>`, ``},
	{"codebase", `<object codebase=http://h/d/e/ data=http://h/d/i.png></object>`, ``},
	{"BASE in the tree", `<base href=http://h/a/><a href=http://h/d/q.html><a href="b%20c.html"><a href=http://h/d/p.html>`, `<base href=../a/><a href=../d/q.html><a href="b%20c.html"><a href=../d/p.html>`},
	{"BASE in the tree, spelled otherwise", `<base href=HTTP://H:80/a/><a href=http://h/d/q.html><a href="b%20c.html"><a href=/d/p.html>`, `<base href=../a/><a href=../d/q.html><a href="b%20c.html"><a href=../d/p.html>`},
	{"BASE that looks like a file of a query", `<base href="/d/p.html%3Fx=1&amp;y"><a href=http://h/d/q.html><a href="">`, `<base href="p.html%3Fx=1&amp;y"><a href=q.html><a href="">`},
	{"BASE that is the document", `<base href=http://h/d/p.html><a href=http://h/d/p.html#s>`, `<base href=p.html><a href=#s>`},
	{"BASE with a backslash in its name", `<base href="http://h/d/a\b"><a href=http://h/d/q.html><a href=q.html>`, `<base href="a%5Cb"><a href=q.html><a href=q.html>`},
	{"BASE that is not usable", "<base href=http://h/a/?\x1bz><a href=http://h/d/q.html><a href=q.html>", "<base href=http://h/a/?\x1bz><a href=q.html><a href=q.html>"},
	{"BASE that is the directory", `<base href=http://h/d/><a href=http://h/d/><a href=http://h/d/p.html>`, `<base href=./><a href=index.html><a href=p.html>`},
	{"BASE from the root", `<base href=/a/><a href=http://h/d/q.html>`, `<base href=../a/><a href=../d/q.html>`},
	{"BASE, relative", `<base href=../a/><a href=http://h/d/q.html>`, `<base href=../a/><a href=../d/q.html>`},
	{"an element base of SVG", `<base href=http://h/a/><svg><base href=http://h/d/q.html></base></svg><a href=http://h/s.css>`, `<base href=../a/><svg><base href=http://h/d/q.html></base></svg><a href=../s.css>`},
	{"BASE in srcdoc", `<base href=http://h/a/><iframe srcdoc="<a href='http://h/d/q.html'>"></iframe>`, `<base href=../a/><iframe srcdoc="<a href='../d/q.html'>"></iframe>`},
	{"BASE without a slash", `<base href=http://h><a href=http://h/d/q.html><a href=d/q.html><a href=#s>`, `<base href=../><a href=d/q.html><a href=d/q.html><a href=index.html#s>`},
	{"BASE that is spelled otherwise", `<base href=HTTP://H:80/a/><a href=http://h/d/q.html><a href="b%20c.html"><a href=HTTP://h/d/q.html>`, `<base href=../a/><a href=../d/q.html><a href="b%20c.html"><a href=../d/q.html>`},
	{"BASE out of the tree", `<base href=http://x/><a href=http://h/d/q.html><a href=q.html><a href=#s><a href=http://h/d/p.html#s>`, `<base href=./><a href=q.html><a href=http://x/q.html><a href=http://x/#s><a href=p.html#s>`},
	{"BASE out of the tree, other values", `<base href=http://x/><img srcset="a 1x, http://h/d/i.png 2x"><style>a{b:url(c)}</style><iframe srcdoc="<a href=d>"></iframe><script type=module>import "./e.js"</script>`,
		`<base href=./><img srcset="http://x/a 1x, i.png 2x"><style>a{b:url(http://x/c)}</style><iframe srcdoc="<a href=http://x/d>"></iframe><script type=module>import "http://x/e.js"</script>`},
	{"BASE out of the tree that is needed", `<base href=http://x/><a href=http://h/d/q.html><img srcset="a, 1x"><a href="3D&quot;y&quot;">`, ``},
	{"BASE out of the tree, and a second one", `<base href=http://x/><base href=http://y/><a href=q.html>`, `<base href=./><base href=http://y/><a href=http://x/q.html>`},
	{"BASE out of the tree, and a link that has no target", `<base href=http://x/><a href=http://h/d/q.html><a href=http:///>`, `<base href=./><a href=q.html><a href=http:///>`},
	{"dot segments that RFC 1808 keeps", `<a href=/x/../a/b%20c.html#s><a href=http://h/a/%2e%2E/d/./q.html><a href=/../s.css><a href=/x/../none>`,
		`<a href=../a/b%20c.html#s><a href=q.html><a href=../s.css><a href=http://h/x/../none>`},
	{"what browsers read in another way", `<a href="..\a\b%20c.html#s"><a href="../../../s.css"><a href="/d/.?x"><a href="\s.css"><a href="http:s.css"><a href="/\h\d\q.html"><a href="..\a\none">`, `<a href="../a/b%20c.html#s"><a href="../s.css"><a href="http://h/d/.?x"><a href="../s.css"><a href="http:s.css"><a href="q.html"><a href="http://h/d/..\a\none">`},
	{"names that browsers read in another way", `<a href="c|"><a href="C|#s"><a href="./c|"><img src="e\f.png"><img src="./e%5Cf.png"><a href="e%5Cf.png?x\y">`, `<a href="c%7C"><a href="c%7C#s"><a href="./c|"><img src="e%5Cf.png"><img src="./e%5Cf.png"><a href="e%5Cf.png?x\y">`},
	{"BASE where nothing is", `<base href=http://h/nothing/><a href=http://h/d/q.html><a href=x>`, `<base href=./><a href=q.html><a href=http://h/nothing/x>`},
	{"BASE with dots", `<base href=http://h/a/../d/><a href=http://h/d/q.html><a href=q.html>`, `<base href=./><a href=q.html><a href=q.html>`},
	{"BASE that is opaque", `<base href=mailto:x><a href=http://h/d/q.html><a href=q.html>`, ``},
}

func TestRelative(t *testing.T) {
	for _, c := range relativeCases {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				c.want = c.src
			}
			opts := engine.Options{Type: detect.HTML, Tree: aTree(t, "d/p.html", relativeFiles...)}
			out, _ := relativized(t, []byte(c.src), opts)
			require.Equal(t, c.want, out)
			for _, opts.Dialect = range []resolve.Dialect{resolve.RFC3986, resolve.WHATWG} {
				relativized(t, []byte(c.src), opts)
			}
		})
	}
}

// TestRelativeParams tests a directory with ";" in its name. RFC 1808 would take the rest of the
// path for the params of the base.
func TestRelativeParams(t *testing.T) {
	opts := engine.Options{Type: detect.HTML}
	files := []string{"t.html", "d/t.html", "d/a;b/q.html"}
	for _, opts.Dialect = range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
		opts.Tree = aTree(t, "d/a;b/p.html", files...)
		out, _ := relativized(t, []byte(`<a href=http://h/t.html><a href=q.html><a href=../t.html><a href=../../t.html#s>`), opts)
		require.Equal(t, `<a href=../../t.html><a href=q.html><a href=../t.html><a href=../../t.html#s>`, out)
		back, err := engine.Bytes([]byte(out), opts)
		require.NoError(t, err)
		require.Equal(t, `<a href=http://h/t.html><a href=http://h/d/a;b/q.html><a href=http://h/d/t.html><a href=http://h/t.html#s>`, string(back))
	}
	opts.Dialect = resolve.RFC1808
	rw, err := engine.New(opts)
	require.NoError(t, err)
	rw, err = rw.In(aTree(t, "d/p.html", files...))
	require.NoError(t, err)
	out, err := rw.Bytes([]byte(`<a href=../../x>`))
	require.NoError(t, err)
	require.Equal(t, `<a href=http://h/../x>`, string(out), "the dialect of other documents stays")
}

// TestRelativeGuessed: the bytes of a name are escaped if readers must guess their encoding.
func TestRelativeGuessed(t *testing.T) {
	for _, c := range []struct{ charset, src, want string }{
		{"", "<a href=grüße.html#ü><a href=http://h/grüße.html><a href=gr%C3%BC%C3%9Fe.html>", "<a href=gr%C3%BC%C3%9Fe.html#ü><a href=gr%C3%BC%C3%9Fe.html><a href=gr%C3%BC%C3%9Fe.html>"},
		{"", "<meta charset=utf-8><a href=grüße.html>", "<meta charset=utf-8><a href=grüße.html>"},
		{"utf-8", "<a href=grüße.html>", "<a href=grüße.html>"},
	} {
		opts := engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Charset: c.charset, Tree: aTree(t, "p.html", "grüße.html")}
		for _, opts.Converted = range []bool{false, true} {
			out, err := engine.Bytes([]byte(c.src), opts)
			require.NoError(t, err)
			require.Equal(t, c.want, string(out))
		}
	}
}

// TestRelativeRootedBase: links of a converted tree lead to files, even if their document has a
// BASE that leads to no file.
func TestRelativeRootedBase(t *testing.T) {
	opts := engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Converted: true, Tree: aTree(t, "d/p.html", relativeFiles...)}
	out, err := engine.Bytes([]byte(`<base href=/a/><a href=q.html><a href="../a/b%20c.html"><a href=#s><a href=none.html><a href="b%20c.html">`), opts)
	require.NoError(t, err)
	const want = `<base href=../a/><a href=../d/q.html><a href="../a/b%20c.html"><a href=http://h/a/#s><a href=http://h/a/none.html><a href="b%20c.html">`
	require.Equal(t, want, string(out))
	again, err := engine.Bytes(out, opts)
	require.NoError(t, err)
	require.Equal(t, want, string(again))
}

// TestRelativeFragment: the URL Standard escapes a fragment where abs writes it.
func TestRelativeFragment(t *testing.T) {
	opts := engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Tree: aTree(t, "d/p.html", relativeFiles...)}
	for d, want := range map[resolve.Dialect]string{resolve.RFC1808: "", resolve.RFC3986: "", resolve.WHATWG: "the URL of the file is http://h/d/q.html#a%20b"} {
		opts.Dialect = d
		rw, err := engine.New(opts)
		require.NoError(t, err)
		rw.References([]byte(`<a href="http://h/d/q.html#a b">`), func(r *engine.Reference) {
			require.Equal(t, "q.html#a b", string(r.Target))
			require.Equal(t, want, r.Reason.Text)
		})
	}
}

// TestRelativeIRI tests a tree whose URL is not ASCII: links to its files are found in both
// forms, whatever the encoding of the document, and get the form of a URI.
func TestRelativeIRI(t *testing.T) {
	for _, c := range []struct{ name, src, want, absolute string }{
		{"utf-8", "<meta charset=utf-8><a href=http://e.org/é/q.html><a href=HTTP://e.org/%c3%A9/q.html?><a href=q.html#é><a href=http://e.org/ü/>",
			"<meta charset=utf-8><a href=q.html><a href=HTTP://e.org/%c3%A9/q.html?><a href=q.html#é><a href=http://e.org/ü/>",
			"<meta charset=utf-8><a href=http://e.org/%C3%A9/q.html><a href=HTTP://e.org/%c3%A9/q.html?><a href=http://e.org/%C3%A9/q.html#é><a href=http://e.org/ü/>"},
		{"ASCII", "<a href=http://e.org/%c3%a9/q.html><a href=q.html><a href=./>",
			"<a href=q.html><a href=q.html><a href=index.html>", "<a href=http://e.org/%C3%A9/q.html><a href=http://e.org/%C3%A9/q.html><a href=http://e.org/%C3%A9/>"},
		{"undeclared", "<a href=http://e.org/é/q.html><a href=http://e.org/%C3%A9/q.html>", "<a href=q.html><a href=q.html>", "<a href=http://e.org/%C3%A9/q.html><a href=http://e.org/%C3%A9/q.html>"},
		{"windows-1252", "<meta charset=windows-1252><a href=http://e.org/\xe9/q.html><a href=http://e.org/%C3%A9/q.html><a href=http://e.org/\xe9/\xe9.html><a href=http://e.org/&eacute;/q.html>",
			"<meta charset=windows-1252><a href=q.html><a href=q.html><a href=%C3%A9.html><a href=q.html>",
			"<meta charset=windows-1252><a href=http://e.org/%C3%A9/q.html><a href=http://e.org/%C3%A9/q.html><a href=http://e.org/%C3%A9/%C3%A9.html><a href=http://e.org/%C3%A9/q.html>"},
		{"shift_jis", "<meta charset=shift_jis><a href=http://e.org/%C3%A9/\x83\x5c.html>", "<meta charset=shift_jis><a href=%E3%82%BD.html>", "<meta charset=shift_jis><a href=http://e.org/%C3%A9/%E3%82%BD.html>"},
		{"BASE", "<meta charset=utf-8><base href=http://e.org/é/><a href=http://e.org/é/q.html><a href=q.html>",
			"<meta charset=utf-8><base href=./><a href=q.html><a href=q.html>", "<meta charset=utf-8><base href=http://e.org/%C3%A9/><a href=http://e.org/%C3%A9/q.html><a href=http://e.org/%C3%A9/q.html>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
				opts := engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Dialect: d, Tree: treeOf(t, "http://e.org/é/", "p.html", "q.html", "index.html", "é.html", "ソ.html")}
				out, err := engine.Bytes([]byte(c.src), opts)
				require.NoError(t, err)
				require.Equal(t, c.want, string(out), d)
				again, err := engine.Bytes(out, opts)
				require.NoError(t, err)
				require.Equal(t, string(out), string(again), "relative twice")
				opts.Mode, opts.Converted = engine.MakeAbsolute, true
				absolute, err := engine.Bytes(out, opts)
				require.NoError(t, err)
				if d == resolve.WHATWG {
					continue // which escapes fragments, too
				}
				require.Equal(t, c.absolute, string(absolute), d)
				opts.Mode, opts.Converted = engine.MakeRelative, false
				again, err = engine.Bytes(absolute, opts)
				require.NoError(t, err)
				require.Equal(t, string(out), string(again), "there and back")
			}
		})
	}
}

// TestRelativeMissing: what becomes of links to files that the tree lacks, and of links out of
// the tree.
func TestRelativeMissing(t *testing.T) {
	const absolute, resolved, left = engine.Absolute, engine.Resolved, engine.Left
	type result struct {
		status engine.Status
		code   string
		target string
	}
	page := "../not-in-this-copy.html#"
	for ref, want := range map[string][3]result{ // for absolute, keep and mark
		"http://h/gone.html#x":     {{absolute, "not-in-tree", ""}, {absolute, "not-in-tree", ""}, {resolved, "not-in-tree", page + "http://h/gone.html%23x"}},
		"http://h/gone.css?2022.1": {{absolute, "not-in-tree", ""}, {absolute, "not-in-tree", ""}, {resolved, "not-in-tree", page + "http://h/gone.css?2022.1"}},
		"http://h/%2f/gone":        {{absolute, "not-in-tree", ""}, {absolute, "not-in-tree", ""}, {resolved, "not-in-tree", page + "http://h/%252f/gone"}},
		"gone/":                    {{resolved, "not-in-tree", "http://h/d/gone/"}, {left, "not-in-tree", ""}, {resolved, "not-in-tree", page + "http://h/d/gone/"}},
		"/gone.css?2022.1":         {{resolved, "not-in-tree", "http://h/gone.css?2022.1"}, {left, "not-in-tree", ""}, {resolved, "not-in-tree", page + "http://h/gone.css?2022.1"}},
		"//x/gone":                 {{resolved, "outside", "http://x/gone"}, {resolved, "outside", "http://x/gone"}, {resolved, "outside", "http://x/gone"}},
		"http://x/gone.html":       {{absolute, "", ""}, {absolute, "", ""}, {absolute, "", ""}},
		"mailto:gone@example":      {{absolute, "", ""}, {absolute, "", ""}, {absolute, "", ""}},
	} {
		for missing, want := range want {
			opts := engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Missing: decide.Missing(missing), Tree: aTree(t, "d/p.html", relativeFiles...)}
			if want.target == "" {
				want.target = ref
			}
			rw, err := engine.New(opts)
			require.NoError(t, err)
			src := []byte(`<a href="` + ref + `">`)
			plan := rw.References(src, func(r *engine.Reference) {
				require.Equal(t, want, result{r.Status, r.Reason.Code, string(r.Target)}, "%s, missing %d", ref, missing)
			})
			out, err := plan.Bytes()
			require.NoError(t, err)
			opts.Mode, opts.Missing, opts.Converted = engine.MakeAbsolute, 0, true
			back, err := engine.Bytes(out, opts)
			require.NoError(t, err)
			was, err := engine.Bytes(src, opts)
			require.NoError(t, err)
			require.Equal(t, string(was), string(back))
		}
	}
}

// TestMissingMark: only links that a reader follows lead to the page that reports the missing
// file. Its location can be chosen.
func TestMissingMark(t *testing.T) {
	opts := engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Missing: decide.MissingMark, MissingPage: "file:///d/" + decide.MissingName(2), Tree: aTree(t, "d/p.html", append(relativeFiles, "d/"+decide.MissingName(2))...)}
	src := `<a href=x><area href=/y?z#%><img src=x><link href=x><iframe src=x></iframe><meta http-equiv=refresh content="0;url=x"><a style="b:url(x)">`
	out, err := engine.Bytes([]byte(src), opts)
	require.NoError(t, err)
	const page = "not-in-this-copy-2.html#http://h/"
	require.Equal(t, `<a href=`+page+`d/x><area href=`+page+`y?z%23%25><img src=http://h/d/x><link href=http://h/d/x><iframe src=`+page+`d/x></iframe><meta http-equiv=refresh content="0;url=`+page+`d/x"><a style="b:url(http://h/d/x)">`, string(out))
	again, err := engine.Bytes(out, opts)
	require.NoError(t, err)
	require.Equal(t, string(out), string(again))

	absolute := engine.Options{Type: detect.HTML, Tree: opts.Tree}
	back, err := engine.Bytes([]byte(`<a href=not-in-this-copy.html#http://h/x><a href=not-in-this-copy.html#javascript:x><a href=not-in-this-copy.html>`), absolute)
	require.NoError(t, err)
	require.Equal(t, `<a href=http://h/x><a href=http://h/d/not-in-this-copy.html#javascript:x><a href=http://h/d/not-in-this-copy.html>`, string(back))
}

// TestMissingMarkMessage: links and fields of messages never lead to that page, and neither do
// links below a base that the page is not relative to.
func TestMissingMarkMessage(t *testing.T) {
	for src, typ := range map[string]detect.Type{
		"Content-Type: text/html\n\n<a href=http://h/gone><a href=http://h/s.css>":                                       detect.Message,
		"Content-Type: text/html\nContent-Base: http://h/gone/\nLink: <http://h/gone>\n\n<a href=x><a href=/y>":          detect.Message,
		"Content-Type: text/html\nContent-Location: http://h/gone/p\n\n<iframe src=x></iframe>":                          detect.Message,
		`<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://h/e/"><a href="http://h/gone"/><a href="gone"/></svg>`: detect.XML,
	} {
		for missing := decide.MissingAbsolute; missing <= decide.MissingMark; missing++ {
			out, _ := relativized(t, []byte(src), engine.Options{Type: typ, Missing: missing, Tree: aTree(t, "d/p.html", relativeFiles...)})
			require.Equal(t, src, out)
		}
	}
}

// TestRelativeIndex: of the index of a directory, the URL is that of the
// directory.
func TestRelativeIndex(t *testing.T) {
	opts := engine.Options{Type: detect.HTML, Tree: aTree(t, "d/index.html", "d/q.html")}
	out, _ := relativized(t, []byte(`<a href=http://h/d/><a href=http://h/d/#s><a href=http://h/d/index.html><a href=http://h/d/q.html><img src=http://h/d/><a href=../d/>`), opts)
	require.Equal(t, `<a href=""><a href=#s><a href=""><a href=q.html><img src=index.html><a href="">`, out)
	opts.Fragments = engine.FragmentsKeep
	out, _ = relativized(t, []byte(`<a href=#s><a href=http://h/d/q.html>`), opts)
	require.Equal(t, `<a href=#s><a href=q.html>`, out)
}

// TestRelativeOthers: documents of other types.
func TestRelativeOthers(t *testing.T) {
	for _, c := range []struct {
		typ       detect.Type
		src, want string
	}{
		{detect.CSS, `@import "http://h/s.css";a{b:url(http://h/d/p.html#f)}`, `@import "../s.css";a{b:url(p.html#f)}`},
		{detect.XML, `<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://h/d/"><a href="http://h/d/q.html"/></svg>`, ""},
		{detect.XML, `<svg xmlns="http://www.w3.org/2000/svg"><a href="http://h/d/q.html"/></svg>`, `<svg xmlns="http://www.w3.org/2000/svg"><a href="q.html"/></svg>`},
		{detect.Message, "Link: <http://h/s.css>\nContent-Type: text/html\n\n<a href=http://h/d/q.html>", ""},
		{detect.Message, "Content-Location: http://h/d/q.html\nContent-Type: text/html\n\n<a href=http://h/s.css>", ""},
	} {
		if c.want == "" {
			c.want = c.src
		}
		out, _ := relativized(t, []byte(c.src), engine.Options{Type: c.typ, Tree: aTree(t, "d/p.html", relativeFiles...)})
		require.Equal(t, c.want, out)
	}
}

// TestRelativeCase: a site that is spelled otherwise comes back as the tree spells
// it.
func TestRelativeCase(t *testing.T) {
	opts := engine.Options{Type: detect.HTML, Tree: aTree(t, "d/p.html", relativeFiles...), Mode: engine.MakeRelative}
	out, err := engine.Bytes([]byte(`<a href=HTTP://H:80/d/q.html>`), opts)
	require.NoError(t, err)
	require.Equal(t, `<a href=q.html>`, string(out))
	opts.Mode = engine.MakeAbsolute
	out, err = engine.Bytes(out, opts)
	require.NoError(t, err)
	require.Equal(t, `<a href=http://h/d/q.html>`, string(out))
}

func TestRelativeOptions(t *testing.T) {
	tree := aTree(t, "d/p.html")
	for _, opts := range []engine.Options{
		{}, {Tree: tree, DropBase: true}, {Tree: tree, Base: "http://h/d/q.html"},
	} {
		opts.Mode = engine.MakeRelative
		_, err := engine.New(opts)
		require.Error(t, err)
	}
}

// A someTree is the tree of http://example.org/ around a document. Two of three other paths are
// files, by chance.
type someTree string

func (s someTree) URL() string { return "http://example.org/" + string(s) }

func (s someTree) Location() string { return "file:///" + string(s) }

func (s someTree) Find(target string) (own, location string, ok bool) {
	rest, below := strings.CutPrefix(target, "http://example.org/")
	if !below {
		return "", "", false
	}
	name, err := url.PathUnescape(rest)
	if err != nil || strings.Contains(rest, "?") || path.Join("/", name) != "/"+strings.TrimSuffix(name, "/") {
		return target, "", false
	}
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	location = (&url.URL{Scheme: "file", Path: "/" + name}).String()
	own, ok = s.At(location)
	return cmp.Or(own, target), location, ok
}

func (s someTree) FindDir(target string) (location string, ok bool) {
	rest, ok := strings.CutPrefix(target, "http://example.org/")
	return "file:///" + rest[:strings.LastIndexByte(rest, '/')+1], ok
}

func (s someTree) At(location string) (own string, ok bool) {
	u, err := url.Parse(location)
	if err != nil || u.Scheme != "file" || u.RawQuery != "" {
		return "", false
	}
	h := fnv.New32()
	h.Write([]byte(u.Path))
	if strings.HasSuffix(u.Path, "/") || h.Sum32()%3 == 0 {
		return "", false
	}
	named := url.URL{Scheme: "http", Host: "example.org", Path: strings.TrimSuffix(u.Path, "index.html")}
	return named.String(), true
}

// TestRelativeCorpus: what makes the links of the corpus absolute is what makes
// them so again after they were relative.
func TestRelativeCorpus(t *testing.T) {
	for _, in := range inputs {
		if strings.HasPrefix(in.name, "t") {
			continue // hardly any links
		}
		t.Run(in.name, func(t *testing.T) {
			edits := 0
			for _, f := range in.read(t) {
				for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
					opts := engine.Options{Type: in.typ, Dialect: d, Tree: someTree("x/y")}
					absolute, err := engine.Bytes(f.Data, opts)
					require.NoError(t, err)
					_, plan := relativized(named{t, f.Name}, absolute, opts)
					edits += len(plan.Edits())
				}
			}
			t.Logf("%d edits", edits)
			if in.typ == detect.Message {
				require.Zero(t, edits)
			} else {
				require.Greater(t, edits, 1000)
			}
		})
	}
}

func FuzzRelative(f *testing.F) {
	for _, c := range relativeCases {
		f.Add(c.src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, typ := range []detect.Type{detect.HTML, detect.XML, detect.CSS} {
			opts := engine.Options{Type: typ, Tree: aTree(t, "d/p.html", relativeFiles...)}
			relativized(t, []byte(src), opts)
		}
	})
}

// TestRelativeBaseNotes: the note on a BASE that leads out of the tree is only about the one that
// counts, and a link that has no target does not keep it.
func TestRelativeBaseNotes(t *testing.T) {
	for _, c := range []struct{ src, want, note string }{
		{`<base href="http://y/"><base href="../../o/"><a href=q>`, `<base href="./"><base href="../../o/"><a href=http://y/q>`, "BASE leads out of the tree: it becomes ./, and links are relative to the document, or absolute"},
		{`<base href="sub/"><a href="///"><a href="/a/b%20c.html">`, `<base href="./"><a href="///"><a href="../a/b%20c.html">`, "BASE leads out of the tree: it becomes ./, and links are relative to the document, or absolute"},
		// A base that is not the same text as the attribute: a character that is written as a reference, and bytes in a query.
		{`<meta charset=gbk><base href="http://y/&#8232;/"><a href=q>`, `<meta charset=gbk><base href="./"><a href=http://y/%E2%80%A8/q>`, "BASE leads out of the tree: it becomes ./, and links are relative to the document, or absolute"},
		{"<meta charset=gbk><base href=\"http://y/?/\xa9\"><a href=q>", `<meta charset=gbk><base href="./"><a href=http://y/q>`, "BASE leads out of the tree: it becomes ./, and links are relative to the document, or absolute"},
	} {
		opts := engine.Options{Type: detect.HTML, Dialect: resolve.WHATWG, Tree: aTree(t, "d/p.html", relativeFiles...)}
		out, plan := relativized(t, []byte(c.src), opts)
		require.Equal(t, c.want, out)
		require.Len(t, plan.Notes, 1)
		require.Equal(t, c.note, plan.Notes[0].Text)
	}
}

// TestRelativeSpelling: a link that stays reports the spelling that abs writes instead of its own.
func TestRelativeSpelling(t *testing.T) {
	rw, err := engine.New(engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Tree: aTree(t, "a.html", "p.php?x=1", "d/index.html")})
	require.NoError(t, err)
	var got []string
	rw.References([]byte(`<a href=p.php%3Fx=1><a href=d/index.html#s>`), func(r *engine.Reference) {
		require.Equal(t, engine.Relative, r.Status)
		got = append(got, r.Reason.Text)
	})
	require.Equal(t, []string{"the URL of the file is http://h/p.php?x=1", "the URL of the file is http://h/d/#s"}, got)
}

// TestRelativeLong checks that a link stays if its relative form would be longer than 2,048 bytes.
func TestRelativeLong(t *testing.T) {
	const most = 2048
	for _, n := range []int{most, most + 1} {
		fragment := "#" + strings.Repeat("f", n-len("b.html#"))
		opts := engine.Options{Type: detect.HTML, Tree: aTree(t, "a.html", "b.html")}
		out, _ := relativized(t, []byte(`<a href="http://h/b.html`+fragment+`">`), opts)
		if n == most {
			require.Equal(t, `<a href="b.html`+fragment+`">`, out)
		} else {
			require.Equal(t, `<a href="http://h/b.html`+fragment+`">`, out)
		}
	}
}
