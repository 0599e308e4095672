package findings

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/hrefix/hrefix/internal/printable"
)

// maxSuite is the number of bytes after which junit begins another suite for the same document,
// because it must hold all cases of a suite in memory: the beginning of a suite has the number of
// its cases.
const maxSuite = 256 << 10

// junit writes the XML that Jenkins, GitLab and others read: a suite for each document, with a
// test case that fails for each finding. A document without findings has a test case that
// passes. The text has no hidden characters, since XML 1.0 does not allow all of them.
type junit struct {
	w        io.Writer
	head     string // what comes before the next suite
	in       string // the document of the suite
	open     bool   // a document has begun, but no suite of it is written yet
	cases    bytes.Buffer
	tests    int
	failures int
	numbers  numberer
}

// A testCase is an element of a suite. GitLab identifies a case by its class and name, and shows
// the text of the failure. Jenkins takes the part of the class before the last dot for the name of
// a package.
type testCase struct {
	XMLName xml.Name `xml:"testcase"`
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	File    string   `xml:"file,attr"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *failure `xml:"failure"`
	Output  string   `xml:"system-out,omitempty"`
}

// A failure is a finding of severity Error.
type failure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func (j *junit) Document(name string) error {
	if err := j.end(); err != nil {
		return err
	}
	j.in, j.open = name, true
	return nil
}

func (j *junit) Finding(f *Finding) error {
	if f.Doc != j.in {
		if err := j.Document(f.Doc); err != nil {
			return err
		}
	}
	c := testCase{Class: class(f.Doc), Name: j.name(f), File: printable.String(f.Doc), Line: f.Line}
	if f.Severity == Error {
		c.Failure = &failure{f.Reason, printable.String(f.sentence()), f.String()}
		j.failures++
	} else {
		c.Output = f.String()
	}
	return j.add(&c)
}

// name returns the name of the test case for a finding. It differs from the names of all other cases of the
// document, and does not depend on the line.
func (j *junit) name(f *Finding) string {
	name := strings.TrimPrefix(f.Place()+": "+f.Ref+": "+f.Reason, ": : ")
	if f.Part != "" {
		name = "part " + f.Part + ": " + name
	}
	if f.Title != "" {
		name = f.Title + ": " + name
	}
	if f.Message > 0 {
		name = fmt.Sprintf("message %d: %s", f.Message, name)
	}
	if _, nth := j.numbers.number(f); nth > 1 {
		name += fmt.Sprintf(" (%d)", nth)
	}
	return printable.String(name)
}

// class returns the class of the test cases of a document.
func class(doc string) string { return strings.ReplaceAll(printable.String(doc), ".", "_") }

// add adds a case to the suite.
func (j *junit) add(c *testCase) error {
	text, err := xml.Marshal(c)
	if err != nil {
		return err
	}
	j.tests++
	j.cases.Write(text)
	j.cases.WriteByte('\n')
	if j.cases.Len() < maxSuite {
		return nil
	}
	return j.suite()
}

// end writes the suite of a document.
func (j *junit) end() error {
	if j.tests == 0 && j.open {
		err := j.add(&testCase{Class: class(j.in), Name: "links", File: printable.String(j.in)})
		if err != nil {
			return err
		}
	}
	if j.tests == 0 {
		return nil
	}
	return j.suite()
}

// suite writes the cases that are buffered.
func (j *junit) suite() error {
	var name bytes.Buffer
	_ = xml.EscapeText(&name, []byte(printable.String(j.in))) // a buffer has no errors
	_, err := fmt.Fprintf(j.w, "%s<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"0\">\n%s</testsuite>\n",
		j.head, name.Bytes(), j.tests, j.failures, j.cases.Bytes())
	j.cases.Reset()
	j.head, j.tests, j.failures, j.open = "", 0, 0, false
	return err
}

func (j *junit) Close(bool) error {
	if err := j.end(); err != nil {
		return err
	}
	_, err := io.WriteString(j.w, j.head+"</testsuites>\n")
	return err
}

// A numberer numbers the findings of a document, or of a message, that differ only in their place. With
// the number, each finding has a name that stays the same when lines are added before it.
type numberer struct {
	doc     string
	title   string
	message int
	seen    map[[sha256.Size]byte]int
}

// number returns a digest of the subject of the finding, and the number of findings with this
// digest so far, including f.
func (n *numberer) number(f *Finding) (digest [sha256.Size]byte, nth int) {
	if n.seen == nil || f.Doc != n.doc || f.Title != n.title || f.Message != n.message {
		n.doc, n.title, n.message, n.seen = f.Doc, f.Title, f.Message, make(map[[sha256.Size]byte]int)
	}
	digest = sha256.Sum256(fmt.Appendf(nil, "%q %d %q %q %q %q %q", f.Doc+f.Title, f.Message, f.Part, f.Element, f.Attr, f.Ref, f.Reason))
	n.seen[digest]++
	return digest, n.seen[digest]
}
