package findings

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/printable"
)

// A Sink writes findings. Its methods are called in the order of the documents.
type Sink interface {
	// Document begins a document. The findings that follow are in it.
	Document(name string) error
	// Finding writes a finding. The sink does not keep f.
	Finding(f *Finding) error
	// Close writes the end of the file, after all findings. ok is false if a document could not be
	// read.
	Close(ok bool) error
}

// A lineSink writes each finding on a line of its own.
type lineSink struct {
	w     io.Writer
	write func(io.Writer, *Finding) error
}

func (lineSink) Document(string) error { return nil }

func (s lineSink) Finding(f *Finding) error { return s.write(s.w, f) }

func (lineSink) Close(bool) error { return nil }

// writeText writes a finding as compilers do.
func writeText(w io.Writer, f *Finding) error {
	_, err := fmt.Fprintln(w, f.String())
	return err
}

// String returns the finding as a line, such as "a.html:2:9: a href: x: no such file". Hidden
// characters are escaped.
func (f *Finding) String() string {
	line := strings.TrimSuffix(f.Doc+" "+f.Title, " ")
	if f.Line > 0 {
		line += fmt.Sprintf(":%d:%d", f.Line, f.Column)
	}
	if f.Severity == Warning {
		line += ": warning"
	}
	return printable.String(line + ": " + f.sentence())
}

func writeJSON(w io.Writer, f *Finding) error { return console.WriteJSON(w, f) }

// The escapes of workflow commands: of messages, and of the values of properties.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// writeGitHub writes a workflow command, which GitHub shows as an annotation of the line. It escapes hidden characters first,
// since the log of a workflow may be shown on a terminal.
func writeGitHub(w io.Writer, f *Finding) error {
	property := func(s string) string { return commandProperty.Replace(printable.String(s)) }
	where := "file=" + property(document(f.Doc))
	if f.Line > 0 {
		where += fmt.Sprintf(",line=%d,col=%d", f.Line, cmp.Or(f.Character, f.Column))
	}
	_, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", f.Severity, where, property("hrefix "+f.Reason), commandData.Replace(printable.String(f.Sentence())))
	return err
}

// formats are the formats of [New], by their names.
var formats = []struct {
	name string
	sink func(w io.Writer, version string) Sink
}{
	{"text", func(w io.Writer, _ string) Sink { return lineSink{w, writeText} }},
	{"json", func(w io.Writer, _ string) Sink { return lineSink{w, writeJSON} }},
	{"github", func(w io.Writer, _ string) Sink { return lineSink{w, writeGitHub} }},
	{"sarif", func(w io.Writer, version string) Sink { return &sarif{w: w, version: version} }},
	{"junit", func(w io.Writer, _ string) Sink {
		return &junit{w: w, head: xml.Header + "<testsuites name=\"hrefix check\">\n"}
	}},
}

// Formats returns the names of the formats.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// New returns a sink that writes a format to w. version is the version of hrefix, which SARIF has.
func New(format string, w io.Writer, version string) (Sink, error) {
	for _, f := range formats {
		if f.name == format {
			return f.sink(w, version), nil
		}
	}
	return nil, fmt.Errorf("no such format: %q", format)
}
