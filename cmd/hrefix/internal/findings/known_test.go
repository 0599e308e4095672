package findings_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/internal/linktext"
)

// nowhere says that no document is in the directories of the run.
func nowhere(string) (within, exists bool) { return false, false }

// record returns the file of known faults for findings.
func record(t testing.TB, all []findings.Finding) string {
	var r findings.Recorder
	for i := range all {
		require.NoError(t, r.Finding(&all[i]))
	}
	var b bytes.Buffer
	require.NoError(t, r.Write(&b))
	return b.String()
}

// compare returns the findings that a file of known faults does not have, and the faults in it
// that are mended.
func compare(t testing.TB, file string, all []findings.Finding, below func(string) (within, exists bool)) (*findings.Known, []findings.Finding) {
	known, err := findings.ReadKnown("known.txt", strings.NewReader(file))
	require.NoError(t, err)
	var got collected
	known.Below = below
	out := findings.NewOutput(&got, 0, known)
	for i := range all {
		require.NoError(t, findings.WriteDocument(out, all[i].Doc, false))
		require.NoError(t, findings.Write(out, &all[i]))
	}
	require.NoError(t, out.Close(true))
	require.Equal(t, 1, got.closed)
	return known, got.findings
}

// checkKnown checks that findings are known after they were written, and mended when they are
// gone.
func checkKnown(t testing.TB, all []findings.Finding) {
	file := record(t, all)
	checkLines(t, strings.ReplaceAll(file, "\t", " "))
	known, left := compare(t, file, all, nowhere)
	require.Empty(t, left)
	require.Equal(t, len(all), known.Found)
	_, left = compare(t, file, nil, func(string) (bool, bool) { return true, false })
	require.NotEmpty(t, left)
	for _, f := range left {
		require.Equal(t, "mended", f.Reason)
	}
}

// TestKnown checks files with hostile texts.
func TestKnown(t *testing.T) {
	checkKnown(t, hostileFindings())
	is, err := findings.IsKnown(strings.NewReader(record(t, nil)))
	require.NoError(t, err)
	require.True(t, is)
	is, err = findings.IsKnown(strings.NewReader("# hrefix"))
	require.NoError(t, err)
	require.False(t, is)
}

// TestKnownNumbers checks that the number of equal faults counts, and not their lines.
func TestKnownNumbers(t *testing.T) {
	a, b := finding(1, "./x.html", "href", "y", "no such file"), finding(7, "x.html", "href", "y", "gone")
	file := record(t, []findings.Finding{a, b, b})
	require.Equal(t, "# hrefix check: known faults\n# document\tcode\tplace\treference\tnumber\nx.html\tmissing-file\ta href\ty\t3\n", file)

	known, left := compare(t, file, []findings.Finding{b, b, a, a}, nowhere)
	require.Equal(t, []findings.Finding{a}, left)
	require.Equal(t, 3, known.Found)

	_, left = compare(t, file, []findings.Finding{b}, nowhere)
	require.Len(t, left, 1)
	require.Equal(t, "known.txt:3:1: 2 of 3 faults mended: write 1 (x.html: a href: y: missing-file)", left[0].String())
}

// TestKnownChecked checks which documents are compared: those that the run checks, and those
// that it would check if they still existed.
func TestKnownChecked(t *testing.T) {
	file := "a.html\tmissing-file\ta href\tx\t1\nb.html\tmissing-file\ta href\tx\t1\nb.png\torphan\t\t\t1\n"
	other := finding(1, "c.html", "href", "y", "")
	for _, c := range []struct {
		within, exists    bool
		mended, unchecked int
	}{
		{false, false, 0, 3},
		{true, true, 1, 2},
		{true, false, 3, 0},
	} {
		known, left := compare(t, file, []findings.Finding{other}, func(string) (bool, bool) { return c.within, c.exists })
		require.Len(t, left, 1+c.mended)
		require.Equal(t, c.unchecked, known.Unchecked)
	}
}

// TestReadKnown checks what a file of known faults may have.
func TestReadKnown(t *testing.T) {
	_, left := compare(t, "\ufeff# comment\r\n\r\n./x\\x2ehtml\tc\t\t\t1\r\nx.html\tc\t\t\t2", nil, func(string) (bool, bool) { return true, false })
	require.Len(t, left, 1)
	for _, c := range []struct{ file, want string }{
		{"x", "line 1 is no entry: it has five fields, separated by tabs"},
		{"#\na\tb\tc\td\te", `line 2 "e" is no number of faults`},
		{"a\tb\tc\td\t0", `line 1 "0" is no number of faults`},
		{"a\tb\tc\td\t9223372036854775807", `line 1 "9223372036854775807" is no number of faults`},
		{`a\`, "line 1 is no entry: it has five fields, separated by tabs"},
		{"a\\\tb\tc\td\t1", `line 1 "a\\" has a backslash that is neither \\ nor \xNN`},
		{"a\tb\tc\t\\x4\t1", `line 1 "\\x4" has a backslash that is neither \\ nor \xNN`},
		{"a\tb\tc\t\\n23\t1", `line 1 "\\n23" has a backslash that is neither \\ nor \xNN`},
		{"a\tb\tc\t\\x+1\t1", `line 1 "\\x+1" has a backslash that is neither \\ nor \xNN`},
	} {
		_, err := findings.ReadKnown("known.txt", strings.NewReader(c.file))
		require.EqualError(t, err, c.want)
	}
}

// TestFilter checks which patterns decide.
func TestFilter(t *testing.T) {
	list := func(patterns ...string) []string { return patterns }
	for _, c := range []struct {
		include, exclude []string
		url, ref         string
		want             bool
	}{
		{nil, nil, "http://a/x", "x", true},
		{nil, list("b", `\.pdf$`), "http://a/x.pdf", "x.pdf", false},
		{nil, list(`\.pdf$`), "http://a/x.pdf#page=2", "x.pdf#page=2", true},
		{nil, list("^mailto:"), "", "mailto:a", false},
		{list("^http://a/"), nil, "http://a/x", "/x", true},
		{list("^http://a/"), nil, "http://b/x", "//b/x", false},
		{list("^/x"), nil, "http://a/x", "/x", true},
		{list("keep"), list("."), "http://a/keep", "keep", true},
		{list("keep"), list("drop"), "http://a/drop", "drop", false},
		{list("keep"), list("drop"), "http://a/x", "x", true},
		{list("^$"), nil, "", "x", false},
	} {
		f, err := findings.NewFilter(c.include, c.exclude)
		require.NoError(t, err)
		require.Equal(t, c.want, f.Accepts(c.url, c.ref), "%+v", c)
	}
	require.True(t, new(findings.Filter).Accepts("x", "y"))
}

// TestCounter checks the numbers, and that findings beyond the limit are counted.
func TestCounter(t *testing.T) {
	var got collected
	c := findings.NewOutput(&got, 2, nil)
	warning := findings.Finding{Link: linktext.Link{Doc: "b", Reason: "orphan"}, Severity: findings.Warning}
	for _, name := range []string{"a", "b", "c"} {
		require.NoError(t, findings.WriteDocument(c, name, false))
		for i := range 3 {
			f := finding(i, name, "href", "x", "")
			if name == "a" {
				require.NoError(t, findings.Write(c, &f))
			}
		}
		if name == "b" {
			require.NoError(t, findings.Write(c, &warning))
		}
	}
	require.Len(t, got.findings, 3)
	require.Equal(t, "3 documents, 0 links, 4 faults in 1 document (3 missing-file, 1 orphan), 1 not shown", c.String())
	require.Equal(t, 3, c.Errors)
	require.Equal(t, 1, c.Warnings)
	require.Equal(t, "1 document, 9 links, no new faults, 2 known faults", (&findings.Counts{Documents: 1, Links: 9, Known: 2}).String())
}
