package main

import (
	"fmt"

	"github.com/hrefix/hrefix/rewrite"
)

// A report says on stderr which references of a document stay relative, and
// why: a line for each reason, or an object for each reference with --json.
type report struct {
	to      *console
	in      *source
	json    bool
	reasons []string // in the order met
	count   map[string]int
	err     error
}

func newReport(in *source, to *console, json bool) *report {
	return &report{to: to, in: in, json: json, count: make(map[string]int)}
}

// see takes notice of a reference; lines are those of its piece.
func (r *report) see(ref *rewrite.Reference, lines *lineCounter) {
	switch {
	case ref.Status != rewrite.Unresolved && ref.Status != rewrite.Left:
	case !r.json:
		r.met(ref.Reason, 1)
	case r.err == nil:
		r.err = writeJSON(r.to.stderr, newLink(r.in.name, lines, ref))
	}
}

func (r *report) met(reason string, times int) {
	if r.count[reason] == 0 {
		r.reasons = append(r.reasons, reason)
	}
	r.count[reason] += times
}

// add adds what another report saw after this one.
func (r *report) add(other *report) {
	for _, reason := range other.reasons {
		r.met(reason, other.count[reason])
	}
}

// end ends the report. The error is that of stderr.
func (r *report) end() error {
	for _, reason := range r.reasons {
		r.to.complain("%s: %s left: %s", r.in.name, plural(r.count[reason], "reference"), reason)
	}
	return r.err
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
