package findings_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/linktext"
	"github.com/hrefix/hrefix/internal/printable"
)

// hostile are texts that could end a record of a format, or that a terminal obeys.
var hostile = []string{
	"x.html", "a b:c,d%.html", "new\nline.html", "cr\r\n::error::x", "\x1b[31m\x00\x7f", "\xff\xfe", "<a href='x'>&amp;\"]]>",
	`back\slash`, `\x41`, "[text](http://evil.example/)", "{0}", "\u202e\u2028\ufeff\ufffe", "#comment", "tab\tx", "é😀", "",
	"::set-output name=x::y", "a](b", "/absolute/x.html", "../up.html", "-", "//x", "a:b",
}

// hostileFindings are findings with these texts in each field.
func hostileFindings() (all []findings.Finding) {
	for i, s := range hostile {
		f := finding(i, s, "href", s, s)
		all = append(all, f, f)
		all = append(all, findings.Finding{Link: linktext.Link{Doc: s, Reason: "orphan", Text: "no link leads here"}, Severity: findings.Warning})
	}
	return all
}

// finding returns a finding with all fields set.
func finding(n int, doc, attr, ref, text string) findings.Finding {
	return findings.Finding{Link: linktext.Link{
		Doc: doc, Message: n % 3, Part: strings.Repeat("1", n%2), Offset: 7 * n, Line: n + 1,
		Element: "a", Attr: attr, Ref: ref, URL: ref + "/", Status: "resolved", Reason: "missing-file", Text: text,
		Base: "http://a/", Layer: "embedded", From: "BASE",
	}, Column: n + 2, Character: n + 1}
}

// write returns what a format writes for findings.
func write(t testing.TB, format string, all []findings.Finding) string {
	var out bytes.Buffer
	sink, err := findings.New(format, &out, "1.2.3")
	require.NoError(t, err)
	for i := range all {
		if i == 0 || all[i].Doc != all[i-1].Doc {
			require.NoError(t, sink.Document(all[i].Doc))
		}
		require.NoError(t, sink.Finding(&all[i]))
	}
	require.NoError(t, sink.Close(true))
	return out.String()
}

// decoded is a finding as programs read it from JSON.
type decoded struct {
	findings.Finding
	Severity string `json:"severity"`
}

// requireDecoded checks that a finding was decoded. In JSON, bytes that are not UTF-8 are U+FFFD.
func requireDecoded(t testing.TB, want *findings.Finding, got *decoded) {
	f := *want
	for _, s := range []*string{&f.Doc, &f.Part, &f.Element, &f.Attr, &f.Ref, &f.URL, &f.Status, &f.Reason, &f.Text, &f.Base, &f.Layer, &f.From} {
		*s = string([]rune(*s))
	}
	f.Character, f.Severity = 0, findings.Error
	require.Equal(t, f, got.Finding)
	require.Equal(t, want.Severity.String(), got.Severity)
}

// checkLines checks that a text has whole lines without hidden characters.
func checkLines(t testing.TB, text string) {
	require.True(t, utf8.ValidString(text))
	require.True(t, text == "" || strings.HasSuffix(text, "\n"))
	for line := range strings.Lines(text) {
		require.Equal(t, printable.String(strings.TrimSuffix(line, "\n"))+"\n", line)
	}
}

// checkFormats checks that programs read the findings back from every format.
func checkFormats(t testing.TB, all []findings.Finding) {
	for _, format := range findings.Formats() {
		checkLines(t, write(t, format, all))
	}
	require.Equal(t, len(all), strings.Count(write(t, "text", all), "\n"))
	checkJSON(t, all)
	checkGitHub(t, all)
	checkSARIF(t, all)
	checkJUnit(t, all)
}

func checkJSON(t testing.TB, all []findings.Finding) {
	from := json.NewDecoder(strings.NewReader(write(t, "json", all)))
	for i := range all {
		var got decoded
		require.NoError(t, from.Decode(&got))
		requireDecoded(t, &all[i], &got)
	}
	require.ErrorIs(t, from.Decode(new(any)), io.EOF)
}

// checkGitHub reads workflow commands by the rules of actions/toolkit.
func checkGitHub(t testing.TB, all []findings.Finding) {
	lines := strings.Split(strings.TrimSuffix(write(t, "github", all), "\n"), "\n")
	if len(all) > 0 {
		require.Len(t, lines, len(all))
	}
	for i := range all {
		command, data, ok := strings.Cut(strings.TrimPrefix(lines[i], "::"), "::")
		require.True(t, ok)
		severity, list, _ := strings.Cut(command, " ")
		require.Equal(t, all[i].Severity.String(), severity)
		require.Equal(t, printable.String(all[i].Sentence()), strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(data))
		first, _, _ := strings.Cut(list, ",")
		file := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(strings.TrimPrefix(first, "file="))
		require.Equal(t, printable.String(filepath.ToSlash(filepath.Clean(all[i].Doc))), file)
	}
}

// A sarifLog has the parts of SARIF that the test reads.
type sarifLog struct {
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Rules []struct{ ID string }
			}
		}
		Results []struct {
			RuleID    string
			RuleIndex int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine, StartColumn int }
				}
			}
			PartialFingerprints map[string]string
			Properties          decoded
		}
	}
}

func checkSARIF(t testing.TB, all []findings.Finding) {
	var log sarifLog
	require.NoError(t, json.Unmarshal([]byte(write(t, "sarif", all)), &log))
	require.Equal(t, "2.1.0", log.Version)
	require.Len(t, log.Runs, 1)
	run := &log.Runs[0]
	require.Len(t, run.Results, len(all))
	for i := range all {
		r := &run.Results[i]
		requireDecoded(t, &all[i], &r.Properties)
		require.Equal(t, run.Tool.Driver.Rules[r.RuleIndex].ID, r.RuleID)
		at := r.Locations[0].PhysicalLocation
		require.Equal(t, all[i].Line, at.Region.StartLine)
		u, err := url.Parse(at.ArtifactLocation.URI)
		require.NoError(t, err)
		require.Equal(t, filepath.ToSlash(filepath.Clean(all[i].Doc)), strings.TrimPrefix(u.Path, "./"))
		require.NotRegexp(t, `(^|[^\\])\]\(`, r.Message.Text)
		for _, fingerprint := range r.PartialFingerprints {
			require.Regexp(t, `^[0-9a-f]{32}:[1-9][0-9]*$`, fingerprint)
		}
	}
}

// A junitReport has the parts of JUnit's XML that the test reads.
type junitReport struct {
	Suites []struct {
		Name     string `xml:"name,attr"`
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Cases    []struct {
			Class   string `xml:"classname,attr"`
			Name    string `xml:"name,attr"`
			Failure *struct {
				Type string `xml:"type,attr"`
				Text string `xml:",chardata"`
			} `xml:"failure"`
			Output string `xml:"system-out"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func checkJUnit(t testing.TB, all []findings.Finding) {
	var report junitReport
	require.NoError(t, xml.Unmarshal([]byte(write(t, "junit", all)), &report))
	i := 0
	for _, s := range report.Suites {
		require.Len(t, s.Cases, s.Tests)
		failures := 0
		names := make(map[string]bool)
		for _, c := range s.Cases {
			require.False(t, names[c.Class+" "+c.Name], c.Name)
			names[c.Class+" "+c.Name] = true
			f := &all[i]
			i++
			require.Equal(t, printable.String(f.Doc), s.Name)
			if f.Severity == findings.Warning {
				require.Nil(t, c.Failure)
				require.Equal(t, f.String(), c.Output)
				continue
			}
			failures++
			require.Equal(t, printable.String(f.Reason), c.Failure.Type)
			require.Equal(t, f.String(), c.Failure.Text)
		}
		require.Equal(t, s.Failures, failures)
	}
	require.Equal(t, len(all), i)
}

// TestHostile checks all formats with texts that try to break them.
func TestHostile(t *testing.T) {
	checkFormats(t, hostileFindings())
	checkFormats(t, nil)
}

// FuzzFormats checks that what each format writes can be read back.
func FuzzFormats(f *testing.F) {
	for i, s := range hostile {
		f.Add(i, s, "href", "x.html", "no such file")
		f.Add(i, "x.html", s, s, s)
	}
	f.Add(1, "x.html", "href", "y.html", "no such file")
	f.Fuzz(func(t *testing.T, n int, doc, attr, ref, text string) {
		one := finding(n&0xffff, doc, attr, ref, text)
		other := one
		other.Severity = findings.Warning
		checkFormats(t, []findings.Finding{one, one, other, finding(3, ref, doc, text, attr)})
		checkRecords(t, []findings.Finding{one, other})
		checkKnown(t, []findings.Finding{one, other, one})
	})
}

// collected is a sink that keeps everything.
type collected struct {
	documents []string
	findings  []findings.Finding
	closed    int
}

func (c *collected) Document(name string) error {
	c.documents = append(c.documents, name)
	return nil
}

func (c *collected) Finding(f *findings.Finding) error {
	c.findings = append(c.findings, *f)
	return nil
}

func (c *collected) Close(bool) error {
	c.closed++
	return nil
}

// checkRecords checks that an output reads what is written, however it is cut.
func checkRecords(t testing.TB, all []findings.Finding) {
	var records bytes.Buffer
	for i := range all {
		require.NoError(t, findings.WriteDocument(&records, all[i].Doc, false))
		require.NoError(t, findings.Write(&records, &all[i]))
	}
	var got collected
	stream := struct{ io.Writer }{findings.NewOutput(&got, 0, nil)}
	_, err := io.Copy(stream, iotest.OneByteReader(&records))
	require.NoError(t, err)
	require.Equal(t, all, got.findings)
}

// TestRecords checks records of any size, and that messages of a mailbox are one document.
func TestRecords(t *testing.T) {
	all := hostileFindings()
	all = append(all, finding(1, "x", "href", strings.Repeat("long", 100_000), ""))
	checkRecords(t, all)

	var got collected
	s := findings.NewOutput(&got, 0, nil)
	for _, name := range []string{"a.mbox", "a.mbox", "b", "a.mbox", ""} {
		require.NoError(t, findings.WriteDocument(s, name, false))
	}
	require.Equal(t, []string{"a.mbox", "b", "a.mbox", ""}, got.documents)
}

// TestArchived: a finding in a record of a web archive is the same after it was written and read,
// and its text names the record.
func TestArchived(t *testing.T) {
	within := 7
	in := []findings.Finding{
		{Link: linktext.Link{Doc: "a.warc", Offset: -1, Record: &archive.Record{Length: 1 << 40, ID: "<urn:1>", URL: "http://h/", Date: "2024", Status: 200}, Within: &within,
			Line: 2, Attr: "Location", Ref: "x", Text: "no", Title: "http://h/"}, Column: 3},
		{Link: linktext.Link{Doc: "a.html", Offset: 5, Line: 1, Element: "a", Attr: "href", Ref: "y", Text: "no"}, Column: 1},
	}
	var to collected
	stream := findings.NewOutput(&to, 0, nil)
	for i := range in {
		var record bytes.Buffer
		require.NoError(t, findings.Write(&record, &in[i]))
		for _, b := range record.Bytes() { // in pieces
			_, err := stream.Write([]byte{b})
			require.NoError(t, err)
		}
	}
	require.Equal(t, in, to.findings)
	require.Equal(t, "a.warc http://h/:2:3: Location: x: no", in[0].String())
	require.Equal(t, "Location: x: no (http://h/)", in[0].Sentence())
	require.Equal(t, "a.html:1:1: a href: y: no", in[1].String())
}

// failing is a sink whose methods fail.
type failing struct{ collected }

func (*failing) Finding(*findings.Finding) error { return io.ErrShortWrite }

// TestFailed checks that errors of writing are returned.
func TestFailed(t *testing.T) {
	f := finding(1, "x", "href", "y", "z")
	require.ErrorIs(t, findings.Write(findings.NewOutput(new(failing), 0, nil), &f), io.ErrShortWrite)
	for _, format := range findings.Formats() {
		sink, err := findings.New(format, brokenWriter{}, "")
		require.NoError(t, err)
		require.Error(t, firstError(sink.Document("x"), sink.Finding(&f), sink.Document("y"), sink.Close(true)), format)
	}
	_, err := findings.New("none", io.Discard, "")
	require.Error(t, err)
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// TestBounded checks that junit splits the suite of a document with many findings, rather than
// hold all of them, and that all are counted.
func TestBounded(t *testing.T) {
	all := make([]findings.Finding, 3000)
	for i := range all {
		all[i] = finding(0, "x.html", "href", fmt.Sprintf("%d.html", i), "no such file")
	}
	checkJUnit(t, all)
	var report junitReport
	require.NoError(t, xml.Unmarshal([]byte(write(t, "junit", all)), &report))
	require.Greater(t, len(report.Suites), 1)
}

// TestFingerprints checks that the fingerprint of a result does not depend on its line, and that
// results that are otherwise equal differ.
func TestFingerprints(t *testing.T) {
	a := finding(1, "x.html", "href", "y", "no such file")
	b := a
	b.Line, b.Column, b.Offset = 10, 20, 300
	fingerprints := func(all ...findings.Finding) (got []string) {
		var log sarifLog
		require.NoError(t, json.Unmarshal([]byte(write(t, "sarif", all)), &log))
		for _, r := range log.Runs[0].Results {
			got = append(got, r.PartialFingerprints["hrefix/v1"])
		}
		return got
	}
	require.Equal(t, fingerprints(a, a), fingerprints(b, a))
	two := fingerprints(a, b)
	require.NotEqual(t, two[0], two[1])
	b.Ref = "z"
	require.NotEqual(t, fingerprints(a), fingerprints(b))
}
