package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// A lister writes links, one by one. Given nil, it writes what it has held back.
type lister func(*link) error

// newLister returns what writes links to w: as JSON, in aligned columns for
// people, or else with tabs between the fields.
func newLister(w io.Writer, asJSON, aligned bool) lister {
	switch {
	case asJSON:
		return func(l *link) error {
			if l == nil {
				return nil
			}
			return writeJSON(w, l)
		}
	case aligned:
		return alignedLister(w)
	}
	return func(l *link) error {
		if l == nil {
			return nil
		}
		return writeRow(w, l)
	}
}

// alignedRows is how many rows are aligned with each other: they are held in
// memory, and people wait for them.
const alignedRows = 500

func alignedLister(w io.Writer) lister {
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	rows := 0
	return func(l *link) error {
		if rows++; l == nil || rows%alignedRows == 0 {
			if err := columns.Flush(); l == nil || err != nil {
				return err
			}
		}
		return writeRow(columns, l)
	}
}

// writeRow writes the fields of a link with tabs between them.
func writeRow(w io.Writer, l *link) error {
	fields := l.fields()
	for i := range fields {
		fields[i] = printable(fields[i])
	}
	_, err := fmt.Fprintln(w, strings.Join(fields, "\t"))
	return err
}
