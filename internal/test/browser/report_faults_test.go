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
		page := fmt.Sprintf("<p id=p><a href=%d.html#p>next</a> <a href=none-%d.html>none</a>", (i+1)%60, i)
		if i%2 == 0 {
			page += " <a href=#q>q</a> <img src=empty.png> <script src=empty.js></script>"
		}
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "site"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "site", fmt.Sprintf("%d.html", i)), []byte(page), 0o600))
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
	require.Equal(t, "1 to 100 of 210 references.", v.References)
	require.Subset(t, v.Figures, []string{"Faulty 150", "empty-file 60", "missing-file 60", "no-anchor 30"})

	v = tab.see(t, `count("Faulty")`)
	require.Equal(t, "1 to 100 of 150 references, 210 in all.", v.References)
	require.Equal(t, "fault=any", v.Address)
	require.Equal(t, []string{"Fault: any×"}, v.Chips)
	require.Contains(t, v.Figures, "!Faulty 150")
	v = tab.see(t, `count("no-anchor")`)
	require.Equal(t, "1 to 30 of 30 references, 210 in all.", v.References)
	require.Equal(t, "#q", v.Rows[0][reportBefore])
	require.Equal(t, "/0.html#q", v.Rows[0][reportAfter])
	require.Contains(t, v.Rows[0][reportStatus], "no-anchor")
	require.Contains(t, v.Rows[0][reportWhy], "nothing in the target has this id or name")

	v = tab.see(t, `set("group", "fault")`)
	require.Equal(t, []string{"(none) 60", "missing-file 60", "empty-file 60", "!no-anchor 30"}, v.Groups)
	v = tab.see(t, `click("#groups", "(none)")`)
	require.Equal(t, "1 to 60 of 60 references, 210 in all.", v.References)
	require.NotContains(t, v.Rows[0][reportWhy], "no such file")
	v = tab.see(t, `set("group", ""); click("#references .controls", "Clear"); set("text", "no such file")`)
	require.Equal(t, "1 to 60 of 60 references, 210 in all.", v.References)

	whole, _, _ := strings.Cut(tab.address(t), "#")
	other := openReport(t, b, whole+"#fault=empty-file&group=fault")
	v = other.see(t, "")
	require.Equal(t, "1 to 60 of 60 references, 210 in all.", v.References)
	require.Empty(t, v.Forbidden)

	var badges int
	require.NoError(t, other.Evaluate(`document.querySelectorAll("#reference-table .fault").length`, &badges))
	require.Equal(t, 60, badges)
	require.NoError(t, other.Evaluate(`document.querySelectorAll("#reference-table .fault.warning").length`, &badges))
	require.Equal(t, 30, badges)
	other.shoot(t, "faults", 1400)
}
