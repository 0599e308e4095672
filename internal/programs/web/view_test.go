//go:build unix

package web

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// A page is a tab with the page.
type page struct {
	*chromium.Tab
	b *browser
}

// watch records violations of the policy, errors, and whether content ran.
const watch = `window.forbidden = []; window.ran = 0; window.alert = () => { window.ran++ };
	addEventListener("securitypolicyviolation", (e) => forbidden.push(e.violatedDirective + " " + e.blockedURI));
	addEventListener("error", (e) => forbidden.push("error " + e.message));
	addEventListener("unhandledrejection", (e) => forbidden.push("error " + e.reason));`

// open opens the page in a new tab.
func (b *browser) open(t testing.TB, url string) *page {
	p := &page{b.OpenBlank(t), b}
	require.NoError(t, p.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": watch}, nil))
	require.NoError(t, p.Call("Page.navigate", map[string]any{"url": url}, nil))
	wait(t, time.Minute, "the page loads", func() bool {
		var ok bool
		return p.Evaluate(`document.readyState === "complete" && typeof engine === "object"`, &ok) == nil && ok
	})
	return p
}

// do evaluates an expression with its arguments in JSON.
func (p *page) do(t testing.TB, expression string, args ...any) {
	t.Helper()
	require.NoError(t, p.Evaluate("(() => { "+quote(t, expression, args)+" })(), true", new(any)))
}

// text returns the value of an expression, which is a string.
func (p *page) text(t testing.TB, expression string, args ...any) (s string) {
	t.Helper()
	require.NoError(t, p.Evaluate(quote(t, expression, args), &s))
	return s
}

// is returns the value of an expression, which is a bool.
func (p *page) is(t testing.TB, expression string, args ...any) (ok bool) {
	t.Helper()
	require.NoError(t, p.Evaluate("Boolean("+quote(t, expression, args)+")", &ok))
	return ok
}

func quote(t testing.TB, expression string, args []any) string {
	var quoted []any
	for _, a := range args {
		data, err := json.Marshal(a)
		require.NoError(t, err)
		quoted = append(quoted, data)
	}
	if len(quoted) == 0 {
		return expression
	}
	return fmt.Sprintf(expression, quoted...)
}

// after performs an action, and waits until the run that it starts has ended.
func (p *page) after(t testing.TB, most time.Duration, act func()) {
	t.Helper()
	p.do(t, `get("output").setAttribute("aria-busy", "soon")`)
	act()
	wait(t, most, "the run ends", func() bool { return p.is(t, `get("output").getAttribute("aria-busy") === "false"`) })
}

// choose chooses a file, and waits for the results.
func (p *page) choose(t testing.TB, name string) {
	t.Helper()
	p.after(t, 2*time.Minute, func() { p.put(t, name) })
}

// put chooses a file.
func (p *page) put(t testing.TB, name string) {
	t.Helper()
	var object struct{ Result struct{ ObjectID string } }
	require.NoError(t, p.Call("Runtime.evaluate", map[string]any{"expression": `get("file")`}, &object))
	require.NoError(t, p.Call("DOM.setFileInputFiles", map[string]any{"files": []string{name}, "objectId": object.Result.ObjectID}, nil))
}

// set changes settings, and waits for the results. They are JavaScript.
func (p *page) set(t testing.TB, change string, args ...any) {
	t.Helper()
	p.after(t, time.Minute, func() {
		p.do(t, `const set = (id, value) => { get(id).value = value; for (const e of ["input", "change"]) get(id).dispatchEvent(new Event(e, {bubbles: true})); };
			const check = (name) => document.querySelector(name).click(); `+change, args...)
	})
}

// A view is what the page shows.
type view struct {
	Title, Note, Problem string
	Links, Edits, Bases  []string
	Tabs                 []string
	Status               string
	Command              string
	Download             string // of the button, if there is one
	Needed               bool   // the field of the address is marked
	Difference           string // what the changes are, in a sentence
	Hidden               bool   // there are no results
	Forbidden            []string
	Ran                  int
	Loaded               []string
}

// see returns what the page shows.
func (p *page) see(t testing.TB) (v view) {
	t.Helper()
	const rows = `(id) => [...document.querySelectorAll("#" + id + " .rows > li")].map((e) => e.textContent)`
	require.NoError(t, p.EvaluateJSON(nil, `(() => { const rows = `+rows+`; return JSON.stringify({
		Title: get("results-title").textContent, Note: get("results-note").textContent, Problem: get("problem").textContent,
		Links: rows("panel-links"), Edits: rows("panel-edits"), Bases: rows("panel-base"),
		Tabs: tabs.map((t) => t.textContent), Status: get("status").textContent, Command: get("command").textContent,
		Download: get("download").hidden ? "" : get("download").textContent, Needed: get("base").classList.contains("needed"),
		Difference: get("edits-note").textContent, Hidden: get("results").hidden, Forbidden: forbidden, Ran: ran,
		Loaded: performance.getEntriesByType("resource").map((e) => e.name),
	}) })()`, &v))
	return v
}

// digest returns the SHA-256 of the result in hexadecimal.
func (p *page) digest(t testing.TB) string {
	t.Helper()
	return p.text(t, `(async () => {
		const hash = await crypto.subtle.digest("SHA-256", await shown.result.arrayBuffer());
		return [...new Uint8Array(hash)].map((b) => b.toString(16).padStart(2, "0")).join("");
	})()`)
}

// shoot writes a picture of the page, if pictures are wanted.
func (p *page) shoot(t testing.TB, name string) {
	t.Helper()
	dir := os.Getenv("HREFIX_WEB_SHOTS")
	if dir == "" {
		return
	}
	var shot struct{ Data []byte }
	require.NoError(t, p.Call("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true}, &shot))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".png"), shot.Data, 0o600))
}
