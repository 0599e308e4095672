//go:build unix

package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// reportFile writes a report of messages with the command, and returns its URL. The
// arguments are further flags of the verb report.
func reportFile(t testing.TB, messages []string, args ...string) string {
	dir := t.TempDir()
	var box strings.Builder
	for _, m := range messages {
		box.WriteString("From a@b.example Thu Jan  1 00:00:00 2004\n" + m + "\n\n")
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "all.mbox"), []byte(box.String()), 0o600))
	cmd := exec.Command(buildCommand(t), append(append([]string{"report", "-o", "report.html"}, args...), "all.mbox")...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return "file://" + filepath.Join(dir, "report.html")
}

// buildCommand builds the command and returns its path.
func buildCommand(t testing.TB) string {
	path := filepath.Join(t.TempDir(), "hrefix")
	out, err := exec.Command("go", "build", "-C", "../../..", "-o", path, "./cmd/hrefix").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

// openReport opens a report from its file. The returned tab records requests and violations
// of the page's policy.
func openReport(t testing.TB, b *browser, url string) *tab {
	tab := b.open(t, "http://doc.example")
	const watch = `window.forbidden = []; window.ran = 0; window.alert = () => { window.ran++ };
		addEventListener("securitypolicyviolation", (e) => forbidden.push(e.violatedDirective + " " + e.blockedURI));
		addEventListener("error", (e) => forbidden.push("error " + e.message));`
	require.NoError(t, tab.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": watch}, nil))
	tab.load(t, url)
	return tab
}

// load opens a URL and waits until its document is loaded. Pages without scripts have no
// timers, so the page cannot wait itself.
func (tab *tab) load(t testing.TB, url string) {
	require.NoError(t, tab.Call("Page.navigate", map[string]any{"url": url}, nil))
	loaded := fmt.Sprintf(`document.readyState === "complete" && location.href === %q`, url)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		var ok bool
		if err := tab.Evaluate(loaded, &ok); err == nil && ok {
			return
		}
	}
	require.Fail(t, "the report does not load")
}

// address returns the URL of the document of a tab.
func (tab *tab) address(t testing.TB) string {
	var url string
	require.NoError(t, tab.Evaluate("location.href", &url))
	return url
}

// A reportView is the visible content of a report.
type reportView struct {
	References, Documents string // how many
	Rows                  [][]string
	Articles              []string // without blanks and buttons
	Figures               []string // of the summary: "!" before those that are pressed
	Groups                []string // the same
	Chips                 []string
	Hidden                string   // how many links the filters hide
	Notes                 []string // the kinds of notes, and the notes of those that are open
	Title, Heading, Asked string
	Bar                   []string // its parts, and their shares
	Tree                  []string // rows of the picture, after a blank for each level: "!" before the one that is pressed
	Targets               string   // how many have faults
	Faults                []string // the targets that are shown
	Address               string   // what follows "#"
	Width                 int      // width of the content, which may be greater than that of the window
	Sorted                []string // columns, and how
	Forbidden, Loaded     []string
	Ran                   int
	Focus                 string
	Disabled              []string
}

const readReport = `JSON.stringify({
	References: document.getElementById("references-count").textContent,
	Documents: document.getElementById("documents-count").textContent,
	Rows: [...document.querySelectorAll("#reference-table tbody tr")].map((r) => [...r.cells].map((c) => c.textContent.trim())),
	Articles: [...document.querySelectorAll("article.document > details")].map((a) => [...a.children]
		.filter((n) => n.localName !== "button").map((n) => n.textContent.replace(/\s/g, "")).join("\n")),
	Figures: [...document.querySelectorAll(".figures tbody tr")].filter((r) => !r.hidden).map((r) =>
		(r.querySelector("[aria-pressed=true]") ? "!" : "") + [...r.cells].map((c) => c.textContent).join(" ")),
	Groups: [...document.querySelectorAll("#groups:not([hidden]) tbody tr")].map((r) =>
		(r.querySelector("[aria-pressed=true]") ? "!" : "") + [...r.cells].map((c) => c.textContent).join(" ")),
	Chips: [...document.querySelectorAll("#chips button")].map((b) => b.textContent),
	Hidden: document.querySelector("#chips > .note")?.textContent ?? "",
	Notes: [...document.querySelectorAll("#note-list > details")].map((e) => [...e.querySelectorAll(":scope > summary, :scope[open] li, :scope[open] > p")].map((n) => n.textContent).join("\n")),
	Title: document.title, Heading: document.querySelector("h1").textContent, Asked: document.querySelector("h1 + p").textContent,
	Bar: [...document.querySelectorAll("#bar span")].map((e) => e.className + " " + e.style.flexGrow),
	Tree: [...document.querySelectorAll("#tree:not([hidden]) li")].map((e) => " ".repeat(parseInt(e.firstChild.style.marginInlineStart)) +
		(e.querySelector("[aria-pressed=true]") ? "!" : "") + [...e.children].map((c) => c.textContent).filter(Boolean).join(" ")),
	Targets: document.getElementById("faults-count")?.textContent ?? "",
	Faults: [...document.querySelectorAll("#fault-list li")].map((e) => e.textContent),
	Address: location.hash.slice(1), Width: document.documentElement.scrollWidth,
	Sorted: [...document.querySelectorAll("[aria-sort]")].map((h) => h.dataset.column + " " + h.getAttribute("aria-sort")),
	Forbidden: window.forbidden, Ran: window.ran,
	Loaded: performance.getEntriesByType("resource").map((r) => r.name),
	Focus: document.activeElement.id,
	Disabled: [...document.querySelectorAll("#references > .pager button[aria-disabled=true]")].map((b) => b.textContent),
})`

// see performs an action in a report and returns its view afterwards.
func (tab *tab) see(t testing.TB, do string, args ...any) reportView {
	var quoted []any
	for _, a := range args {
		data, err := json.Marshal(a)
		require.NoError(t, err)
		quoted = append(quoted, data)
	}
	var v reportView
	const tools = `(() => {
		const get = (id) => document.getElementById(id);
		const set = (id, value) => { get(id).value = value; get(id).dispatchEvent(new Event("input", {bubbles: true})); };
		const click = (within, text) => [...document.querySelectorAll(within + " button")].find((b) => b.textContent === text).click();
		const count = (label) => [...document.querySelectorAll(".figures tr")].find((r) => r.cells[0].textContent === label).querySelector("button").click();
		%s;
		return %s;
	})()`
	require.NoError(t, tab.EvaluateJSON(nil, fmt.Sprintf(tools, fmt.Sprintf(do, quoted...), readReport), &v))
	return v
}

// column returns a column of the rows.
func (v *reportView) column(n int) []string {
	var cells []string
	for _, r := range v.Rows {
		cells = append(cells, r[n])
	}
	return cells
}

// Columns of a report.
const (
	reportPlace = iota
	reportElement
	reportStatus
	reportBefore
	reportAfter
	reportWhy
)

// askedByReport returns the requests of the report, without those of the host page.
func (b *browser) askedByReport() []string {
	return slices.DeleteFunc(b.asked(), func(url string) bool {
		return !strings.Contains(url, ".example") || url == "http://doc.example/favicon.ico"
	})
}
