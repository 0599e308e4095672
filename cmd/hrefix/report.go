package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
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
	err := c.reportTo(name, args)
	if err != nil && !errors.Is(err, console.ErrReported) {
		return fmt.Errorf("-o %s: %w", name, cause.Of(err))
	}
	return err
}

// reportTo writes the report to a file.
func (c *command) reportTo(name string, args []string) error {
	real := name
	old, err := os.Stat(name)
	switch {
	case err != nil: // creating the file reports the error, if it is one
	case !old.Mode().IsRegular():
		return errors.New("is not a regular file: give the name of one, or leave -o out for stdout")
	default:
		if real, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such directory: make it first")
	case err != nil:
		return err
	}
	in := atomicfile.NewFolder(root)
	defer in.Release()
	if old != nil {
		if err := replaceable(in, filepath.Base(real)); err != nil {
			return err
		}
	}
	defer c.guard()()
	t, err := c.temps.Create(in, nil)
	if err != nil {
		return err
	}
	discard := func() {
		if err := t.Discard(); err != nil {
			c.Report("-o %s: %v", name, cause.Of(err))
		}
	}
	failed := c.page(bufio.NewWriter(t), args, old)
	if failed != nil && !errors.Is(failed, console.ErrReported) {
		discard()
		return failed
	}
	if old != nil {
		_ = t.Chmod(old.Mode().Perm()) // the report may show mail, which others may not read
	}
	if err := t.End(); err != nil {
		discard()
		return err
	}
	if err := t.Commit(filepath.Base(real), func() error { return nil }); err != nil {
		return err
	}
	return failed
}

// replaceable returns an error unless the named file is empty or a report. In "report -o
// *.html", the shell would put the name of a document after -o.
func replaceable(in *atomicfile.Folder, name string) error {
	f, old, err := in.OpenRead(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if old.Size() == 0 {
		return nil
	}
	switch is, err := report.Is(f); {
	case err != nil:
		return err
	case !is:
		return errors.New("exists, and is not a report: give another name, or remove it")
	}
	return nil
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
				one.Err = page.Reference(in, one.Lines.At(off), one.Offset+int64(off), ref)
			}
		},
	})
}
