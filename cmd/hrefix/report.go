package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linkcheck"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/report"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/archive"
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
	if name == "" && console.IsTerminal(c.Stdout) {
		return errors.New("a report is a page for a browser, which a terminal cannot show: give -o FILE")
	}
	if name == "" || name == inputs.Stdin { // -o - is stdout
		return c.page(bufio.NewWriter(c.hidingBar(c.Stdout)), args, nil)
	}
	return c.replaceFile(&replacement{flag: "-o", name: name, kind: "a report", is: report.Is}, func(w io.Writer, old fs.FileInfo) error {
		return c.page(bufio.NewWriter(w), args, old)
	})
}

// page writes the report to out. It skips the file old, which the report replaces.
func (c *command) page(out *bufio.Writer, args []string, old fs.FileInfo) error {
	opts := report.Options{
		Tree: c.treeOf(args), Command: console.ShellWords(append([]string{"hrefix"}, c.args...)), Time: time.Now().Format("2006-01-02 15:04 MST"),
		MaxReferences: c.flags.maxReferences, Checked: c.flags.checkReport,
	}
	if opts.Checked {
		opts.Show = linkcheck.Shown[string]
	}
	page := report.New(out, opts)
	add := func(s *source.Source, one *pieces.Piece, links *linkcheck.Page) *engine.Plan {
		if old != nil && s.Info != nil && os.SameFile(old, s.Info) {
			return new(engine.Plan)
		}
		return addToPage(page, s, one, links)
	}
	err := c.readForPage(out, args, add)
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

// treeOf returns a name for the inputs: the name of the first argument or list of files, and the number of the
// others.
func (c *command) treeOf(args []string) string {
	name, more := "stdin", ""
	all := slices.Concat(args, c.flags.inputs.lists)
	if len(all) > 1 {
		more = fmt.Sprintf(" and %d more", len(all)-1)
	}
	if len(all) > 0 && all[0] != inputs.Stdin {
		name = all[0]
		if own := filepath.Base(absolute(name)); own != filepath.Base(name) {
			name = own // of "." or ".."
		}
	}
	return name + more
}

// readForPage calls add for the pieces of the documents that the arguments name, with what checks
// its links if the flags ask for that, and otherwise with nil.
func (c *command) readForPage(out *bufio.Writer, args []string, add func(*source.Source, *pieces.Piece, *linkcheck.Page) *engine.Plan) (err error) {
	if !c.flags.checkReport {
		return c.readTo(out, args, func(s *source.Source, one *pieces.Piece) *engine.Plan { return add(s, one, nil) })
	}
	k := &checking{c: c, out: &findingsOutput{filter: new(findings.Filter)}}
	o, err := k.open(args)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	defer k.reportRules()
	return c.readAll(o, args, job.Steps{Stdout: out, Do: c.documents(o, func(j *job.Job, s *source.Source) error {
		if err := checkRereadable(s); err != nil {
			return err
		}
		return pieces.Visit(j, s, func(s *source.Source, one *pieces.Piece) *engine.Plan { return add(s, one, k.page(s, one)) })
	})})
}

// addToPage adds a piece of a source to a page. links checks its references, or is nil.
func addToPage(page *report.Writer, s *source.Source, one *pieces.Piece, links *linkcheck.Page) *engine.Plan {
	in := report.Source{Name: s.Name, Message: one.Message}
	if r := one.Record(); r != nil {
		in = report.Source{Name: s.Name + " " + archive.Title(r, one.Message)}
	}
	return one.Visit(engine.Visitor{
		Document: func(d *engine.Document) {
			if links != nil {
				links.Document(d)
			}
			if one.Err == nil {
				one.Err = page.Document(in, d)
			}
		},
		Reference: func(ref *engine.Reference) {
			one.Read = true
			if one.Err == nil {
				fault := faultFor(links, ref)
				off := ref.Offset()
				one.Err = page.Reference(in, one.Lines.At(off), one.Lines.Offset(off), ref, fault)
			}
		},
	})
}

// faultFor returns what is wrong with a reference, as a page has it.
func faultFor(links *linkcheck.Page, ref *engine.Reference) *report.Fault {
	if links == nil {
		return nil
	}
	f := links.Check(ref)
	if f == nil {
		return nil
	}
	return &report.Fault{Code: f.Code, Text: f.Text, Warning: f.Warning, Target: findings.Target(string(ref.Text), f.URL)}
}
