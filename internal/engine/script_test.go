package engine_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// scriptCases are rewritten with the retrieval URL pageURL. In each, «x» is a specifier
// that gets a prefix, and what is between it and the prefix goes: «./» and the like.
var scriptCases = []struct{ name, src, want string }{
	{"module", `<script type=module>import "./a.js"; import b from '../c.js'; export * from "/d.js"; export {e} from "./f.js"</script>`,
		`<script type=module>import "http://h/d/a.js"; import b from 'http://h/c.js'; export * from "http://h/d.js"; export {e} from "http://h/d/f.js"</script>`},
	{"import()", "<script type=module>import('./a.js'); import(`./b.js`); import('./c.js', {with: {type: 'json'}})</script>",
		"<script type=module>import('http://h/d/a.js'); import(`http://h/d/b.js`); import('http://h/d/c.js', {with: {type: 'json'}})</script>"},
	{"import.meta.resolve()", `<script type=module>import.meta.resolve("./a.js")</script>`, `<script type=module>import.meta.resolve("http://h/d/a.js")</script>`},
	{"import attributes", `<script type=module>import a from "./a.json" with {type: "json"}</script>`, `<script type=module>import a from "http://h/d/a.json" with {type: "json"}</script>`},
	{"bare and absolute specifiers", `<script type=module>import "a"; import "a/b"; import ".a/b"; import "?a"; import "#a"; import ""; import "http://a/b"; import "data:,"; import "//x/y"</script>`,
		`<script type=module>import "a"; import "a/b"; import ".a/b"; import "?a"; import "#a"; import ""; import "http://a/b"; import "data:,"; import "http://x/y"</script>`},
	{"white space is no part of a path", `<script type=module>import " ./a.js"; import "\n/a.js"</script>`, ""},
	{"escapes", `<script type=module>import ".\x2fa.js"; import "\u002e/b\u{2e}js"; import ".\/c\.js"</script>`,
		`<script type=module>import "http://h/d\x2fa.js"; import "http://h/d/b\u{2e}js"; import "http://h/d\/c\.js"</script>`},
	{"an octal escape", `<script type=module>import("../x\0001 y"); import "./\1"; import "./a\x61\08"; import './\9'</script><script>import("./\101")</script>`, ""},
	{"no octal escape", `<script type=module>import("./x\0y"); import "./\\1"; import "./\0"</script>`,
		`<script type=module>import("http://h/d/x\0y"); import "http://h/d/\\1"; import "http://h/d/\0"</script>`},
	{"a malformed escape", `<script type=module>import "./a\x"</script>`, ""},
	{"not in the head", "<script type=module>var a = /\"/ / 2 / '\"'; function f() {}\n/'/.test(a); `${{}}`; import './a.js'</script>",
		"<script type=module>var a = /\"/ / 2 / '\"'; function f() {}\n/'/.test(a); `${{}}`; import 'http://h/d/a.js'</script>"},
	{"strings and comments", "<script type=module>'import \"./a\"'; // import './a'\n/* import './a' */ `import('./a')`; /import('.\\/a')/</script>", ""},
	{"classic script", `<script>import("./a.js")</script><script type=" Text/JavaScript ">import('./b.js')</script><script language=JavaScript1.2>import('./c.js')</script>`,
		`<script>import("http://h/d/a.js")</script><script type=" Text/JavaScript ">import('http://h/d/b.js')</script><script language=JavaScript1.2>import('http://h/d/c.js')</script>`},
	{"declarations in a classic script", `<script>import a from "./a.js"</script>`, ""},
	{"comments of a classic script", "<script><!-- import('./a')\nimport('./b')\n--> import('./c')</script>", "<script><!-- import('./a')\nimport('http://h/d/b')\n--> import('./c')</script>"},
	{"case", `<SCRIPT TYPE="MODULE">import "./a.js"</SCRIPT>`, `<SCRIPT TYPE="MODULE">import "http://h/d/a.js"</SCRIPT>`},
	{"linked scripts", `<script type=module src=x.js>import "./a.js"</script><script src="">import("./a.js")</script>`, `<script type=module src=http://h/d/x.js>import "./a.js"</script><script src="">import("./a.js")</script>`},
	{"what is no script", `<script type=text/template>import("./a.js")</script><script type=module;x>import "./a.js"</script><script language=x>import("./a")</script><p>import "./a.js"</p>`, ""},
	{"event handlers", `<p onclick="import('./a.js')"><a href="javascript:import('./a.js')">`, ""},
	{"svg", `<svg><script type=module>import "./a.js?b&amp;c"; if (1 &lt; 2) import("./d.js")</script><script><![CDATA[import("./e.js")]]></script></svg>`,
		`<svg><script type=module>import "http://h/d/a.js?b&amp;c"; if (1 &lt; 2) import("http://h/d/d.js")</script><script><![CDATA[import("http://h/d/e.js")]]></script></svg>`},
	{"svg, linked", `<svg><script type=module href=x.js>import "./a.js"</script><script xlink:href=x.js>import("./a.js")</script><script src=x>import("./a.js")</script></svg>`,
		`<svg><script type=module href=http://h/d/x.js>import "./a.js"</script><script xlink:href=http://h/d/x.js>import("./a.js")</script><script src=x>import("http://h/d/a.js")</script></svg>`},
	{"svg, hidden by references", `<svg><script>&#105;mport(&quot;./a.js&quot;)</script></svg>`, `<svg><script>&#105;mport(&quot;http://h/d/a.js&quot;)</script></svg>`},
	{"svg in pieces", `<svg><script type=module>/*<![CDATA[*/ import "./a.js"; /*]]>*/<!-- y --> import("./b.js")</script></svg>`,
		`<svg><script type=module>/*<![CDATA[*/ import "http://h/d/a.js"; /*]]>*/<!-- y --> import("http://h/d/b.js")</script></svg>`},
	{"mathml has no scripts", `<math><script type=module>import "./a.js"</script></math>`, ""},
	{"template and noscript", `<template><script type=module>import "./a.js"</script></template><noscript><script>import("./b.js")</script></noscript>`,
		`<template><script type=module>import "http://h/d/a.js"</script></template><noscript><script>import("http://h/d/b.js")</script></noscript>`},
	{"srcdoc", `<iframe srcdoc="<script type=module>import &quot;./a.js&quot;</script>">`, `<iframe srcdoc="<script type=module>import &quot;http://h/d/a.js&quot;</script>">`},
	{"modulepreload", `<link rel=modulepreload href=a.js>`, `<link rel=modulepreload href=http://h/d/a.js>`},
	{"import map", `<script type=importmap>{"imports":{"./a.js":"./b.js"}}</script><script type=module>import "./a.js"</script>`,
		`<script type=importmap>{"imports":{"http://h/d/a.js":"http://h/d/b.js"}}</script><script type=module>import "http://h/d/a.js"</script>`},
	{"base", `<base href=/e/><script type=module>import "./a.js"</script>`, `<base href=http://h/e/><script type=module>import "http://h/e/a.js"</script>`},
	{"SvelteKit", "<script>\n{\n__sveltekit = {base: new URL(\".\", location).pathname.slice(0, -1)};\nconst element = document.currentScript.parentElement;\nPromise.all([\nimport(\"./_app/start.js\"),\nimport(\"./_app/app.js\")\n]).then(([kit, app]) => { kit.start(app, element); });\n}\n</script>",
		"<script>\n{\n__sveltekit = {base: new URL(\".\", location).pathname.slice(0, -1)};\nconst element = document.currentScript.parentElement;\nPromise.all([\nimport(\"http://h/d/_app/start.js\"),\nimport(\"http://h/d/_app/app.js\")\n]).then(([kit, app]) => { kit.start(app, element); });\n}\n</script>"},
}

func TestScripts(t *testing.T) {
	for _, c := range scriptCases {
		t.Run(c.name, func(t *testing.T) {
			want := cmp.Or(c.want, c.src)
			r := promise.Check(t, []byte(c.src), engine.Options{Type: detect.HTML, Base: pageURL})
			require.Equal(t, want, string(r.Output))
			require.Empty(t, r.Plan.Notes)
			promise.Check(t, []byte(c.src), engine.Options{Type: detect.HTML})
			message := "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n" + strings.ReplaceAll(c.src, "=", "=3D")
			promise.Check(t, []byte(message), engine.Options{Type: detect.Message, Base: pageURL})
		})
	}
}

// TestXMLScripts: the same in XHTML and SVG, where scripts have character data.
func TestXMLScripts(t *testing.T) {
	const head, tail = `<html xmlns="http://www.w3.org/1999/xhtml">`, `</html>`
	for src, want := range map[string]string{
		`<script type="module">import "./a.js"; if (1 &lt; 2) import('./b.js')</script>`:  `<script type="module">import "http://h/d/a.js"; if (1 &lt; 2) import('http://h/d/b.js')</script>`,
		`<script>//<![CDATA[` + "\n" + `import("./a.js")//]]></script>`:                   `<script>//<![CDATA[` + "\n" + `import("http://h/d/a.js")//]]></script>`,
		`<script type="module" src="b.js">import "./a.js"</script>`:                       `<script type="module" src="http://h/d/b.js">import "./a.js"</script>`,
		`<svg xmlns="http://www.w3.org/2000/svg"><script>import("./a.js")</script></svg>`: `<svg xmlns="http://www.w3.org/2000/svg"><script>import("http://h/d/a.js")</script></svg>`,
		`<x:script xmlns:x="http://x/">import("./a.js")</x:script>`:                       `<x:script xmlns:x="http://x/">import("./a.js")</x:script>`,
	} {
		r := promise.Check(t, []byte(head+src+tail), engine.Options{Type: detect.XML, Base: pageURL})
		require.Equal(t, head+want+tail, string(r.Output))
	}
}

// TestScriptTargets: what is written ends neither the string nor the script.
func TestScriptTargets(t *testing.T) {
	src := "<script type=module>import \"./a\"; import './b'; import(`./c`)</script>"
	for base, want := range map[string]string{
		`http://h/"/`:            "<script type=module>import \"http://h/\\\"/a\"; import 'http://h/\"/b'; import(`http://h/\"/c`)</script>",
		`http://h/'/`:            "<script type=module>import \"http://h/'/a\"; import 'http://h/\\'/b'; import(`http://h/'/c`)</script>",
		"http://h/`${x}/":        "<script type=module>import \"http://h/`${x}/a\"; import 'http://h/`${x}/b'; import(`http://h/\\`\\${x}/c`)</script>",
		`http://h/</script>/`:    `<script type=module>import "http://h/\x3c/script\x3e/a"; import 'http://h/\x3c/script\x3e/b'; import(` + "`" + `http://h/\x3c/script\x3e/c` + "`)</script>",
		`http://h/<!--<script>/`: `<script type=module>import "http://h/\x3c!--\x3cscript\x3e/a"; import 'http://h/\x3c!--\x3cscript\x3e/b'; import(` + "`" + `http://h/\x3c!--\x3cscript\x3e/c` + "`)</script>",
		`http://h/\/`:            "<script type=module>import \"http://h/\\\\/a\"; import 'http://h/\\\\/b'; import(`http://h/\\\\/c`)</script>",
	} {
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: base})
		require.Equal(t, want, string(r.Output))
	}
	// Bases against which a specifier would be bare.
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: "1x:/a"})
	require.Equal(t, src, string(r.Output))
}

// TestScriptEncodings: bytes of multibyte characters are neither quotes nor escapes.
func TestScriptEncodings(t *testing.T) {
	for _, c := range []struct{ charset, src, want, note string }{
		{"shift_jis", "var a = '\x83\\'; import('./b.js') // \x95\\", "var a = '\x83\\'; import('http://h/d/b.js') // \x95\\", ""},
		{"shift_jis", "import('./\x83\\.js')", "import('http://h/d/\x83\\.js')", ""},
		{"shift_jis", "var \x83\\ = 1; import('./b.js')", "var \x83\\ = 1; import('http://h/d/b.js')", ""},
		{"gb18030", "'\x81`'; import('./b.js')", "'\x81`'; import('http://h/d/b.js')", ""},
		{"windows-1252", "'\xe9'; import('./\xe9.js')", "'\xe9'; import('http://h/d/\xe9.js')", ""},
		{"windows-1252", "x = \xe9\xa0/ import('./b.js') / 2", "x = \xe9\xa0/ import('http://h/d/b.js') / 2", ""},
		{"utf-8", "é = 1; é /import('./b.js') / é", "é = 1; é /import('http://h/d/b.js') / é", ""},
	} {
		src := "<meta charset=" + c.charset + "><script>" + c.src + "</script>"
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: pageURL})
		require.Equal(t, "<meta charset="+c.charset+"><script>"+c.want+"</script>", string(r.Output))
		require.Equal(t, c.note != "", len(r.Plan.Notes) == 1, "%v", r.Plan.Notes)
		if c.note != "" {
			require.Contains(t, r.Plan.Notes[0].Text, c.note)
		}
	}
	utf16 := []byte("\xff\xfe")
	for _, c := range []byte(`<script>import("./a.js")</script>`) {
		utf16 = append(utf16, c, 0)
	}
	r := promise.Check(t, utf16, engine.Options{Type: detect.HTML, Base: pageURL})
	require.Contains(t, strings.ReplaceAll(string(r.Output), "\x00", ""), "http://h/d/a.js")
}

// TestScriptNotes: what a script computes, and where it is not read, is noted once for a
// document, if it matters.
func TestScriptNotes(t *testing.T) {
	const computed, unread, scope = "computes what it imports", "not read any further", "a scope of the import map"
	const absolute = "<base href=http://b/>"
	for _, c := range []struct {
		src  string
		opts engine.Options
		want string
		at   string // what the note is at
	}{
		{"<script type=module>import './a.js'; import(b); import(c); import.meta.url</script><script>import(d)</script>", engine.Options{}, computed, "import(b)"},
		{"<script type=module>new URL('./x', import.meta.url)</script>", engine.Options{}, computed, "import.meta"},
		{"<script>import(`./${a}.js`)</script>", engine.Options{}, computed, "import(`"},
		{"<script type=module>import.meta.env; fetch('./x'); new Worker('./y')</script>", engine.Options{}, "", ""},
		{"<script>x => {} / import('./a.js')</script>", engine.Options{}, unread, "/ import"},
		{"<script>'a\n'; import('./a.js')</script><script>'a\n'; import('./a.js')</script>", engine.Options{}, unread, "'a"},
		{"<script>'important\n'; imports('./a.js')</script>", engine.Options{}, "", ""},
		{absolute + "<script type=module>import(a); '\n'; import('./b')</script>", engine.Options{}, "", ""},
		{"<script type=module>import(a)</script>", engine.Options{Base: " "}, "", ""},
		{"<script type=module>import(a)</script>", engine.Options{Mode: engine.Pin}, "", ""},
		{absolute + "<script type=module>import(a)</script>", engine.Options{DropBase: true}, computed, "import(a)"},
		{`<script type=importmap>{"scopes":{"./":{"a":"./b.js"}}}</script><script type=module>import "a"</script>`, engine.Options{}, scope, `import "a"`},
		{`<script type=importmap>{"scopes":{"p":{"a":"./b.js"}}}</script><script>import("a")</script>`, engine.Options{}, scope, `import("a")`},
		{`<script type=importmap>{"scopes":{"./e/":{"a":"./b.js"},"./p/":{},"d":{}}}</script><script type=module>import "a"</script>`, engine.Options{}, "", ""},
		{`<script type=importmap>{"scopes":{"./":{"a":"./b.js"}}}</script><script type=module src=x></script>`, engine.Options{}, "", ""},
	} {
		if c.opts.Type = detect.HTML; c.opts.Base == "" {
			c.opts.Base = pageURL
		}
		rw, err := engine.New(c.opts)
		require.NoError(t, err)
		notes := rw.Plan([]byte(c.src)).Notes
		if c.want == "" {
			require.Empty(t, notes, c.src)
			continue
		}
		require.Contains(t, notes[0].Text, c.want, c.src)
		require.True(t, strings.HasPrefix(c.src[notes[0].Offset:], c.at), "%s: %q", c.src, c.src[notes[0].Offset:])
		if !c.opts.DropBase {
			require.Len(t, notes, 1, c.src)
		}
	}
}

// TestDropBaseScripts: BASE stays for a script that computes what it imports.
func TestDropBaseScripts(t *testing.T) {
	for src, want := range map[string]string{
		`<base href="http://b/"><script type=module>import "./a.js"</script>`:  `<script type=module>import "http://b/a.js"</script>`,
		`<base href="http://b/"><script type=module>import(a)</script>`:        `<base href="http://b/"><script type=module>import(a)</script>`,
		`<base href="http://b/"><script>x => {} / import('./a.js')</script>`:   `<base href="http://b/"><script>x => {} / import('./a.js')</script>`,
		`<base href="http://b/"><script>fetch("./a.js") // important</script>`: `<script>fetch("./a.js") // important</script>`,
	} {
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: pageURL, DropBase: true})
		require.Equal(t, want, string(r.Output))
	}
}

// TestScriptReferences: they are reported like those of import maps.
func TestScriptReferences(t *testing.T) {
	src := []byte(`<p><script type=module>import "./a.js"; import "b"; import "http://x/y"</script>`)
	for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
		r := promise.Check(t, src, engine.Options{Type: detect.HTML, Base: pageURL, Dialect: d})
		require.Len(t, r.References, 2)
		first := r.References[0]
		require.Equal(t, "script|||./a.js|http://h/d/a.js", strings.Join([]string{first.Element, first.Attr, first.Reason, first.Text, first.Target}, "|"))
		require.Equal(t, strings.Index(string(src), "./a.js"), first.Offset)
		require.Equal(t, engine.Absolute, r.References[1].Status)
	}
}
