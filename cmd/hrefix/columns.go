package main

import (
	"bytes"
	"io"
	"text/tabwriter"
)

// columns aligns what stands between tabs, for people.
type columns struct {
	*tabwriter.Writer
	rows int
}

// alignedRows is how many rows are aligned with each other: they are held in
// memory, and people wait for them.
const alignedRows = 500

func newColumns(w io.Writer) *columns {
	return &columns{Writer: tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)}
}

// Write implements [io.Writer].
func (c *columns) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.rows += bytes.Count(b, []byte("\n"))
	if err == nil && c.rows >= alignedRows {
		c.rows, err = 0, c.Flush()
	}
	return n, err
}
