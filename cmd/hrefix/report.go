package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/report"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
)

// report writes a page for a browser that shows the layers of the documents, and their
// references, to stdout or to a file. It replaces a report, but no other file.
func (c *command) report(args []string) error {
	if c.flags.json {
		return errors.New("report has no JSON form: leave --json out, or use links --json and base --json")
	}
	if c.flags.maxReferences < 0 {
		return fmt.Errorf("--max-references %d: give a number of references, or 0 for any number", c.flags.maxReferences)
	}
	c.flags.jobs = 1 // one goroutine writes the page
	name := c.flags.report
	if name == "" || name == inputs.Stdin { // -o - is stdout
		return c.page(bufio.NewWriter(c.hidingBar(c.Stdout)), args, nil)
	}
	return c.replaceFile("-o", name, "a report", report.Is, func(w io.Writer, old fs.FileInfo) error {
		return c.page(bufio.NewWriter(w), args, old)
	})
}

// page writes the report to out. It skips the file old, which the report replaces.
func (c *command) page(out *bufio.Writer, args []string, old fs.FileInfo) error {
	page := report.New(out, report.Options{MaxReferences: c.flags.maxReferences})
	err := c.readTo(out, args, func(s *source.Source, one *pieces.Piece) *engine.Plan {
		if old != nil && s.Info != nil && os.SameFile(old, s.Info) {
			return new(engine.Plan)
		}
		return addToPage(page, s, one)
	})
	if err != nil && !errors.Is(err, console.ErrReported) {
		return err
	}
	if lost := page.Close(); lost != nil {
		return lost
	}
	if lost := out.Flush(); lost != nil {
		return lost
	}
	return err
}

// addToPage adds a piece of a source to a page.
func addToPage(page *report.Writer, s *source.Source, one *pieces.Piece) *engine.Plan {
	in := report.Source{Name: s.Name, Message: one.Message}
	return s.Rewriter.VisitPiece(one.Piece, engine.Visitor{
		Document: func(d *engine.Document) {
			if one.Err == nil {
				one.Err = page.Document(in, d)
			}
		},
		Reference: func(ref *engine.Reference) {
			if one.Err == nil {
				off := ref.Offset()
				one.Err = page.Reference(in, one.Lines.At(off), one.Offset+int64(off), ref, nil)
			}
		},
	})
}
