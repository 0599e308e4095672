package main

import (
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/rewrite"
)

// abs rewrites documents to absolute form: one to stdout, or files in place or
// into a new tree.
func (c *command) abs(args []string) error {
	opts, err := c.flags.options()
	if err != nil {
		return err
	}
	to, err := c.destination(args)
	if err != nil {
		return err
	}
	if to.inPlace || to.dir != "" {
		defer c.guard()()
	}
	return errors.Join(c.each(args, func(f *file) error {
		f.mayBeEmpty = !to.isStdout()
		s, err := c.open(f, opts, toWrite)
		switch {
		case err != nil:
		case s.document:
			err = to.take(s)
		default:
			err = to.copy(s)
		}
		return errors.Join(err, s.Close())
	}), to.close())
}

// A report says on stderr which references of a document stay relative, and
// why: a line for each reason, or an object for each reference with --json.
type report struct {
	c       *command
	in      *source
	lines   lineCounter
	reasons []string // in the order met
	count   map[string]int
	err     error
}

func newReport(c *command, in *source) *report {
	return &report{c: c, in: in, count: make(map[string]int)}
}

// piece says which piece of the source comes next.
func (r *report) piece(p rewrite.Piece) {
	if r.c.flags.json {
		r.lines.next(p)
	}
}

func (r *report) see(ref *rewrite.Reference) {
	switch {
	case ref.Status == rewrite.Absolute || ref.Status == rewrite.Resolved:
	case r.c.flags.json:
		r.err = errors.Join(r.err, writeJSON(r.c.stderr, newLink(r.in.name, &r.lines, ref)))
	default:
		if r.count[ref.Reason] == 0 {
			r.reasons = append(r.reasons, ref.Reason)
		}
		r.count[ref.Reason]++
	}
}

func (r *report) end() error {
	for _, reason := range r.reasons {
		r.c.complain("%s: %s left: %s", r.in.name, plural(r.count[reason], "reference"), reason)
	}
	return r.err
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
