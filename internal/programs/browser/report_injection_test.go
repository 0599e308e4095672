//go:build unix

package browser

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostileMessages returns messages that try to inject markup from every place of a message.
func hostileMessages() []string {
	const script = "</script></td></code><script>alert(1)</script><img src=http://evil.example/i onerror=alert(1)><!--<script>"
	var all []string
	for _, s := range []string{
		script, "javascript:alert(1)", "\u202e\u2066\u2028\u2029\ufeff\u00a0", "\xff\xfe\x80", "\u115f\u3164\ufe0f\u00ad\u0378\u0600\u180e\ue000\U000e0041\U000e0101\U0001f600\ufffd", `"'\` + "`${alert(1)}{{.}}", "\\u003c/script>", "__proto__",
	} {
		quoted := strings.NewReplacer(`"`, "&quot;", "&", "&amp;").Replace(s)
		all = append(all, "Content-Base: http://h.example/"+s+"\nContent-Location: "+s+"\nContent-Type: text/html; x="+s+"\n\n"+
			"<base href=\"http://h.example/"+quoted+"\"><a href=\""+quoted+"\">x</a><img srcset=\""+quoted+" 1x\"><a href=\"\">y</a><a href=\"http://[/"+quoted+"\">z</a>")
	}
	return all
}

// TestBrowserReportInjection checks that content of documents stays text, and that the page
// shows the same with and without its script.
func TestBrowserReportInjection(t *testing.T) {
	b := start(t)
	for _, flags := range [][]string{nil, {"--check"}} {
		testInjection(t, b, reportFile(t, hostileMessages(), flags...), flags != nil)
	}
}

// testInjection checks the report at a URL. If it has only links with faults, the number of all links is left out.
func testInjection(t *testing.T, b *browser, url string, onlyFaults bool) {
	tab := openReport(t, b, url)
	with := tab.see(t, "")
	require.Empty(t, with.Forbidden)
	require.Empty(t, with.Loaded)
	require.Zero(t, with.Ran)
	chooseHostile(t, b, tab, onlyFaults)
	tab.load(t, url)
	var others []string
	const strange = `JSON.stringify([...new Set([...document.querySelectorAll("*")].map((e) => e.localName +
		(e.localName === "a" ? e.getAttribute("href") : "") + ([...e.attributes].some((a) => a.name.startsWith("on") || a.name === "src") ? "!" : "")))])`
	require.NoError(t, tab.EvaluateJSON(nil, strange, &others))
	require.Subset(t, strings.Fields("html head meta title style body header h1 nav a#faults a#notes a#documents a#references main section h2 h3 p div label input select option "+
		"button table caption thead tbody tr th td code ins del span article details summary strong b ul ol li script wbr"), others)
	require.Contains(t, strings.Join(with.column(reportBefore), "\n"), "<script>alert(1)</script>")
	require.Contains(t, strings.Join(with.column(reportBefore), "\n"), `\u202e\u2066`)
	if !onlyFaults {
		require.Contains(t, strings.Join(with.column(reportBefore), "\n"), `\xff\xfe\x80`)
	}

	require.NoError(t, tab.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil))
	tab.load(t, url)
	without := tab.see(t, "")
	require.Equal(t, with.Rows, without.Rows)
	if !onlyFaults {
		require.Equal(t, fmt.Sprintf("%d of %[1]d links.", len(with.Rows)), without.References)
	}
	require.Equal(t, with.Articles, without.Articles)
	require.Equal(t, with.Faults, without.Faults[:len(with.Faults)])
	require.Equal(t, onlyFaults, len(with.Faults) > 0)
	require.Empty(t, b.askedByReport())
}

// TestBrowserReportNames checks that the picture of the tree shows and chooses folders and files of any name.
func TestBrowserReportNames(t *testing.T) {
	b := start(t)
	dir := t.TempDir()
	for i, name := range []string{"<img src=x onerror=alert(1)>", "\u202e\u2028\ufeff", "\xff\xfe", "new\nline", "__proto__", "constructor", "a&b", "%2e", "é😀", " ", "x"} {
		folder := filepath.Join(dir, "site", name)
		require.NoError(t, os.MkdirAll(folder, 0o700))
		for k := range i + 1 {
			require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprint(k, name, ".html")), []byte("<a href=gone><a href='"+name+"\">"), 0o600))
		}
	}
	cmd := exec.Command(buildCommand(t), "report", "--check", "-o", "report.html", "site")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	tab := openReport(t, b, "file://"+filepath.Join(dir, "report.html"))
	chosen := 0
	for n := 0; n < 60; n++ { // folders open as they are chosen
		v := tab.see(t, `set("rows", "2000"); document.querySelectorAll("#tree-list button")[%s]?.click()`, n)
		if !strings.Contains(v.Address, "path=") {
			break
		}
		row := v.Tree[slices.IndexFunc(v.Tree, func(s string) bool { return strings.Contains(s, "!") })]
		var links int
		_, err := fmt.Sscan(row[strings.LastIndexByte(row, ' ')+1:], &links)
		require.NoError(t, err, row)
		require.Len(t, v.Rows, links, row)
		require.NotZero(t, links, row)
		again := openReport(t, b, tab.address(t)).see(t, "")
		require.Equal(t, v.Rows, again.Rows, row)
		require.Equal(t, v.Faults, again.Faults, row)
		require.Empty(t, again.Forbidden)
		require.Zero(t, again.Ran+v.Ran)
		chosen++
		tab.see(t, `document.querySelector("#tree-list [aria-pressed=true]").click()`)
	}
	require.Greater(t, chosen, 10)
	require.Empty(t, b.askedByReport())
}

// chooseHostile chooses every group of hostile references, and opens the address of the
// choice. checked says that the links of the report are checked.
func chooseHostile(t *testing.T, b *browser, tab *tab, checked bool) {
	const inert = `[...document.querySelectorAll("#groups *, #chips *")].every((e) =>
		["table", "caption", "thead", "tbody", "tr", "th", "td", "p", "nav", "button", "span"].includes(e.localName))`
	chosen := 0
	for _, dimension := range []string{"status", "host", "target", "element", "why", "fault", "in", "path"} {
		groups := len(tab.see(t, `set("group", %s)`, dimension).Groups)
		require.Equal(t, groups == 0, dimension == "fault" && !checked, dimension)
		for i := range groups {
			v := tab.see(t, fmt.Sprintf(`document.querySelectorAll("#groups tbody button")[%d].click()`, i))
			require.NotEmpty(t, v.Rows, "%s: %q", dimension, v.Groups[i])
			var ok bool
			require.NoError(t, tab.Evaluate(inert, &ok))
			require.True(t, ok)
			again := openReport(t, b, tab.address(t)).see(t, "")
			require.Equal(t, v.Rows, again.Rows, "%s: %q", dimension, v.Address)
			require.Equal(t, v.Chips, again.Chips)
			require.Empty(t, again.Forbidden)
			require.Zero(t, again.Ran+v.Ran)
			tab.see(t, fmt.Sprintf(`document.querySelectorAll("#groups tbody button")[%d].click()`, i))
			chosen++
		}
	}
	require.Greater(t, chosen, 20)
	tab.see(t, `set("group", "")`)
}

// TestBrowserReportPolicy checks that the test would notice a forbidden action of a report,
// and that the report's policy prevents it.
func TestBrowserReportPolicy(t *testing.T) {
	b := start(t)
	url := reportFile(t, hostileMessages())
	file := strings.TrimPrefix(url, "file://")
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	const attack = "<script>alert(1)</script><img src=http://evil.example/i onerror=alert(1)><style>*{color:red}</style>" +
		"<iframe src=http://evil.example/f></iframe><base href=http://evil.example/b>"
	page = bytes.Replace(page, []byte("<main>"), []byte("<main>"+attack), 1)
	require.NoError(t, os.WriteFile(file, page, 0o600))
	tab := openReport(t, b, url)
	v := tab.see(t, "")
	require.NotEmpty(t, v.Rows)
	for _, want := range []string{"script-src-elem inline", "img-src http://evil.example/i", "style-src-elem inline",
		"frame-src http://evil.example", "base-uri http://evil.example/b"} {
		require.Contains(t, v.Forbidden, want)
	}
	require.Zero(t, v.Ran)
	require.Empty(t, b.askedByReport())
	require.Error(t, tab.Evaluate("document.body.innerHTML = '<p>x'", new(any)))

	page = bytes.Replace(page, []byte("http-equiv"), []byte("data-no"), 1)
	require.NoError(t, os.WriteFile(file, page, 0o600))
	v = openReport(t, b, url).see(t, "")
	require.Empty(t, v.Forbidden)
	require.NotZero(t, v.Ran)
	require.NotEmpty(t, v.Loaded)
	require.Contains(t, b.askedByReport(), "http://evil.example/i")
}
