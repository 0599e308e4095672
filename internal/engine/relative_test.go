package engine_test

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
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
	s, err := addressbook.NewFS(url, m, addressbook.Options{})
	require.NoError(t, err)
	return s.PlaceIn(doc)
}

// relativized makes the links of src relative and checks what holds for every
// document: the output is the source except for the edits, references stay for a
// reason, to do it again changes nothing, every relative reference that was found
// in the tree leads to a file of it, and every reference stands for what it stood
// for.
func relativized(t promise.T, src []byte, opts engine.Options) (string, *engine.Plan) {
	t.Helper()
	opts.Mode = engine.MakeRelative
	rw, err := engine.New(opts)
	require.NoError(t, err)
	plan := rw.References(src, func(r *engine.Reference) {
		require.Equal(t, r.Status == engine.Absolute || r.Status == engine.Resolved, r.Reason == (engine.Reason{}), "%+v", r)
		if r.Status == engine.Resolved {
			require.False(t, r.Base.IsAbsolute(r.Target), "%s", r.Target)
			require.NotContains(t, `/\`, (string(r.Target) + "x")[:1])
		}
	})
	out, err := plan.Bytes()
	require.NoError(t, err)
	opts.Type = plan.Type
	again, err := engine.Bytes(out, opts)
	require.NoError(t, err)
	require.Equal(t, string(out), string(again), "relative twice")
	require.Equal(t, meanings(t, src, opts), meanings(t, out, opts))
	return string(out), plan
}

// spelled is the URL of the tree, however it is spelled.
var spelled = regexp.MustCompile(`^(?i:http://h(?::80|:)?)(?:/|([?#])|$)`)

// meanings returns what the references of a document become when they are made
// absolute.
func meanings(t promise.T, src []byte, opts engine.Options) (all []string) {
	opts.Mode = engine.MakeAbsolute
	rw, err := engine.New(opts)
	require.NoError(t, err)
	rw.References(src, func(r *engine.Reference) {
		target := spelled.ReplaceAllString(string(r.Target), "http://h/$1")
		if opts.Dialect == resolve.WHATWG {
			target = opts.Dialect.Base(target).String()
		}
		all = append(all, fmt.Sprintf("%s %s[%s]: %s", r.Part, r.Element, r.Attr, target))
	})
	return all
}

// relativeCases are documents at http://h/d/p.html, in a tree that has those of
// relativeFiles.
var relativeFiles = []string{
	"index.html", "d/q.html", "d/index.html", "d/e/index.html", "d/p.html?x=1&y", "a/b c.html", "d/i.png", "s.css", "d/x:y", "d/none/z", "d/index.html?n",
}

var relativeCases = []struct{ name, src, want string }{
	{"beside", `<a href="http://h/d/q.html#s">`, `<a href="q.html#s">`},
	{"above", `<link href='http://h/s.css'>`, `<link href='../s.css'>`},
	{"escapes", `<a href=http://h/a/b%20c.html>`, `<a href=../a/b%20c.html>`},
	{"references of characters", `<a href="http://h/d/q.html#a&amp;b">`, `<a href="q.html#a&amp;b">`},
	{"not there", `<a href=http://h/d/r.html><a href=http://x/d/q.html><a href=r.html><a href=mailto:x>`, ``},
	{"a directory", `<a href=http://h/d/e/><a href=http://h/><a href="http://h/d/#s">`, `<a href=e/index%2Ehtml><a href=../index%2Ehtml><a href="index%2Ehtml#s">`},
	{"an index", `<a href=http://h/d/e/index.html>`, `<a href=e/index.html>`},
	{"a directory, relative", `<a href=e/><a href=./><a href=e/index.html>`, `<a href=e/index%2Ehtml><a href=index%2Ehtml><a href=e/index.html>`},
	{"a directory without an index", `<a href=http://h/d/none/><a href=none/>`, ``},
	{"a query", `<a href="http://h/d/p.html?x=1&amp;y#s"><a href="?x=1&y"><a href=http://h/d/q.html?z>`, `<a href="p.html%3Fx=1&amp;y#s"><a href="p.html%3Fx=1&y"><a href=http://h/d/q.html?z>`},
	{"two URLs of a file", `<a href=http://h/d/index.html?n><a href=http://h/d/?n>`, `<a href=http://h/d/index.html?n><a href=index.html%3Fn>`},
	{"relative already", `<a href=q.html><a href=./q.html><a href=../d/q.html#s><a href=#s><a href>`, ``},
	{"from the root", `<a href=/s.css><a href=//h/d/q.html><a href=/x>`, `<a href=../s.css><a href=q.html><a href=/x>`},
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
	{"BASE that is the directory", `<base href=http://h/d/><a href=http://h/d/><a href=http://h/d/p.html>`, `<base href=./><a href=index%2Ehtml><a href=p.html>`},
	{"BASE from the root", `<base href=/a/><a href=http://h/d/q.html>`, `<base href=../a/><a href=../d/q.html>`},
	{"BASE, relative", `<base href=../a/><a href=http://h/d/q.html>`, `<base href=../a/><a href=../d/q.html>`},
	{"BASE in srcdoc", `<base href=http://h/a/><iframe srcdoc="<a href='http://h/d/q.html'>"></iframe>`, `<base href=../a/><iframe srcdoc="<a href='../d/q.html'>"></iframe>`},
	{"BASE without a slash", `<base href=http://h><a href=http://h/d/q.html><a href=d/q.html><a href=#s>`, `<base href=../><a href=d/q.html><a href=d/q.html><a href=index%2Ehtml#s>`},
	{"BASE that is spelled otherwise", `<base href=HTTP://H:80/a/><a href=http://h/d/q.html><a href="b%20c.html"><a href=HTTP://h/d/q.html>`, `<base href=../a/><a href=../d/q.html><a href="b%20c.html"><a href=../d/q.html>`},
	{"BASE out of the tree", `<base href=http://x/><a href=http://h/d/q.html><a href=q.html>`, ``},
	{"BASE where nothing is", `<base href=http://h/nothing/><a href=http://h/d/q.html>`, ``},
	{"BASE with dots", `<base href=http://h/a/../d/><a href=http://h/d/q.html>`, ``},
}

func TestRelative(t *testing.T) {
	for _, c := range relativeCases {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				c.want = c.src
			}
			opts := engine.Options{Type: engine.HTML, Tree: aTree(t, "d/p.html", relativeFiles...)}
			out, _ := relativized(t, []byte(c.src), opts)
			require.Equal(t, c.want, out)
			for _, opts.Dialect = range []resolve.Dialect{resolve.RFC3986, resolve.WHATWG} {
				relativized(t, []byte(c.src), opts)
			}
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
			"<a href=q.html><a href=q.html><a href=index%2Ehtml>", "<a href=http://e.org/%C3%A9/q.html><a href=http://e.org/%C3%A9/q.html><a href=http://e.org/%C3%A9/>"},
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
				opts := engine.Options{Type: engine.HTML, Mode: engine.MakeRelative, Dialect: d, Tree: treeOf(t, "http://e.org/é/", "p.html", "q.html", "index.html", "é.html", "ソ.html")}
				out, err := engine.Bytes([]byte(c.src), opts)
				require.NoError(t, err)
				require.Equal(t, c.want, string(out), d)
				again, err := engine.Bytes(out, opts)
				require.NoError(t, err)
				require.Equal(t, string(out), string(again), "relative twice")
				opts.Mode = engine.MakeAbsolute
				absolute, err := engine.Bytes(out, opts)
				require.NoError(t, err)
				if d == resolve.WHATWG {
					continue // which escapes fragments, too
				}
				require.Equal(t, c.absolute, string(absolute), d)
				opts.Mode = engine.MakeRelative
				again, err = engine.Bytes(absolute, opts)
				require.NoError(t, err)
				require.Equal(t, string(out), string(again), "there and back")
			}
		})
	}
}

// TestRelativeMissing: a link below the URL of the tree stays with a reason if the tree has no
// such file, whether the link is absolute or not. Links to other places are absolute as they
// should be.
func TestRelativeMissing(t *testing.T) {
	opts := engine.Options{Type: engine.HTML, Mode: engine.MakeRelative, Tree: aTree(t, "d/p.html", relativeFiles...)}
	rw, err := engine.New(opts)
	require.NoError(t, err)
	for ref, want := range map[string]string{
		"http://h/gone.html":      "the tree has no such file",
		"http://h/s.css?2022.1":   "the tree has no such file",
		"http://h/gone/":          "the tree has no such file",
		"http://h/%2f/gone.html":  "the tree has no such file",
		"gone.html":               "the tree has no such file",
		"/s.css?2022.1":           "the tree has no such file",
		"http://x/gone.html":      "",
		"https://h/gone.html":     "",
		"mailto:gone@example.org": "",
	} {
		rw.References([]byte(`<a href="`+ref+`">`), func(r *engine.Reference) {
			require.Equal(t, want, r.Reason.Text, ref)
			require.Equal(t, want == "", r.Status == engine.Absolute, ref)
		})
	}
}

// TestRelativeIndex: of the index of a directory, the URL is that of the
// directory.
func TestRelativeIndex(t *testing.T) {
	opts := engine.Options{Type: engine.HTML, Tree: aTree(t, "d/index.html", "d/q.html")}
	out, _ := relativized(t, []byte(`<a href=http://h/d/><a href=http://h/d/#s><a href=http://h/d/index.html><a href=http://h/d/q.html><img src=http://h/d/><a href=../d/>`), opts)
	require.Equal(t, `<a href=""><a href=#s><a href=index.html><a href=q.html><img src=index%2Ehtml><a href="">`, out)
	opts.KeepFragments = true
	out, _ = relativized(t, []byte(`<a href=#s><a href=http://h/d/q.html>`), opts)
	require.Equal(t, `<a href=#s><a href=q.html>`, out)
}

// TestRelativeOthers: documents of other types.
func TestRelativeOthers(t *testing.T) {
	for _, c := range []struct {
		typ       engine.Type
		src, want string
	}{
		{engine.CSS, `@import "http://h/s.css";a{b:url(http://h/d/p.html#f)}`, `@import "../s.css";a{b:url(p.html#f)}`},
		{engine.XML, `<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://h/d/"><a href="http://h/d/q.html"/></svg>`, ""},
		{engine.XML, `<svg xmlns="http://www.w3.org/2000/svg"><a href="http://h/d/q.html"/></svg>`, `<svg xmlns="http://www.w3.org/2000/svg"><a href="q.html"/></svg>`},
		{engine.Message, "Link: <http://h/s.css>\nContent-Type: text/html\n\n<a href=http://h/d/q.html>", ""},
		{engine.Message, "Content-Location: http://h/d/q.html\nContent-Type: text/html\n\n<a href=http://h/s.css>", ""},
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
	opts := engine.Options{Type: engine.HTML, Tree: aTree(t, "d/p.html", relativeFiles...), Mode: engine.MakeRelative}
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

// someFS is a file system in which names without a dot are directories, and two of three other
// names are files, by chance.
type someFS struct{}

func (someFS) Open(name string) (fs.File, error) { return nil, fs.ErrInvalid }

func (someFS) Stat(name string) (fs.FileInfo, error) {
	if !strings.Contains(path.Base(name), ".") {
		return fstest.MapFS{"x/y": {}}.Stat("x")
	}
	h := fnv.New32()
	h.Write([]byte(name))
	if h.Sum32()%3 == 0 {
		return nil, fs.ErrNotExist
	}
	return fstest.MapFS{"x": {}}.Stat("x")
}

// TestRelativeCorpus: what makes the links of the corpus absolute is what makes
// them so again after they were relative.
func TestRelativeCorpus(t *testing.T) {
	s, err := addressbook.NewFS("http://example.org/", someFS{}, addressbook.Options{})
	require.NoError(t, err)
	for _, in := range inputs {
		if strings.HasPrefix(in.name, "t") {
			continue // hardly any links
		}
		t.Run(in.name, func(t *testing.T) {
			edits := 0
			for _, f := range in.read(t) {
				for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
					opts := engine.Options{Type: in.typ, Dialect: d, Tree: s.PlaceIn("x/y")}
					absolute, err := engine.Bytes(f.Data, opts)
					require.NoError(t, err)
					out, plan := relativized(named{t, f.Name}, absolute, opts)
					edits += len(plan.Edits())
					if d == resolve.WHATWG {
						continue // which writes some in another way
					}
					again, err := engine.Bytes([]byte(out), opts)
					require.NoError(t, err)
					require.Equal(t, string(absolute), string(again), f.Name)
				}
			}
			t.Logf("%d edits", edits)
			if in.typ == engine.Message {
				require.Zero(t, edits)
			} else {
				require.Greater(t, edits, 100)
			}
		})
	}
}

func FuzzRelative(f *testing.F) {
	for _, c := range relativeCases {
		f.Add(c.src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, typ := range []engine.Type{engine.HTML, engine.XML, engine.CSS} {
			opts := engine.Options{Type: typ, Tree: aTree(t, "d/p.html", relativeFiles...)}
			relativized(t, []byte(src), opts)
		}
	})
}
