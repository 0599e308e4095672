package resolve_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

var update = flag.Bool("update", false, "write the table of the dialects into doc.go")

var dialects = []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG}

// A row has a base, a reference, its targets in the three dialects, and the
// sections that require them. An empty target means no target.
type row struct {
	base, ref                string
	rfc1808, rfc3986, whatwg string
	sections                 string
}

// rows lists where the dialects differ. The table in doc.go is made of it.
var rows = []row{
	// Inheritance.
	{"http://a/b;p?q#f", "", "http://a/b;p?q#f", "http://a/b;p?q", "http://a/b;p?q", "4 step 2a; 5.2.2; relative"},
	{"http://a/b;p?q#f", "?", "http://a/b;p?q", "http://a/b;p?", "http://a/b;p?", "4 step 5b; 5.2.2; relative"},
	{"http://a/b;p?q#f", ";x", "http://a/b;x", "http://a/;x", "http://a/;x", "4 step 5a; 5.2.3; path"},
	{"http://a/b;p?q#f", "//", "http://a/b;p?q", "http://", "", "4 step 3; 5.2.2; host"},
	{"http://a", "?y", "http://a/?y", "http://a?y", "http://a/?y", "2.1; 5.2.2; path start"},
	{"http://a?x", "#s", "http://a/?x#s", "http://a?x#s", "http://a/?x#s", "1738 3.3; 5.2.2; path start"},
	// Dot segments.
	{"http://a/b/c", "../../g", "http://a/../g", "http://a/g", "http://a/g", "4 step 6c; 5.2.4 2C; path"},
	{"http://a/b/c", "/../g", "http://a/../g", "http://a/g", "http://a/g", "4 step 4; 5.2.2; path"},
	{"http://a/b/c", "//h/../g", "http://h/../g", "http://h/g", "http://h/g", "4 step 3; 5.2.2; path"},
	{"http://a/b/c", "http://h/../g", "http://h/../g", "http://h/g", "http://h/g", "4 step 2b; 5.2.2; path"},
	{"http://a/b/c", "g;x/../y", "http://a/b/g;x/../y", "http://a/b/y", "http://a/b/y", "2.4.5; 3.3; path"},
	{"http://a/./b/c", "?y", "http://a/./b/c?y", "http://a/b/c?y", "http://a/b/c?y", "4 step 5; 5.2.1; path"},
	{"http://a/b/c", "%2E%2e/g", "http://a/b/%2E%2e/g", "http://a/b/%2E%2e/g", "http://a/g", "4 step 6; 5.2.4; 4.1"},
	{"foo:/a", ".//g", "foo:/.//g", "foo://g", "foo:/.//g", "2.4.3; 5.3; 4.5"},
	{"foo:a/b", "../g", "foo:g", "foo:/g", "", "4 step 6c; 5.2.4 2C; no scheme"},
	// Schemes.
	{"http://a/b/c", "http:g", "http:g", "http:g", "http://a/b/g", "4 step 2b; 5.2.2; scheme"},
	{"http://a/b/c", "1a:g", "1a:g", "http://a/b/1a:g", "http://a/b/1a:g", "2.4.2; 3.1; scheme start"},
	{"http:a/b", "g", "http:a/g", "http:a/g", "http://a/g", "4 step 6; 5.2.3; special authority slashes"},
	{"data:a", "g", "data:g", "data:g", "", "4 step 6; 5.2.3; no scheme"},
	// Bytes.
	{"http://a/b/c", ` g\h`, `http://a/b/ g\h`, `http://a/b/ g\h`, "http://a/b/g/h", "2.4; 5.2.2; 4.4, path"},
	{"http://a/b/c", "g h?é#`", "http://a/b/g h?é#`", "http://a/b/g h?é#`", "http://a/b/g%20h?%C3%A9#%60", "2.4; 5.2.2; 1.3"},
	{"HTTP://A/b", "g", "HTTP://A/g", "HTTP://A/g", "http://a/g", "2.4; 5.2.2; scheme, 3.3"},
	{"http://a/b/c", "//H:80/", "http://H:80/", "http://H:80/", "http://h/", "4 step 3; 5.2.2; port"},
	{"http://a/b/c", "//0x7f.1", "http://0x7f.1", "http://0x7f.1", "http://127.0.0.1/", "4 step 3; 5.2.2; 3.5"},
	{"http://a/b/c", "//h h/", "http://h h/", "http://h h/", "", "4 step 3; 5.2.2; 3.2"},
	// Files.
	{"file:///C:/a", "/g", "file:///g", "file:///g", "file:///C:/g", "4 step 4; 5.2.2; file slash"},
	{"file:///C:/a", "D|/g", "file:///C:/D|/g", "file:///C:/D|/g", "file:///D:/g", "4 step 6; 5.2.3; file, path"},
}

// TestRows proves the table.
func TestRows(t *testing.T) {
	for _, r := range rows {
		wants := []string{r.rfc1808, r.rfc3986, r.whatwg}
		require.False(t, wants[0] == wants[1] && wants[1] == wants[2], "no difference: %s + %s", r.base, r.ref)
		require.Equal(t, 3, len(strings.Split(r.sections, "; ")), r.sections)
		for i, d := range dialects {
			got, outcome := d.Base(r.base).Resolve(r.ref)
			require.Equal(t, wants[i] == "", outcome == resolve.Unresolved, "%v: %s + %s", d, r.base, r.ref)
			if outcome != resolve.Unresolved {
				require.Equal(t, wants[i], got, "%v: %s + %s", d, r.base, r.ref)
			}
		}
	}
}

const (
	tableHeading = "// # Where the dialects differ\n"
	nextHeading  = "//\n// # "
)

// table returns the section of doc.go that has the rows.
func table() string {
	var out strings.Builder
	out.WriteString(tableHeading)
	out.WriteString(`//
// "-" means that there is no target. The sections belong to RFC 1808, RFC 3986
// and the URL Standard. A name is a state of section 4.4 of the URL Standard.
//
`)
	var lines strings.Builder
	w := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "base\treference\trfc1808\trfc3986\twhatwg\tsections")
	for _, r := range rows {
		cells := []string{r.base, `"` + r.ref + `"`, r.rfc1808, r.rfc3986, r.whatwg, r.sections}
		for i, c := range cells {
			if c == "" {
				cells[i] = "-"
			}
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	w.Flush()
	for line := range strings.Lines(lines.String()) {
		out.WriteString("//\t" + strings.TrimRight(line, " \n") + "\n")
	}
	return out.String()
}

// TestTable compares the table in doc.go with the rows.
func TestTable(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), tableHeading)
	require.True(t, found)
	old, after, found := strings.Cut(rest, nextHeading)
	require.True(t, found)
	if *update {
		require.NoError(t, os.WriteFile("doc.go", []byte(before+table()+nextHeading+after), 0o644))
		return
	}
	require.Equal(t, table(), tableHeading+old, "write it with: go test -run TestTable ./resolve -update")
}
