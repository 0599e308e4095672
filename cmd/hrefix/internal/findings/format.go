package findings

import (
	"fmt"
	"io"
)

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
