//go:build unix

package peers

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostileNames are names of documents that could break a format. References in them are the
// same texts.
var hostileNames = []string{
	"plain.html", "a b:c,d%.html", "new\nline.html", "\x1b[31m.html", "\xff\xfe.html", "<a href='x'>&.html", `back\slash.html`,
	"[text](http:x).html", "{0}.html", "\u202e\u2028\ufeff.html", "#hash?x=1.html", "é😀.html", "::error::.html",
}

// hostileSite writes documents with links that lead nowhere, and returns their directory.
func hostileSite(t *testing.T) string {
	dir := t.TempDir()
	for i, name := range hostileNames {
		page := fmt.Sprintf("<p>é<a href=\"missing/%s\">x</a>\n<img src='//%d'>", strings.ReplaceAll(name, `"`, ""), i)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "site"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "site", name), []byte(page), 0o600))
	}
	return dir
}

// findingsOf returns what check prints in a format. It must exit with status.
func findingsOf(t *testing.T, dir, format string, status int, args ...string) []byte {
	cmd := exec.Command(hrefix(t), append([]string{"check", "--format", format}, args...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	require.Equal(t, status, cmd.ProcessState.ExitCode(), "%s", &stderr)
	return out
}

// TestPeerSARIF validates the SARIF of hostile documents with the SARIF Multitool: by the schema,
// by the rules of the format, and by those of GitHub's code scanning.
func TestPeerSARIF(t *testing.T) {
	need(t, "npm", "node")
	tools := t.TempDir()
	require.NoError(t, os.CopyFS(tools, os.DirFS("testdata/sarif")))
	install := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
	install.Dir = tools
	out, err := install.CombinedOutput()
	require.NoError(t, err, "%s", out)
	tool := filepath.Join(tools, "node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool")
	require.NoError(t, os.Chmod(tool, 0o700))

	dir := hostileSite(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "good.html"), []byte("<a href=http://h.example/>x</a>"), 0o600))
	for name, sarif := range map[string][]byte{
		"faults.sarif": findingsOf(t, dir, "sarif", 1, "site"),
		"none.sarif":   findingsOf(t, dir, "sarif", 0, "good.html"),
		"failed.sarif": findingsOf(t, dir, "sarif", 2, "nosuch.html", "site"),
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, sarif, 0o600))
		validate := exec.Command(tool, "validate", "--rule-kind", "Sarif;Ghas", path)
		validate.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1")
		out, err := validate.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "Analysis completed successfully.")
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, path) && !strings.Contains(line, "SARIF2005") { // the version of a test is no number
				require.Fail(t, "a fault in "+name, line)
			}
		}
	}
}

// readJUnit prints the number of tests, failures and suites that Python reads.
const readJUnit = `
import sys
from xml.etree import ElementTree
root = ElementTree.parse(sys.stdin.buffer).getroot()
suites = root.findall("testsuite")
cases = [c for s in suites for c in s.findall("testcase")]
assert sum(int(s.get("tests")) for s in suites) == len(cases)
assert sum(int(s.get("failures")) for s in suites) == len(root.findall(".//failure"))
assert len({(c.get("classname"), c.get("name")) for c in cases}) == len(cases)
print(len(suites), len(cases), len(root.findall(".//failure")))
`

// TestPeerJUnit reads the JUnit report of hostile documents with Python.
func TestPeerJUnit(t *testing.T) {
	need(t, "python3")
	report := findingsOf(t, hostileSite(t), "junit", 1, "site")
	cmd := exec.Command("python3", "-c", readJUnit)
	cmd.Stdin = bytes.NewReader(report)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	var suites, cases, failures int
	_, err = fmt.Sscan(string(out), &suites, &cases, &failures)
	require.NoError(t, err)
	require.Equal(t, len(hostileNames), suites)
	require.Equal(t, cases, failures)
	require.GreaterOrEqual(t, cases, suites)
	t.Logf("%d documents, %d faults", suites, failures)
}
