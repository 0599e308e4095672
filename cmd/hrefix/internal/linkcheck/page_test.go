package linkcheck

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/resolve"
)

// memory has the files of a tree by path. The number of a file is its place in names.
type memory struct {
	names []string
	files map[string]string
	reads atomic.Int32
}

func newMemory(files map[string]string) *memory {
	return &memory{names: slices.Sorted(maps.Keys(files)), files: files}
}

func (m *memory) id(name string) addressbook.ID { return addressbook.ID(slices.Index(m.names, name)) }

func (m *memory) Mapped() (from string, saved bool) { return "", false }

func (m *memory) URL() string { return m.Location() }

func (m *memory) Location() string { return location + "page.html" }

func (m *memory) Lookup(u string) addressbook.Target {
	rest, ok := strings.CutPrefix(u, "http://site/")
	if !ok {
		return addressbook.Target{}
	}
	return m.LookupAt(location + rest)
}

func (m *memory) LookupAt(at string) addressbook.Target {
	rest, _, _ := strings.Cut(at[len(location):], "?")
	rest, _ = url.PathUnescape(rest)
	if rest == "" || strings.HasSuffix(rest, "/") {
		rest += "index.html"
		if m.id(rest) < 0 {
			return addressbook.Target{State: addressbook.Directory}
		}
	}
	if m.id(rest) >= 0 {
		return addressbook.Target{State: addressbook.File, ID: m.id(rest), Path: rest, Location: location + rest}
	}
	for _, name := range m.names {
		if strings.EqualFold(name, rest) {
			return addressbook.Target{State: addressbook.OtherCase, Path: name}
		}
	}
	return addressbook.Target{State: addressbook.Missing}
}

func (m *memory) Local(path string) addressbook.Target {
	if rest, ok := strings.CutPrefix(path, "/home/tree/"); ok {
		return m.LookupAt(location + rest)
	}
	return addressbook.Target{}
}

func (m *memory) LinkOut(addressbook.Target) (string, bool) { return "", false }

func (m *memory) Size(t addressbook.Target) int64 { return int64(len(m.files[t.Path])) }

func (m *memory) Anchors(t addressbook.Target, visit func(*engine.Anchor)) bool {
	m.reads.Add(1)
	return visitAnchors(t.Path, m.files[t.Path], visit)
}

func (m *memory) Scripts(t addressbook.Target, visit func([]byte)) (engine.Redirect, bool) {
	text := []byte(m.files[t.Path])
	visit(text)
	rw, _ := engine.New(engine.Options{Type: detect.HTML})
	return rw.Redirect(engine.Piece{Source: text})
}

func (m *memory) Text(t addressbook.Target, most int64) (string, []byte) {
	text := m.files[t.Path]
	return "site/" + t.Path, []byte(text[:min(len(text), int(most))])
}

func visitAnchors(name, text string, visit func(*engine.Anchor)) bool {
	typ, known := detect.TypeOf(name, []byte(text))
	rw, err := engine.New(engine.Options{Type: typ})
	if err != nil {
		return false
	}
	rw.VisitAnchors(engine.Piece{Source: []byte(text)}, visit)
	return known && (typ == detect.HTML || typ == detect.XML)
}

// checkPage checks a page of m, and returns the faults as "code: reference".
func checkPage(t *testing.T, c *Checker, m *memory, name, base string) (faults []string, p *Page) {
	t.Helper()
	text := m.files[name]
	typ, _ := detect.TypeOf(name, []byte(text))
	rw, err := engine.New(engine.Options{Type: typ, Base: base})
	require.NoError(t, err)
	src := &Source{Anchors: func(visit func(*engine.Anchor)) { visitAnchors(name, text, visit) }}
	number := m.id(name)
	if typ == detect.Message {
		src.Text, number = []byte(text), None
	}
	p = c.Page(number, src, m)
	rw.VisitPiece(engine.Piece{Source: []byte(text)}, engine.Visitor{Document: p.Document, Reference: func(ref *engine.Reference) {
		if f := p.Check(ref); f != nil {
			code := f.Code
			if f.Warning {
				code += "?"
			}
			faults = append(faults, code+": "+string(ref.Text))
		}
	}})
	p.End()
	return faults, p
}

// TestTargets checks what is found for links of a page.
func TestTargets(t *testing.T) {
	files := map[string]string{
		"index.html": "<p id=home>", "a b.html": "x", "d/index.html": "x", "d/e/x.txt": "x", "caf\u00e9.html": "x",
		"empty.png": "", "empty.js": "", "s.css": "x", "Big.html": "x", "whole.html": "<!DOCTYPE html>", "i.svg": "<svg xmlns='http://www.w3.org/2000/svg'><g id='g'/></svg>",
	}
	for _, c := range []struct{ html, want string }{
		{`<a href=index.html><a href="a b.html"><a href=a%20b.html><a href=/d/><a href=d/#x>`, "no-anchor: d/#x"},
		{`<a href=none.html><img src=none.png><link rel=stylesheet href=s.css><link rel=stylesheet href=t.css>`, "missing-file: none.html missing-file: none.png missing-file: t.css"},
		{`<a href=d/e/><a href=d/e/x.txt#L3>`, "no-index: d/e/"},
		{`<a href=big.html>`, "other-case: big.html"},
		{`<a href=../index.html><a href=d/../../x><a href=d/../index.html>`, "out-of-tree: ../index.html out-of-tree: d/../../x"},
		{`<a href=file:///index.html><a href=C:/index.html><a href="C:\x.html">`, `out-of-tree: file:///index.html out-of-tree: C:/index.html out-of-tree: C:\x.html`},
		{`<a href=file:///home/tree/d/><a href=file:///home/tree/none><a href=file:///home/other>`, "missing-file: file:///home/tree/none out-of-tree: file:///home/other"},
		{`<img src=empty.png><script src=empty.js></script><a href=empty.png>`, "empty-file: empty.png empty-file?: empty.js"},
		{`<script type=text/template src=index.html></script><img src="#"><img src=index.html><script src=whole.html></script><img srcset="index.html 1x"><a href=index.html><iframe src=index.html></iframe><img src=Big.html>`, "wrong-type: index.html wrong-type: whole.html wrong-type: index.html"},
		{`<a href="d\index.html"><a href=s.css?v=2><a href=index.html?x#home><a href=none?x>`, "missing-file: none?x"},
		{`<a href=#><a href=#top><a href=#TOP><a href=#:~:text=x><a href=#/route><a href=#!x><a href=#x><p id=y><a href=#y:~:text=z>`, "no-anchor: #x"},
		{`<a href=index.html#home><a href=index.html#HOME><a href="i.svg#g"><img src=i.svg#h><img src="i.svg#svgView(x)">`, "no-anchor: index.html#HOME no-anchor: i.svg#h"},
		{`<svg><use href=#u /><use xlink:href="i.svg#g"/><use href=#v /><g id=u fill="url(#none)"/></svg>`, "no-anchor: #v"},
		{`<style>a{background:url(none.gif);b:url(i.svg#none)}</style><p style="c:url(no.gif)">`, "missing-file: none.gif missing-file: no.gif"},
		{`<base href=d/><a href=e/x.txt><a href=index.html#x>`, "no-anchor: index.html#x"},
		{`<base href=/none/><a href=x>`, "missing-file: x"},
		{`<base href=http://other/><a href=x><a href=/y>`, ""},
		{`<a href=www.example.com:80/x><a href=localhost:8080><a href=com.example.app:x>`, "rejected: www.example.com:80/x rejected: localhost:8080"},
		{`<a href=www.example.com><a href=http://site/www.example.com>`, "missing-file: www.example.com missing-file: http://site/www.example.com"},
		{`<base href=http://site/d/><a href=e/x.txt><a href=none>`, "missing-file: none"},
		{`<base href=file:///C:/><a href=x>`, "out-of-tree: x"},
		{`<a href=mailto:a@b><a href=javascript:x()><a href=data:,x><a href={{x}}><a href=tel:1><a href="">`, ""},
		{`<img src=""><img src><script src=" "></script><link rel=stylesheet href=""><video src="" poster="">`, "empty-url:  empty-url:  empty-url:  empty-url:  empty-url:  empty-url: "},
		{`<iframe src=""></iframe><p style="background:url()"><link rel=next href=""><img srcset=""><link href=none>`, ""},
		{`<a href=http://site/index.html><a href=http://site/none><a href=//other/x><a href=https://other/>`, "missing-file: http://site/none"},
		{`<a href=cid:x@y>`, "no-part: cid:x@y"},
		{`<head profile=none><link rel=preconnect href=/none><p itemid=none><object codebase=none>`, ""},
		{"<meta charset=iso-8859-1><a href=caf\xe9.html><a href=caf&eacute;.html><a href=caf%C3%A9.html><a href=caf%E9.html>", "missing-file: caf%E9.html"},
		{"<meta charset=iso-8859-1><p id=caf\xe9><a href=#caf\xe9><a href=#caf&eacute;><a href=#caf%C3%A9><a href=#caf%E9>", "no-anchor: #caf%E9"},
		{`<a name=N><a href=#n>`, ""},
		{`<!DOCTYPE html><a name=N><a href=#n>`, "no-anchor: #n"},
	} {
		files["page.html"] = c.html
		m := newMemory(files)
		got, _ := checkPage(t, New(Options{}), m, "page.html", location+"page.html")
		require.Equal(t, c.want, strings.Join(got, " "), c.html)
	}
}

// TestAbove checks references that lead above the top of the tree, also in dialects that drop surplus "..".
func TestAbove(t *testing.T) {
	const html = `<a href=".."><a href="..#x"><a href="../#x"><a href="..?q#x">`
	m := newMemory(map[string]string{"page.html": html, "index.html": "x"})
	for _, dialect := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
		rw, err := engine.New(engine.Options{Type: detect.HTML, Base: location + "page.html", Dialect: dialect})
		require.NoError(t, err)
		p := New(Options{}).Page(m.id("page.html"), &Source{}, m)
		rw.Visit([]byte(html), engine.Visitor{Document: p.Document, Reference: func(ref *engine.Reference) {
			f := p.Check(ref)
			require.NotNil(t, f, "%s: %s", dialect, ref.Text)
			require.Equal(t, outOfTree.code, f.Code, "%s: %s", dialect, ref.Text)
		}})
	}
}

// TestFragments checks fragments that stand for something else than an id or a name of their target.
func TestFragments(t *testing.T) {
	files := map[string]string{
		"src.html": "<a id=1></a><a id=2></a><a id=3></a><i id=L1></i><i id=L9></i><i id='a.py-1'></i><i id='a.py-7'></i><i id=line-3></i><i id=line-5></i>",
		"n.html":   "<p id=s>", "d/n.html": "<p id=t>",
		"refresh.html":  `<META HTTP-EQUIV=Refresh CONTENT="0; URL=n.html">`,
		"both.html":     `<meta http-equiv="refresh" content="0;URL=d/n.html"><script>location.replace("d/n.html" + location.search + location.hash);</script>`,
		"script.html":   `<script>window.location.href = '/n.html' + window.location.hash</script>`,
		"assign.html":   `<script>location.assign("n.html");</script>`,
		"noscript.html": `<noscript><meta http-equiv=refresh content="0; url=n.html"></noscript><script>var h=location.hash.substr(1);location.href="n.html"+(h?"#"+h:"")</script>`,
		"chain.html":    `<meta http-equiv=refresh content="0; url=both.html"><script>location="both.html"+location.hash</script>`,
		"ring.html":     `<meta http-equiv=refresh content="0; url=ring2.html"><script>location.hash</script>`,
		"ring2.html":    `<meta http-equiv=refresh content="0; url=ring.html"><script>location.hash</script>`,
		"circle.html":   `<meta http-equiv=refresh content="0; url=circle.html"><script>location.hash</script>`,
		"reload.html":   `<meta http-equiv=refresh content="300; url=/reload.html"><p id=r>`,
		"gone.html":     `<meta http-equiv=refresh content="0; url=none.html"><script>location="none.html"+location.hash</script>`,
		"away.html":     `<meta http-equiv=refresh content="0; url=http://other/"><script>location="http://other/"+location.hash</script>`,
		"long.html":     `<script>location.href="n.html?` + strings.Repeat("q", maxTarget) + `"</script>`,
		"menu.html":     `<p id=x><script>function go() { location = "n.html" }</script>`,
		"chat.html":     `<script src="js/script.js"></script><div id=message5>`,
		"a.js.html":     `<pre class="prettyprint source linenums"><code>a</code></pre><script src="scripts/linenumber.js"> </script>`,
		"esdoc.html":    `<script src="script/pretty-print.js"></script>`, "yui.html": `<script src="../assets/js/yui-prettify.js"></script>`,
		"readme.html": `<h2 id=user-content-install>`, "prism.html": `<div id=source-view><pre class="line-numbers linkable-line-numbers">`,
		"prism2.html": `<script src=prism-line-highlight.min.js></script><pre id=a>`, "rfc.html": `<h2 id=section-7>`,
	}
	lost, moved := "the page redirects to n.html, and the fragment is lost", noAnchor.text+": the page redirects to "
	for fragment, want := range map[string]string{
		"src.html#1-3": "", "src.html#2-9": noAnchor.text, "src.html#9-2": noAnchor.text, "src.html#L1-L9": "", "src.html#L1-9": "", "src.html#L1:L9": "", "src.html#L1-X9": noAnchor.text,
		"src.html#a.py-1:7": "", "src.html#line-3-5": "", "src.html#2-": noAnchor.text, "src.html#-2": noAnchor.text, "src.html#x-y": noAnchor.text,
		"refresh.html#s": lost, "both.html#t": "", "both.html#s": moved + "d/n.html", "script.html#s": "", "assign.html#s": lost, "noscript.html#s": "", "noscript.html#t": moved + "n.html",
		"chain.html#t": "", "chain.html#s": moved + "d/n.html", "circle.html#s": noAnchor.text, "ring.html#s": "", "reload.html#s": noAnchor.text, "reload.html#r": "", "gone.html#s": "", "away.html#s": "", "long.html#s": noAnchor.text, "menu.html#s": noAnchor.text, "refresh.html": "",
		"chat.html#go_to_message5": "", "chat.html#go_to_message6": noAnchor.text, "chat.html#allow_back": "", "n.html#allow_back": noAnchor.text,
		"a.js.html#line2": "", "a.js.html#line": noAnchor.text, "n.html#line2": noAnchor.text, "esdoc.html#lineNumber12": "", "esdoc.html#line12": noAnchor.text, "yui.html#LINE_3": "",
		"readme.html#install": "", "readme.html#none": noAnchor.text, "prism.html#source-view.12": "", "prism.html#source-view.1-5,7": "", "prism.html#none": noAnchor.text,
		"prism2.html#a.2": "", "rfc.html#section-7": "", "rfc.html#section-7.2": noAnchor.text,
	} {
		files["page.html"] = "<a href='" + fragment + "'>"
		rw, err := engine.New(engine.Options{Type: detect.HTML, Base: location + "page.html"})
		require.NoError(t, err)
		m := newMemory(files)
		p := New(Options{}).Page(m.id("page.html"), &Source{}, m)
		rw.Visit([]byte(files["page.html"]), engine.Visitor{Document: p.Document, Reference: func(ref *engine.Reference) {
			got := ""
			if f := p.Check(ref); f != nil {
				got = f.Text
			}
			require.Equal(t, want, got, fragment)
		}})
	}
}

// TestCounts checks the numbers of links that are not looked up.
func TestCounts(t *testing.T) {
	m := newMemory(map[string]string{"p.html": `<a href=mailto:a@b><a href=MAILTO:x><a href={{x}}><a href=//H:8/x><a href=http://u@h/y#z><a href=http://h?x><a href=p.html>`})
	c := New(Options{External: true})
	_, p := checkPage(t, c, m, "p.html", location+"p.html")
	require.Equal(t, Counts{Links: 7, Outside: map[string]int{"h:8": 1, "h": 2}, Skipped: map[string]int{"mailto": 2, "template": 1}}, p.Counts)
	require.Equal(t, []string{"http://h?x", "http://u@h/y", "https://H:8/x"}, c.External())
}

// TestMessages checks links to parts of a message.
func TestMessages(t *testing.T) {
	m := newMemory(map[string]string{"m.eml": "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n" +
		`<img src=cid:1@x><img src="cid:2%40x"><img src=cid:3@x><img src=i.png><img src=j.png><a href=#y><a href=#z><p id=y><a href=http://site/none>` +
		"\n--b\nContent-ID: <1@x>\nContent-Type: image/png\n\n\n--b\nContent-Id:\n <2@x>\nContent-Location: i.png\nContent-Type: image/png\n\n\n--b--\n"})
	got, _ := checkPage(t, New(Options{}), m, "m.eml", "")
	require.Equal(t, []string{"no-part: cid:3@x", "no-base: j.png", "no-anchor: #z", "missing-file: http://site/none"}, got)
	got, _ = checkPage(t, New(Options{}), m, "m.eml", "http://other/")
	require.Equal(t, []string{"no-part: cid:3@x", "no-anchor: #z", "missing-file: http://site/none"}, got)
}

// TestEmptyInMessage checks an empty reference whose base has a fragment.
func TestEmptyInMessage(t *testing.T) {
	m := newMemory(map[string]string{"m.eml": "Content-Type: text/html\n\n<base href='http://other/#x'><a href=''>"})
	got, _ := checkPage(t, New(Options{}), m, "m.eml", "")
	require.Empty(t, got)
}

// TestAnchorsOnce checks that the anchors of a file are read once, by any number of goroutines.
func TestAnchorsOnce(t *testing.T) {
	m := newMemory(map[string]string{"a.html": "<a href=b.html#x><a href=b.html#y><a href=#z>", "b.html": "<p id=x>"})
	c := New(Options{})
	done := make(chan []string)
	for range 8 {
		go func() {
			got, _ := checkPage(t, c, m, "a.html", location+"a.html")
			done <- got
		}()
	}
	for range 8 {
		require.Equal(t, []string{"no-anchor: b.html#y", "no-anchor: #z"}, <-done)
	}
	require.EqualValues(t, 1, m.reads.Load())
}

// TestOrphans checks that the order of the pages makes no difference.
func TestOrphans(t *testing.T) {
	m := newMemory(map[string]string{
		"index.html": "<a href=c.html>", "a.html": "<img src=a.png>", "b.html": "<a href=index.html><a href=o.html>",
		"c.html": "<a href=a.html>", "a.png": "x", "o.html": "<a href=b.html>",
	})
	for _, order := range [][]string{{"index.html", "c.html", "a.html", "b.html", "o.html"}, {"o.html", "b.html", "a.html", "c.html", "index.html"}} {
		c := New(Options{Orphans: true})
		c.Start(m.id("index.html"))
		for _, name := range order {
			checkPage(t, c, m, name, location+name)
		}
		var orphans []string
		for i, name := range m.names {
			if c.IsOrphan(addressbook.ID(i)) {
				orphans = append(orphans, name)
			}
		}
		require.Equal(t, []string{"b.html", "o.html"}, orphans)
	}
}
