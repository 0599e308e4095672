package findings

import (
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

// Options says what a sink writes.
type Options struct {
	// Version is the version of hrefix.
	Version string
}

// formats are the formats of [New], by their names.
var formats = []struct {
	name string
	sink func(io.Writer, Options) Sink
}{
	{"text", func(w io.Writer, _ Options) Sink { return text{w} }},
	{"json", func(w io.Writer, _ Options) Sink { return lines{w} }},
	{"github", func(w io.Writer, _ Options) Sink { return github{w} }},
	{"sarif", func(w io.Writer, o Options) Sink { return &sarif{w: w, version: o.Version} }},
	{"junit", func(w io.Writer, _ Options) Sink { return &junit{w: w} }},
}

// Formats returns the names of the formats.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// New returns a sink that writes to w.
func New(format string, w io.Writer, opts Options) (Sink, error) {
	for _, f := range formats {
		if f.name == format {
			return f.sink(w, opts), nil
		}
	}
	return nil, fmt.Errorf("no such format: %q", format)
}
