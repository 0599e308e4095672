package findings

import (
	"cmp"
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

// text writes a line for each finding, as compilers do.
type text struct{ w io.Writer }

func (text) Document(string) error { return nil }

func (t text) Finding(f *Finding) error {
	_, err := fmt.Fprintln(t.w, f.String())
	return err
}

func (text) Close(bool) error { return nil }

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

// lines writes a JSON object on a line for each finding.
type lines struct{ w io.Writer }

func (lines) Document(string) error { return nil }

func (l lines) Finding(f *Finding) error { return console.WriteJSON(l.w, f) }

func (lines) Close(bool) error { return nil }

// github writes a workflow command for each finding, which GitHub shows as an annotation of the
// line.
type github struct{ w io.Writer }

// The escapes of workflow commands: of messages, and of the values of properties.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (github) Document(string) error { return nil }

// Finding escapes hidden characters first, since the log of a workflow may be shown on a terminal.
func (g github) Finding(f *Finding) error {
	property := func(s string) string { return commandProperty.Replace(printable.String(s)) }
	where := "file=" + property(document(f.Doc))
	if f.Line > 0 {
		where += fmt.Sprintf(",line=%d,col=%d", f.Line, cmp.Or(f.Character, f.Column))
	}
	_, err := fmt.Fprintf(g.w, "::%s %s,title=%s::%s\n", f.Severity, where, property("hrefix "+f.Code), commandData.Replace(printable.String(f.Sentence())))
	return err
}

func (github) Close(bool) error { return nil }

// formats are the formats of [New], by their names.
var formats = []struct {
	name string
	sink func(w io.Writer, version string) Sink
}{
	{"text", func(w io.Writer, _ string) Sink { return text{w} }},
	{"json", func(w io.Writer, _ string) Sink { return lines{w} }},
	{"github", func(w io.Writer, _ string) Sink { return github{w} }},
	{"sarif", func(w io.Writer, version string) Sink { return &sarif{w: w, version: version} }},
	{"junit", func(w io.Writer, _ string) Sink { return &junit{w: w} }},
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
