//go:build unix

package browser

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkedReport writes a report on a site whose links are checked, and returns its URL.
func checkedReport(t testing.TB) string {
	dir := t.TempDir()
	for i := range 60 {
		folder := []string{"site/a", "site/b/c"}[i%2]
		page := fmt.Sprintf("<p id=p><a href=%d.html#p>next</a> <a href=none-%d.html>none</a>", (i+2)%60, i)
		if i%2 == 0 {
			page += " <a href=#q>q</a> <img src=/empty.png> <script src=/empty.js></script>"
		}
		require.NoError(t, os.MkdirAll(filepath.Join(dir, folder), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, folder, fmt.Sprintf("%d.html", i)), []byte(page), 0o600))
	}
	for _, name := range []string{"empty.png", "empty.js"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "site", name), nil, 0o600))
	}
	cmd := exec.Command(buildCommand(t), "report", "--check", "-o", "report.html", "site")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return "file://" + filepath.Join(dir, "report.html")
}

// TestBrowserReportFaults opens a report on links that were checked, and filters and groups them
// by their faults.
func TestBrowserReportFaults(t *testing.T) {
	b := start(t)
	tab := openReport(t, b, checkedReport(t))
	v := tab.see(t, "")
	require.Equal(t, "1 to 100 of 150 links; the other 60 links of 210 have no fault, and are not on this page.", v.References)
	require.Subset(t, v.Figures, []string{"Faulty 150", "empty-file 60", "missing-file 60", "no-anchor 30"})

	overviewReport(t, b, tab)

	v = tab.see(t, `count("Faulty")`)
	require.Equal(t, "1 to 100 of 150 links; the other 60 links of 210 have no fault, and are not on this page.", v.References)
	require.Equal(t, "fault=any", v.Address)
	require.Equal(t, []string{"Fault: any×"}, v.Chips)
	require.Contains(t, v.Figures, "!Faulty 150")
	v = tab.see(t, `count("no-anchor")`)
	require.Equal(t, "1 to 30 of 30 links, 150 in all; the other 60 links of 210 have no fault, and are not on this page.", v.References)
	require.Equal(t, "#q", v.Rows[0][reportBefore])
	require.Equal(t, "/a/0.html#q", v.Rows[0][reportAfter])
	require.Contains(t, v.Rows[0][reportStatus], "no-anchor")
	require.Contains(t, v.Rows[0][reportWhy], "nothing in the target has this id or name")

	v = tab.see(t, `set("group", "fault")`)
	require.Equal(t, []string{"missing-file 60", "empty-file 60", "!no-anchor 30"}, v.Groups)
	v = tab.see(t, `click("#groups", "empty-file")`)
	require.Equal(t, "1 to 60 of 60 links, 150 in all; the other 60 links of 210 have no fault, and are not on this page.", v.References)
	require.NotContains(t, v.Rows[0][reportWhy], "no such file")
	v = tab.see(t, `set("group", ""); click("#references .controls", "Clear"); set("text", "no such file")`)
	require.Equal(t, "1 to 60 of 60 links, 150 in all; the other 60 links of 210 have no fault, and are not on this page.", v.References)

	whole, _, _ := strings.Cut(tab.address(t), "#")
	other := openReport(t, b, whole+"#fault=empty-file&group=fault")
	v = other.see(t, "")
	require.Equal(t, "1 to 60 of 60 links, 150 in all; the other 60 links of 210 have no fault, and are not on this page.", v.References)
	require.Empty(t, v.Forbidden)

	var badges int
	require.NoError(t, other.Evaluate(`document.querySelectorAll("#reference-table .fault").length`, &badges))
	require.Equal(t, 60, badges)
	require.NoError(t, other.Evaluate(`document.querySelectorAll("#reference-table .fault.warning").length`, &badges))
	require.Equal(t, 30, badges)
	other.shoot(t, "faults", 1400)
}

// overviewReport checks what a report on links that were checked begins with: what was asked, the bar, the picture of the
// tree and the targets with faults. It chooses folders, files and targets.
func overviewReport(t *testing.T, b *browser, tab *tab) {
	v := tab.see(t, "")
	require.Equal(t, "site: 150 faults in 210 links", v.Heading)
	require.Regexp(t, `^hrefix report --check -o report.html site \d{4}-\d\d-\d\d \d\d:\d\d \S+$`, v.Asked)
	require.Equal(t, "site, "+strings.Replace(v.Asked, "site ", "site, ", 1), v.Title)
	require.Equal(t, []string{"faulty 150", "inside 60"}, v.Bar)
	require.Equal(t, []string{"site/ 150", " a/ 120", "  0.html 4", "  10.html 4", "  12.html 4", "  14.html 4",
		"  16.html 4", "  18.html 4", "  2.html 4", "  20.html 4", "  22 more 88", " b/c/ 30"}, v.Tree)
	require.Equal(t, "1 to 10 of 63 rows.", v.Targets)
	require.Equal(t, []string{"30 #q no-anchor nothing in the target has this id or name first in a/0.html, line 1",
		"30 /empty.png empty-file the file is empty first in a/0.html, line 1",
		"30 /empty.js empty-file the file is empty first in a/0.html, line 1",
		"1 /a/none-0.html missing-file no such file in a/0.html, line 1"}, v.Faults[:4])

	// A folder is opened, and only its links and targets are shown.
	v = tab.see(t, `click("#tree", "b/c/")`)
	require.Equal(t, "path=site%2Fb%2Fc%2F", v.Address)
	require.Equal(t, []string{"Folder: site/b/c/×"}, v.Chips)
	require.Equal(t, "1 to 30 of 30 links, 150 in all; the other 60 links of 210 have no fault, and are not on this page.", v.References)
	require.Equal(t, "1 to 10 of 30 rows in what is chosen.", v.Targets)
	require.Equal(t, "1 /b/c/none-1.html missing-file no such file in b/c/1.html, line 1", v.Faults[0])
	require.Contains(t, v.Tree, " !b/c/ 30")
	require.Contains(t, v.Tree, "  22 more 22")
	v = tab.see(t, `click("#tree", "11.html")`)
	require.Equal(t, "1 to 1 of 1 link, 150 in all; the other 60 links of 210 have no fault, and are not on this page.", v.References)
	require.Contains(t, v.Tree, "  !11.html 1")
	var focus string
	require.NoError(t, tab.Evaluate(`document.activeElement.textContent`, &focus))
	require.Equal(t, "11.html", focus, "the focus stays")
	v = tab.see(t, `click("#fault-list", "/b/c/none-11.html")`)
	require.Equal(t, "1 to 1 of 1 link, 150 in all; the other 60 links of 210 have no fault, and are not on this page.", v.References)
	require.Equal(t, "references-title", v.Focus)
	require.Equal(t, []string{"Folder: site/b/c/11.html×", "Target: /b/c/none-11.html×", "Fault: missing-file×"}, v.Chips)
	again := openReport(t, b, tab.address(t)).see(t, "")
	again.Focus = v.Focus
	require.Equal(t, v, again)
	v = tab.see(t, `click("#references .controls", "Clear"); click("#fault-list", "/empty.js"); set("group", "path")`)
	require.Equal(t, []string{"site/a/ 30"}, v.Groups)
	v = tab.see(t, `click("#references .controls", "Clear")`)
	require.Equal(t, []string{"site/a/ 120", "site/b/c/ 30"}, v.Groups)
	v = tab.see(t, `set("group", "target")`)
	require.Equal(t, []string{"#q 30", "/empty.png 30", "/empty.js 30", "/a/none-0.html 1"}, v.Groups[:4])
	tab.see(t, `set("group", "")`)
}

// TestBrowserReportFolders checks that missing files of a missing folder are one row.
func TestBrowserReportFolders(t *testing.T) {
	b := start(t)
	dir := t.TempDir()
	page := "<a href=b.html>b</a> <a href=b.html>b</a> <a href=c.html>c</a> <a href=d.html>d</a> <a href=gone/x>x</a> <a href=gone/y>y</a>"
	for i := range 4 {
		page += fmt.Sprintf(" <img src=images//%d.png><img src=images//%[1]d.png?x=/y>", i)
	}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "site/a"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "site/a/index.html"), []byte(page), 0o600))
	cmd := exec.Command(buildCommand(t), "report", "--check", "-o", "report.html", "site")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	tab := openReport(t, b, "file://"+filepath.Join(dir, "report.html"))
	v := tab.see(t, "")
	require.Equal(t, "1 to 6 of 6 rows.", v.Targets)
	require.Equal(t, []string{"8 /a/images/ missing-file no such file: 8 files in this missing folder first in index.html, line 1",
		"2 /a/b.html missing-file no such file first in index.html, line 1"}, v.Faults[:2])
	v = tab.see(t, `click("#fault-list", "/a/images/")`)
	require.Equal(t, "1 to 8 of 8 links, 14 in all.", v.References)
	require.Equal(t, []string{"Folder of target: /a/images/×", "Fault: missing-file×"}, v.Chips)
	require.Equal(t, "document\tmessage\tpart\tsubject\tline\tbyte\telement\tstatus\tlink\ttarget\twhy\n"+
		"site/a/index.html\t\t\t\t1\t135\timg src\tmissing-file\timages//0.png\t/a/images//0.png\tno such file\n", strings.Join(strings.SplitAfter(tab.saved(t), "\n")[:2], ""))
	v = tab.see(t, `click("#references .controls", "Clear"); set("group", "into")`)
	require.Equal(t, []string{"/a/images/ 8", "/a/ 4", "/a/gone/ 2"}, v.Groups)
}

// saved returns the text that the page saves.
func (tab *tab) saved(t testing.TB) (text string) {
	require.NoError(t, tab.Evaluate(`(() => {
		const real = Blob;
		let text = "";
		window.Blob = function (parts, options) { text = parts.join(""); return new real(parts, options); };
		document.getElementById("save").click();
		window.Blob = real;
		return text;
	})()`, &text))
	return text
}
