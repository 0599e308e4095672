package engine_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// hostileURLs are URLs that would end the value that they are written into, or would be read
// as something else there.
var hostileURLs = []string{
	"http://p/x", "", " ", "x", ",x,", "#f", "?q", "//h/", "http://p/é", "http://bücher/é", "http://p/\xff", "\u202ehttp://p/",
	`http://p/" onload="x`, `http://p/' onload='x`, "http://p/`x`", "http://p/><script>x</script>", "http://p/ onload=x", "http://p/--><b>", "http://p/-->",
	"http://p/&quot;", "http://p/&amp;lt;&#60;", "http://p/</style><b>", "http://p/</script><b>", "http://p/]]><b/>", "http://p/?><b/>",
	"http://p/\r\nBcc: x", "http://p/\nFrom x", "http://p/\x00", "http://p/\t", "\x01", "http://p/);b:url(x", `http://p/\`, `http://p/\29`, `http://p/"),b`,
	"http://p/, http://q/ 2x", "http://p/,", "http://p/;action-uri=x", "'http://p/", `"http://p/`, "url=x", "javascript:alert('x')", "data:text/html,<b>'\"", "cid:x", "[x]", "_:x", "{{x}}",
	"http://p/=3D", "=?utf-8?q?x?=", "http://p/<>", "From x", "./x", "-", "http://p/-", "http://p/" + strings.Repeat("x", 2000), "$ref", "@x", "http://p/${x}", "http://p/`",
	",y", ";y", `./x\\`, `./x\u12`, `http://p/\u007b`, `\u003a`, `h\ttp://p/`,
}

// replacing returns options that replace every reference by url.
func replacing(opts engine.Options, url string) engine.Options {
	opts.Decide = func(*engine.Reference) engine.Decision { return engine.Decision{Replace: true, URL: url} }
	return opts
}

// checkDecided checks that other parsers see the same document when a caller has replaced its
// references by url, and that each is read back as url.
func checkDecided(t promise.T, src []byte, opts engine.Options, url string) {
	t.Helper()
	rw, err := engine.New(replacing(opts, url))
	require.NoError(t, err)
	c := make(changed)
	var want []string // targets, "" for references that are not replaced
	plan := rw.References(src, func(r *engine.Reference) {
		c.add(r)
		want = append(want, "")
		if r.Status == engine.Resolved {
			want[len(want)-1] = string(r.Target)
		}
	})
	out, err := plan.Bytes()
	require.NoError(t, err)
	opts.Type = plan.Type
	same(t, src, out, opts, c)
	plain, err := engine.New(opts)
	require.NoError(t, err)
	i := 0
	plain.References(out, func(r *engine.Reference) {
		require.Less(t, i, len(want), "%q", out)
		if want[i] != "" {
			require.Equal(t, want[i], string(r.Text), "reference %d of %q", i, out)
		}
		i++
	})
	require.Len(t, want, i, "%q", out)
}

// TestDecideHostile replaces the references of many documents by hostile URLs. Without the corpus
// each document gets a quarter of the URLs, and each URL is in a quarter of the documents.
func TestDecideHostile(t *testing.T) {
	for i, url := range hostileURLs {
		checkDecided := func(t *testing.T, src []byte, opts engine.Options, url string) {
			if i++; i%4 == 0 || os.Getenv(corpus.Variable) != "" {
				checkDecided(t, src, opts, url)
			}
		}
		for _, c := range attacks("http://h/") {
			checkDecided(t, []byte(c.src), engine.Options{Type: c.typ}, url)
		}
		for _, c := range scriptCases {
			checkDecided(t, []byte(c.src), engine.Options{Type: detect.HTML}, url)
		}
		for _, c := range xmlCases {
			checkDecided(t, []byte(c.src), engine.Options{Type: detect.XML}, url)
		}
		for _, c := range headerCases {
			checkDecided(t, []byte(c.src), engine.Options{Type: detect.Message}, url)
		}
		for _, src := range []string{
			`<a href="x"><a href='x'><a href=x><a href= x><a href=""><a href><iframe srcdoc="<a href='x'>"></iframe><img srcset="x 1x, y"><a ping="x y">`,
			`<meta http-equiv=refresh content="0;url=x"><meta http-equiv=refresh content="0 x"><meta http-equiv=refresh content='0;x'><meta http-equiv=refresh content="0;url='x'">`,
			`<p style="a:url(x)" style='b:url("x")'><style>@import "x";a{b:url(x);c:url('y')}</style><svg fill="url(x)"><a href=x xlink:href=y></a></svg>`,
			`<script type=importmap>{"imports":{"a":"./x"}}</script><script type=speculationrules>{"prefetch":[{"urls":["x"]}]}</script><script type=module>import './x'</script>`,
			`<!--[if IE]><a href=x><a href="x"><![endif]--><meta name=msapplication-task content="name=x;action-uri=y;icon-uri=z"><object archive="x y" data=z>`,
			`<script type="application/ld+json">{"@id":"./x","url":["y","z\\\\"]}</script>`,
		} {
			checkDecided(t, []byte(src), engine.Options{Type: detect.HTML, Also: engine.Conditional | engine.Social | engine.RDFa | engine.JSONLD}, url)
		}
	}
}

// FuzzDecide: whatever a caller replaces references by, other parsers see the same document.
func FuzzDecide(f *testing.F) {
	for i, url := range hostileURLs {
		f.Add([]byte(`<a href=x><p style="a:url(x)"><img srcset="x, y">`), url, uint8(i))
	}
	f.Add([]byte("Link: <x>\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3Dx>"), "http://p/\n", uint8(2))
	f.Add([]byte("<x xmlns='http://www.w3.org/1999/xhtml'><a href='x'/><style>a{b:url(x)}</style></x>"), "http://p/]]>", uint8(1))
	for _, url := range hostileURLs {
		f.Add([]byte(`<script type="application/ld+json">{"@id":"./x\\\\"}</script>`), url, uint8(engine.JSONLD)<<2)
	}
	for i, c := range attacks("http://h/") {
		f.Add([]byte(c.src), hostileURLs[i%len(hostileURLs)], uint8(i))
	}
	f.Fuzz(func(t *testing.T, src []byte, url string, n uint8) {
		checkDecided(t, src, engine.Options{Type: []detect.Type{detect.HTML, detect.XML, detect.Message}[n%3], Also: engine.Groups(n>>2) &^ engine.Templates}, url)
	})
}

func TestDecide(t *testing.T) {
	src := `<base href="http://b/"><a href=x>x</a> <a href=http://e/y>y</a> <img src=i.png srcset="j.png 2x"> <a href=#f>f</a> <style>a{b:url(k.png)}</style>`
	var saw []string
	decide := func(r *engine.Reference) engine.Decision {
		saw = append(saw, fmt.Sprintf("%s[%s] %s -> %s (%v, %v)", r.Element, r.Attr, r.Text, r.Target, r.Status, r.Base.Layer))
		switch {
		case r.Attr == "src":
			return engine.Decision{Replace: true, URL: "https://p/?" + string(r.Target) + "&x"}
		case r.Element == "a" && string(r.Text) == "x":
			return engine.Decision{Keep: true}
		case string(r.Text) == "http://e/y":
			return engine.Decision{Replace: true, URL: "local/y.html"}
		}
		return engine.Decision{}
	}
	rw, err := engine.New(engine.Options{Type: detect.HTML, Decide: decide, DropBase: true})
	require.NoError(t, err)
	var told []string
	plan := rw.References([]byte(src), func(r *engine.Reference) {
		told = append(told, fmt.Sprintf("%s %v %s %s", r.Text, r.Status, r.Target, r.Reason.Code))
	})
	out, err := plan.Bytes()
	require.NoError(t, err)
	require.Equal(t, []string{
		"a[href] x -> http://b/x (resolved, embedded)", "a[href] http://e/y -> http://e/y (absolute, embedded)", "img[src] i.png -> http://b/i.png (resolved, embedded)",
		"img[srcset] j.png -> http://b/j.png (resolved, embedded)", "a[href] #f -> http://b/#f (resolved, embedded)", "style[] k.png -> http://b/k.png (resolved, embedded)",
	}, saw)
	require.Equal(t, []string{
		"http://b/ absolute http://b/ ", "x left x kept", "http://e/y resolved local/y.html relative-url", "i.png resolved https://p/?http://b/i.png&x ",
		"j.png resolved http://b/j.png ", "#f resolved http://b/#f ", "k.png resolved http://b/k.png ",
	}, told)
	require.Equal(t, `<base href="http://b/"><a href=x>x</a> <a href=local/y.html>y</a> <img src=https://p/?http://b/i.png&amp;x srcset="http://b/j.png 2x"> <a href=http://b/#f>f</a> <style>a{b:url(http://b/k.png)}</style>`, string(out))
	require.Equal(t, "kept-base", plan.Notes[0].Code)
}

// TestDecideWhere: Decide is not asked about what gives a base, nor about what must stay.
func TestDecideWhere(t *testing.T) {
	for _, c := range []struct {
		typ detect.Type
		src string
		out string
	}{
		{detect.HTML, `<base href=b/><object codebase=c data=d></object><a href="">`, `<base href=http://h/b/><object codebase=http://h/b/c data=u:></object><a href="u:">`},
		{detect.HTML, `<img src=""><a href="{{x}}"><a href>`, `<img src=""><a href="{{x}}"><a href>`},
		{detect.XML, `<x xml:base="b/"><a xmlns="http://www.w3.org/1999/xhtml" href="x"/></x>`, `<x xml:base="http://h/b/"><a xmlns="http://www.w3.org/1999/xhtml" href="u:"/></x>`},
		{detect.Message, "Content-Location: l\nLink: <k>\nContent-Type: text/html\n\n<a href=x>", "Content-Location: http://h/l\nLink: <u:>\nContent-Type: text/html\n\n<a href=u:>"},
		{detect.Message, "Content-Type: multipart/signed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n--b--\n", ""},
	} {
		opts := replacing(engine.Options{Type: c.typ, Base: "http://h/"}, "u:")
		out, err := engine.Bytes([]byte(c.src), opts)
		require.NoError(t, err)
		if c.out == "" {
			c.out = c.src
		}
		require.Equal(t, c.out, string(out))
	}
}

// TestDecideGrowth: what a caller gives counts against the limit.
func TestDecideGrowth(t *testing.T) {
	src := []byte(strings.Repeat("<a href=x>", 20))
	opts := replacing(engine.Options{Type: detect.HTML}, "http://p/"+strings.Repeat("x", 1<<20))
	rw, err := engine.New(opts)
	require.NoError(t, err)
	var resolved, left int
	plan := rw.References(src, func(r *engine.Reference) {
		if r.Status == engine.Resolved {
			resolved++
		} else {
			require.Equal(t, "growth", r.Reason.Code)
			left++
		}
	})
	require.Equal(t, []int{16, 4}, []int{resolved, left})
	out, err := plan.Bytes()
	require.NoError(t, err)
	require.Less(t, len(out), 17<<20)
}

// TestDecideOnce checks that Decide is called once for each reference, in the order in which they are
// reported, even if a document is decided twice, so that it can number the references.
func TestDecideOnce(t *testing.T) {
	sources := largeSources(t)
	for name, src := range rehearsed {
		sources[name] = []byte(src)
	}
	random := rand.New(rand.NewPCG(1, 9))
	for _, name := range sortedKeys(sources) {
		src := sources[name]
		opts := optionsFor(name)
		if !strings.HasPrefix(name, messagePrefix) {
			opts.Type, _ = detect.TypeOf(name, src)
		}
		checkOnce(t, name, src, opts)
		for range 3 {
			checkOnce(t, name, src, drawn(t, opts.Type, pageURL, lots(random.Uint64())))
		}
	}
}

// rehearsed are sources that are decided twice, by name: see messages and pages in it.
var rehearsed = map[string]string{
	messagePrefix + "related": related("Content-Base: http://h/\n", "Content-Type: text/html\nContent-Location: p.html\n\n<img src=i.gif><a href=x>", "Content-Type: image/gif\nContent-Location: i.gif\n\nGIF89a"),
	"prescan.html":            "<a href=x></a><script>\"<meta charset=shift_jis>\"</script>\xe9 <a href=y>",
	"baseout.html":            "<base href=http://elsewhere/><a href=x><img src=y><a href=z>",
	"growth.html":             "<base href=http://h/" + strings.Repeat("x", 4000) + "/>" + strings.Repeat("<a href=x>", 9000),
}

func checkOnce(t *testing.T, name string, src []byte, opts engine.Options) {
	t.Helper()
	key := func(r *engine.Reference) string {
		return fmt.Sprintf("%s %s %s %q %d", r.Part, r.Element, r.Attr, r.Text, r.Offset())
	}
	var calls []string
	opts.Decide = func(r *engine.Reference) engine.Decision {
		calls = append(calls, key(r))
		return engine.Decision{Replace: true, URL: fmt.Sprintf("http://p/%d", len(calls))}
	}
	rw, err := engine.New(opts)
	require.NoError(t, err)
	next := 0
	rw.References(src, func(r *engine.Reference) {
		if next == len(calls) || key(r) != calls[next] {
			return // it was not asked for
		}
		next++
		if r.Status == engine.Resolved {
			require.Equal(t, fmt.Sprintf("http://p/%d", next), string(r.Target), name)
		}
	})
	require.Equal(t, len(calls), next, "%s: %+v: called again, or out of turn: %v", name, opts.Mode, calls[next:min(len(calls), next+3)])
}

// TestDecideRelative tests a caller that replaces a reference by a relative URL: it is written,
// and reported with a reason.
func TestDecideRelative(t *testing.T) {
	for _, c := range []struct {
		base, url, target string
		status            engine.Status
		code              string
	}{
		{"", "t.css", "t.css", engine.Resolved, "relative-url"},
		{"http://h/", "t.css", "t.css", engine.Resolved, "relative-url"},
		{"http://h/", "#f", "#f", engine.Resolved, "relative-url"},
		{"http://h/", "http://p/", "http://p/", engine.Resolved, ""},
		{"http://h/", "http://h/t.css?x", "http://h/t.css?x", engine.Resolved, ""},
		{"", "t.css?x", "t.css?x", engine.Unresolved, "no-base"},
		{"", "", "t.css?x", engine.Left, "bad-url"},
	} {
		rw, err := engine.New(replacing(engine.Options{Type: detect.HTML, Base: c.base}, c.url))
		require.NoError(t, err)
		n := 0
		rw.References([]byte(`<link rel=stylesheet href="t.css?x">`), func(r *engine.Reference) {
			n++
			require.Equal(t, c.target, string(r.Target))
			require.Equal(t, c.status, r.Status)
			require.Equal(t, c.code, r.Reason.Code)
		})
		require.Equal(t, 1, n)
	}
}

// TestDecideEncoding: shorter URLs must not bring a declaration of an encoding into the first
// 1,024 bytes, where readers look for one.
func TestDecideEncoding(t *testing.T) {
	src := "<a href=http://example.org/" + strings.Repeat("x", 1100) + "></a><script>\"<meta charset=shift_jis>\"</script>\xe9 <a href=y>"
	rw, err := engine.New(replacing(engine.Options{Type: detect.HTML}, "http://p/"))
	require.NoError(t, err)
	var reasons []string
	plan := rw.References([]byte(src), func(r *engine.Reference) { reasons = append(reasons, r.Reason.Code) })
	require.False(t, plan.Changes())
	require.Equal(t, []string{"", "prescan"}, reasons, "the first is absolute")
}
