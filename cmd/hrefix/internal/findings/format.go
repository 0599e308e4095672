package findings

import (
	"fmt"
	"io"
)

// formats are the formats of [New], by their names.
var formats = []struct {
	name string
	sink func(io.Writer) Sink
}{
	{"text", func(w io.Writer) Sink { return text{w} }},
	{"json", func(w io.Writer) Sink { return lines{w} }},
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
func New(format string, w io.Writer) (Sink, error) {
	for _, f := range formats {
		if f.name == format {
			return f.sink(w), nil
		}
	}
	return nil, fmt.Errorf("no such format: %q", format)
}
