package console

import (
	"bytes"
	"io"
	"text/tabwriter"
)

// Columns aligns text between tabs in columns.
type Columns struct {
	*tabwriter.Writer
	rows int
}

// alignedRows is the number of rows that are aligned with each other. They are held in
// memory, and the reader waits for them.
const alignedRows = 500

// NewColumns returns a writer to w, which has to be flushed at the end.
func NewColumns(w io.Writer) *Columns {
	return &Columns{Writer: tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)}
}

// Write implements [io.Writer].
func (c *Columns) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.rows += bytes.Count(b, []byte("\n"))
	if err == nil && c.rows >= alignedRows {
		c.rows, err = 0, c.Flush()
	}
	return n, err
}
