package findings

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/printable"
)

// Counts are the numbers of a run. The JSON keys are stable.
type Counts struct {
	Documents int            `json:"documents"`        // the number of checked documents
	Failed    int            `json:"failed,omitempty"` // files that could not be checked
	Links     int            `json:"links"`
	Faulty    int            `json:"faulty"` // the number of documents with findings
	Errors    int            `json:"errors"`
	Warnings  int            `json:"warnings"`
	Known     int            `json:"known,omitempty"`   // findings that the file of known faults has
	Hidden    int            `json:"hidden,omitempty"`  // findings, or groups of findings, beyond --max-findings
	Grouped   int            `json:"-"`                 // findings without a line of their own
	Codes     map[string]int `json:"codes"`             // errors and warnings, by code
	Served    int            `json:"served,omitempty"`  // links that lead to their files only on a server
	Outside   map[string]int `json:"outside,omitempty"` // links to other sites, by host
	Absent    int            `json:"absent,omitempty"`  // the links in Outside to files that the directory of their host lacks
	Skipped   map[string]int `json:"skipped,omitempty"` // links that no file answers, by scheme
}

// String returns the counts as a sentence without a full stop, such as "3 documents, 2 faults in
// 1 document (2 missing-file)".
func (c *Counts) String() string {
	parts := []string{console.Plural(c.Documents, "document")}
	if c.Failed > 0 {
		parts = append(parts, console.Plural(c.Failed, "file")+" failed")
	}
	parts = append(parts, console.Plural(c.Links, "link"))
	faults := "no faults"
	if c.Known > 0 {
		faults = "no new faults"
	}
	if n := c.Errors + c.Warnings; n > 0 {
		var codes []string
		for _, code := range console.ByNumber(c.Codes) {
			codes = append(codes, fmt.Sprintf("%d %s", c.Codes[code], code))
		}
		each := ""
		if c.Grouped > 0 {
			each = "; --each lists all"
		}
		in := ""
		if c.Faulty > 0 {
			in = " in " + console.Plural(c.Faulty, "document")
		}
		faults = fmt.Sprintf("%s%s (%s%s)", console.Plural(n, "fault"), in, strings.Join(codes, ", "), each)
	}
	parts = append(parts, faults)
	if c.Known > 0 {
		parts = append(parts, console.Plural(c.Known, "known fault"))
	}
	if c.Hidden > 0 {
		parts = append(parts, fmt.Sprintf("%d not shown", c.Hidden))
	}
	return strings.Join(parts, ", ")
}

// Details returns what is known of links that are no faults, or "", in the same form as String.
func (c *Counts) Details() string {
	var parts []string
	if c.Served > 0 {
		parts = append(parts, console.Plural(c.Served, "link")+" only on a server (/x, d/)")
	}
	if n := sum(c.Outside); n > 0 {
		parts = append(parts, fmt.Sprintf("%s to other sites (%s)", console.Plural(n, "link"), largest(c.Outside)))
	}
	if n := sum(c.Skipped); n > 0 {
		parts = append(parts, fmt.Sprintf("%d not checked (%s)", n, largest(c.Skipped)))
	}
	return strings.Join(parts, ", ")
}

// sum returns the sum of the numbers.
func sum(counts map[string]int) (n int) {
	for _, m := range counts {
		n += m
	}
	return n
}

// shownCounts is the maximum number of counts that are shown.
const shownCounts = 5

// largest returns the names with the largest numbers, such as "a.example 7, b.example 1".
func largest(counts map[string]int) string {
	names := console.ByNumber(counts)
	var texts []string
	for _, name := range names[:min(len(names), shownCounts)] {
		texts = append(texts, fmt.Sprintf("%s %d", printable.String(cmp.Or(name, "no host")), counts[name]))
	}
	if more := len(names) - shownCounts; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, ", ")
}
