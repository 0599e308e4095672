package main

import (
	"fmt"
	"strings"
)

// A report is what is printed.
type report struct {
	command  string // that makes it
	commit   string
	machine  string
	load     [2]string // before and after
	rounds   int
	cores    []*core // that it was measured on
	date     string
	sections []*section
	apart    bool // from the other report
}

// String returns the report as Markdown.
func (r *report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s, of commit %s, by\n\n    %s\n\n", r.date, r.commit, r.command)
	fmt.Fprintf(&b, "- Machine: %s. Load average %s before, %s after.\n", r.machine, r.load[0], r.load[1])
	fmt.Fprintf(&b, "- Versions: %s.\n", versions(r.sections))
	if !r.apart {
		r.writeRules(&b)
	}
	var bounds []bound
	for _, s := range r.sections {
		bounds = append(bounds, s.bounds...)
	}
	fmt.Fprintf(&b, "\n### What is wanted\n\n%s", boundsTable(bounds))
	for _, s := range r.sections {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n%s", s.title, s.text, s.table)
	}
	return b.String()
}

// writeRules writes how the figures are measured.
func (r *report) writeRules(b *strings.Builder) {
	fmt.Fprintf(b, "- Each figure is the median of %d rounds in turns or more (mail and the command: %d or more); \"spread\" is how far the middle half of the rounds lies from it, for the median document.\n", r.rounds, fewer(r.rounds))
	for _, c := range r.cores {
		if c.rounds > 0 {
			fmt.Fprintf(b, "- %s\n", c.summary())
		}
	}
	fmt.Fprintf(b, "- Peers in Go run with GOMAXPROCS=1, others as processes on the same core. All input is in memory before. The base is %s, given as with `-b`. hrefix looks in all its places, with all groups of `--also`; it writes pages into a buffer that is used again, mail to nowhere.\n", baseURL)
	fmt.Fprintf(b, "- Times over several documents are compared by their geometric mean.\n")
}

// The marks around a report in PERFORMANCE.md; %s stands for what kind of report it is.
const (
	beginMark = "<!-- hrefix-bench%s -->\n"
	endMark   = "<!-- end of hrefix-bench%s -->\n"
)

// mark returns what stands for %s in the marks.
func (r *report) mark() string {
	if r.apart {
		return " " + trees
	}
	return ""
}

// splice returns a document with a report between its marks, instead of the
// old one.
func splice(document, report, mark string) (string, error) {
	begin, end := fmt.Sprintf(beginMark, mark), fmt.Sprintf(endMark, mark)
	before, rest, ok := strings.Cut(document, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("the lines %q and %q are not there", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + "\n" + report + "\n" + end + after, nil
}
