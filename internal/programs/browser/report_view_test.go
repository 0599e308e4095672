//go:build unix

package browser

import (
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// thousands returns n as a report writes it.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// countReport clicks the counts of the summary.
func countReport(t *testing.T, tab *tab) {
	all := []string{"!Links 10,000", "Made absolute 6,429", "Absolute already 1,429", "Unresolved 2,142", "no base URL is known 2,142",
		"Left as it is 0", "!Documents and parts 200", "BASE in the page 0", "Header of the message 150", "Where it was saved 0", "None 50"}
	pressed := func(rows ...string) []string {
		var figures []string
		for _, f := range all {
			f = strings.TrimPrefix(f, "!")
			for _, row := range rows {
				if f == row {
					f = "!" + f
				}
			}
			figures = append(figures, f)
		}
		return figures
	}
	v := tab.see(t, "")
	require.Equal(t, all, v.Figures)
	v = tab.see(t, `set("text", "page-0"); set("in", "message 7")`)
	require.Equal(t, []string{"Text: page-0×", "Document: message 7×"}, v.Chips)
	require.Equal(t, "2 filters hide 9,450 links:", v.Hidden)
	v = tab.see(t, `set("text", "page-0"); count("Absolute already")`)
	require.Equal(t, "1 filter hides 8,571 links:", v.Hidden)
	require.Equal(t, pressed("Absolute already 1,429", "Documents and parts 200"), v.Figures)
	require.Equal(t, "1 to 100 of 1,429 links, 10,000 in all.", v.References, "no other filter is left")
	require.Equal(t, "references-title", v.Focus)
	require.Equal(t, "status=absolute", v.Address)
	v = tab.see(t, `count("no base URL is known")`)
	require.Equal(t, pressed("no base URL is known 2,142", "Documents and parts 200"), v.Figures)
	require.Equal(t, "1 to 100 of 2,142 links, 10,000 in all.", v.References)
	require.Equal(t, []string{"Status: unresolved×", "Reason: no base URL is known×"}, v.Chips)
	v = tab.see(t, `click("#chips", "Reason: no base URL is known×")`)
	require.Equal(t, pressed("Unresolved 2,142", "Documents and parts 200"), v.Figures)
	require.Equal(t, []string{"Status: unresolved×"}, v.Chips)
	require.Equal(t, "references-title", v.Focus)
	v = tab.see(t, `count("Unresolved")`)
	require.Equal(t, all, v.Figures, "a count that is pressed shows all again")
	v = tab.see(t, `count("None")`)
	require.Equal(t, pressed("Links 10,000", "None 50"), v.Figures)
	require.Equal(t, "1 to 25 of 50 documents and parts, 200 in all.", v.Documents)
	require.Equal(t, "documents-title", v.Focus)
	v = tab.see(t, `count("Documents and parts")`)
	require.Equal(t, all, v.Figures)
}

// groupReport groups the references of a report and chooses groups.
func groupReport(t *testing.T, tab *tab) {
	v := tab.see(t, `set("group", "host")`)
	require.Equal(t, []string{"(none) 2,142", "elsewhere.example 1,429", "h1.example 43"}, v.Groups[:3])
	require.Len(t, v.Groups, 10)
	v = tab.see(t, `click("#groups", "elsewhere.example")`)
	require.Equal(t, []string{"(none) 2,142", "!elsewhere.example 1,429"}, v.Groups[:2], "the other groups stay")
	require.Equal(t, "1 to 100 of 1,429 links, 10,000 in all.", v.References)
	require.Equal(t, []string{"Host: elsewhere.example×"}, v.Chips)
	var focus string
	require.NoError(t, tab.Evaluate(`document.activeElement.textContent`, &focus))
	require.Equal(t, "elsewhere.example", focus)
	v = tab.see(t, `set("group", "status")`)
	require.Equal(t, []string{"absolute already 1,429"}, v.Groups, "groups are of what the other filters let pass")
	v = tab.see(t, `set("group", "host"); click("#groups", "elsewhere.example")`)
	require.Equal(t, "1 to 100 of 10,000 links.", v.References)
	v = tab.see(t, `set("group", "element")`)
	require.Equal(t, []string{"a href 10,000"}, v.Groups)
	v = tab.see(t, `set("group", "why"); count("Made absolute")`)
	require.Equal(t, []string{"base: Base of the message 6,429"}, v.Groups)
	v = tab.see(t, `click("#references .controls", "Clear"); set("group", "in"); click("#groups .pager", "Next")`)
	require.Equal(t, "all.mbox message 20 part 1 50", v.Groups[len(v.Groups)-1])
	v = tab.see(t, `click("#groups", "all.mbox message 12 part 1")`)
	require.Contains(t, v.Groups, "!all.mbox message 12 part 1 50")
	require.Equal(t, "1 to 50 of 50 links, 10,000 in all.", v.References)
	tab.see(t, `set("group", ""); click("#references .controls", "Clear")`)
}

// addressReport checks that the address contains the view, that another browser restores
// the view from it, and that the browser can go back to the previous view.
func addressReport(t *testing.T, b *browser, tab *tab) {
	v := tab.see(t, `count("Absolute already"); set("group", "host"); set("rows", "500");
		click("#reference-table th[data-column=before]", "Before"); click("#reference-table th[data-column=before]", "Before");
		set("doc", "h7."); count("Header of the message"); set("doc", "h7."); click("#references > .pager", "Next")`)
	require.Equal(t, "status=absolute&group=host&sort=-before&rows=500&page=2&doc=h7.&layer=encapsulating", v.Address)
	require.Equal(t, "501 to 1,000 of 1,429 links, 10,000 in all.", v.References)
	require.Equal(t, "1 to 1 of 1 document or part, 200 in all.", v.Documents)
	again := openReport(t, b, tab.address(t)).see(t, "")
	again.Focus = v.Focus
	require.Equal(t, v, again)

	typed := tab.see(t, `set("text", "9")`)
	require.Equal(t, v.Address, typed.Address, "the address waits for what is typed")
	time.Sleep(300 * time.Millisecond)
	require.Contains(t, tab.see(t, "").Address, "text=9")
	tab.see(t, `set("text", "")`)
	time.Sleep(300 * time.Millisecond)
	back := func(do string) reportView {
		// There is no event if the page has already corrected its address to the new one.
		require.NoError(t, tab.Evaluate(`new Promise((done) => { addEventListener("popstate", () => setTimeout(done, 0, true), {once: true}); setTimeout(done, 2000, true); `+do+` })`, new(any)))
		return tab.see(t, "")
	}
	tab.see(t, `click("#references .controls", "Clear")`)
	tab.see(t, `count("Made absolute")`)
	v = back("history.back()")
	require.Equal(t, "1 to 500 of 10,000 links.", v.References)
	v = back("history.forward()")
	require.Equal(t, "1 to 500 of 6,429 links, 10,000 in all.", v.References)

	// An invalid address is ignored.
	for hash, want := range map[string]string{
		"":           "1 to 100 of 10,000 links.",
		"references": "1 to 100 of 10,000 links.",
		"status=x&rows=7&sort=toString&group=constructor&page=-1&__proto__=x&layer=7": "1 to 100 of 10,000 links.",
		"page=99999":                 "9,901 to 10,000 of 10,000 links.",
		"host=%FF%00&why=%22%3Cimg":  "No links, 10,000 in all.",
		"text=page-0123&sort=before": "1 to 10 of 10 links, 10,000 in all.",
	} {
		v = back("location.hash = " + fmt.Sprintf("%q", "#x="+hash))
		v = back("location.hash = " + fmt.Sprintf("%q", "#"+hash))
		require.Equal(t, want, v.References, hash)
	}
	require.NoError(t, tab.Evaluate(`document.querySelector("header nav a[href='#documents']").click(), true`, new(any)))
	v = tab.see(t, "")
	require.Equal(t, "documents-title", v.Focus)
	require.NotEqual(t, "documents", v.Address, "the address has the view")
	v = back(`location.hash = "#"`)
	require.Equal(t, "1 to 100 of 10,000 links.", v.References)
}

// TestBrowserReportFirst checks that a page with only the first references says so, and
// counts all.
func TestBrowserReportFirst(t *testing.T) {
	b := start(t)
	tab := openReport(t, b, reportFile(t, manyMessages(), "--max-references", "1500"))
	v := tab.see(t, "")
	require.Equal(t, "1 to 100 of 1,500 links; these are the first 1,500 of 10,000.", v.References)
	require.Equal(t, "!Links 10,000", v.Figures[0])
	v = tab.see(t, `count("Absolute already")`)
	require.Equal(t, "1 to 100 of 215 links, 1,500 in all; these are the first 1,500 of 10,000.", v.References)
}

// TestBrowserReportNotes checks that a page lists the messages that are left alone or damaged, with their subjects.
func TestBrowserReportNotes(t *testing.T) {
	b := start(t)
	var messages []string
	for i := range 30 {
		messages = append(messages, fmt.Sprintf("Subject: =?utf-8?q?n=C2=BA_%d?=\nContent-Type: multipart/signed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n--b--", i))
	}
	messages = append(messages, "Message-ID: <a@b>\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>")
	tab := openReport(t, b, reportFile(t, messages))
	require.Equal(t, []string{"30 left alone signed", "1 read all the same the multipart is not closed"}, tab.see(t, "").Notes)
	tab.see(t, `document.querySelector("#note-list summary").click()`)
	require.Eventually(t, func() bool { return strings.Contains(tab.see(t, "").Notes[0], "message 1 ") }, 10*time.Second, 10*time.Millisecond)
	v := tab.see(t, "")
	lines := strings.Split(v.Notes[0], "\n")
	require.Len(t, lines, 27)
	require.Contains(t, lines[1], "all.mbox message 1 nº 0 byte ")
	require.Contains(t, lines[1], " signed (multipart/signed)")
	require.Equal(t, "1 to 25 of 30 notes.", lines[26])
	v = tab.see(t, `click("#note-list details", "Next")`)
	require.Contains(t, v.Notes[0], " nº 29 ")
	require.Empty(t, v.Forbidden)
}

// TestBrowserReportScale opens reports of 200,000 references, and filters, sorts and groups them. Nothing may take longer
// than a person waits.
func TestBrowserReportScale(t *testing.T) {
	b := start(t)
	use := func(url, first string, does [][2]string) *tab {
		begun := time.Now()
		tab := openReport(t, b, url)
		v := tab.see(t, "")
		t.Logf("opened in %v", time.Since(begun))
		require.Equal(t, first, v.References)
		for _, c := range does {
			begun := time.Now()
			v = tab.see(t, c[0])
			took := time.Since(begun)
			t.Logf("%s: %v", c[0], took)
			require.Equal(t, c[1], v.References, c[0])
			require.Less(t, took, 10*time.Second, c[0])
		}
		return tab
	}
	const times = 20
	var messages []string
	for range times {
		messages = append(messages, manyMessages()...)
	}
	use(reportFile(t, messages), "1 to 100 of 200,000 links.", [][2]string{
		{`count("Made absolute")`, "1 to 100 of 128,580 links, 200,000 in all."},
		{`set("group", "host")`, "1 to 100 of 128,580 links, 200,000 in all."},
		{`click("#reference-table th[data-column=after]", "After")`, "1 to 100 of 128,580 links, 200,000 in all."},
		{`click("#references > .pager", "Last")`, "128,501 to 128,580 of 128,580 links, 200,000 in all."},
		{`set("text", "page-0133")`, "1 to 100 of 160 links, 200,000 in all."},
	})

	dir := t.TempDir()
	for i := range 2000 {
		folder := filepath.Join(dir, "site", fmt.Sprint(i%40))
		require.NoError(t, os.MkdirAll(folder, 0o700))
		page := fmt.Sprintf("<form action=/search>%s<a href=gone-%d>", strings.Repeat("<a href=.>", 98), i)
		require.NoError(t, os.WriteFile(filepath.Join(folder, "index.html"+strings.Repeat("l", i/40)), []byte(page), 0o600))
	}
	cmd := exec.Command(buildCommand(t), "report", "--check", "-t", "html", "-o", "report.html", "site")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	tab := use("file://"+filepath.Join(dir, "report.html"), "1 to 100 of 4,000 links; the other 196,000 links of 200,000 have no fault, and are not on this page.", [][2]string{
		{`click("#fault-list", "/search")`, "1 to 100 of 2,000 links, 4,000 in all; the other 196,000 links of 200,000 have no fault, and are not on this page."},
		{`click("#references .controls", "Clear"); click("#tree", "11/")`, "1 to 100 of 100 links, 4,000 in all; the other 196,000 links of 200,000 have no fault, and are not on this page."},
		{`count("Faulty")`, "1 to 100 of 4,000 links; the other 196,000 links of 200,000 have no fault, and are not on this page."},
		{`set("group", "path")`, "1 to 100 of 4,000 links; the other 196,000 links of 200,000 have no fault, and are not on this page."},
	})
	v := tab.see(t, "")
	require.Equal(t, "site: 4,000 faults in 200,000 links", v.Heading)
	require.Equal(t, "1 to 10 of 2,001 rows.", v.Targets)
	require.Equal(t, "2,000 /search missing-file no such file first in 0/index.html, line 1", v.Faults[0])
}

// TestBrowserReportWidths checks that a report fits narrow and wide windows, in light and
// dark mode, and that screen readers see its tables as tables. HREFIX_SHOTS names a folder
// for screenshots.
func TestBrowserReportWidths(t *testing.T) {
	b := start(t)
	tab := openReport(t, b, reportFile(t, append(hostileMessages(), manyMessages()[:40]...)))
	for _, width := range []int{400, 1400} {
		for scheme, paper := range map[string]string{"light": "rgb(255, 255, 255)", "dark": "rgb(13, 17, 23)"} {
			name := fmt.Sprintf("%d-%s", width, scheme)
			size := map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}
			require.NoError(t, tab.Call("Emulation.setDeviceMetricsOverride", size, nil))
			media := map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}
			require.NoError(t, tab.Call("Emulation.setEmulatedMedia", media, nil))
			v := tab.see(t, `set("group", "host"); get("document-list").querySelector("details").open = true`)
			require.LessOrEqual(t, v.Width, width, name)
			var background string
			require.NoError(t, tab.Evaluate("getComputedStyle(document.body).backgroundColor", &background))
			require.Equal(t, paper, background, name)
			roles := tab.roles(t)
			require.Equal(t, 5, roles["table"], name) // with the folders of bases
			require.GreaterOrEqual(t, roles["cell"], len(v.Rows)*6, name)
			require.GreaterOrEqual(t, roles["row"], len(v.Rows), name)
			heads := 6 + 2
			if width > 768 {
				heads += 4 // on a narrow screen, the folders of bases have none
			}
			require.Equal(t, heads, roles["columnheader"], name)
			tab.shoot(t, name, width)
		}
	}
}

// roles counts the elements that a tab exposes to screen readers, by role.
func (tab *tab) roles(t testing.TB) map[string]int {
	var tree struct {
		Nodes []struct {
			Ignored bool
			Role    struct{ Value string }
		}
	}
	require.NoError(t, tab.Call("Accessibility.getFullAXTree", nil, &tree))
	roles := make(map[string]int)
	for _, n := range tree.Nodes {
		if !n.Ignored {
			roles[n.Role.Value]++
		}
	}
	return roles
}

// shoot writes a screenshot of a tab to the folder HREFIX_SHOTS, if set.
func (tab *tab) shoot(t testing.TB, name string, width int) {
	folder := os.Getenv("HREFIX_SHOTS")
	if folder == "" {
		return
	}
	var shot struct{ Data string }
	require.NoError(t, tab.Call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true,
		"clip": map[string]any{"x": 0, "y": 0, "width": width, "height": 2400, "scale": 1}}, &shot))
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), data, 0o600))
}
