package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/rewrite"
)

// abs writes one document to stdout, in absolute form, and says on stderr
// which references stay relative.
func (c *command) abs(names []string) error {
	if len(names) > 1 {
		return fmt.Errorf("abs writes one document to stdout, and %d were given: give one at a time", len(names))
	}
	return c.each(names, func(in *input, rw *rewrite.Rewriter) error {
		rep := newReport(c, in)
		plan := rw.References(in.src, rep.see)
		out := bufio.NewWriterSize(c.stdout, 64<<10)
		_, err := plan.WriteTo(out)
		if err = errors.Join(err, out.Flush()); err != nil {
			return fmt.Errorf("stdout: %w", cause(err))
		}
		c.tell(in, plan.Notes)
		return rep.end()
	})
}

// A report says on stderr which references of a document stay relative, and
// why: a line for each reason, or an object for each reference with --json.
type report struct {
	c       *command
	in      *input
	lines   lineCounter
	reasons []string // in the order met
	count   map[string]int
	err     error
}

func newReport(c *command, in *input) *report {
	return &report{c: c, in: in, lines: lineCounter{src: in.src}, count: make(map[string]int)}
}

func (r *report) see(ref *rewrite.Reference) {
	switch {
	case ref.Status == rewrite.Absolute || ref.Status == rewrite.Resolved:
	case r.c.flags.json:
		r.err = errors.Join(r.err, writeJSON(r.c.stderr, newLink(r.in, &r.lines, ref)))
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
