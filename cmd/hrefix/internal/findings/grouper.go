package findings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// Target returns the text by which faults of links are grouped, together with their code: the URL that the
// link leads to. A link within its document, such as "#x", is grouped by the reference as it is written, and so
// is one whose URL is not known, because pages that are made from one template have these in common.
func Target(ref, url string) string {
	if url == "" || strings.HasPrefix(ref, "#") {
		return ref
	}
	return url
}

// A Grouper is a sink that writes a line for each group of findings: those with the same target, code and
// severity. The line is that of the first one, with the number of all. The largest groups come first, and groups
// of one size are in the order of their first findings.
type Grouper struct {
	Hidden  int // groups that are not written, because there are more than most
	Grouped int // findings without a line of their own

	w      io.Writer
	most   int // lines, or 0 for any number
	lines  int // that were written, or hidden
	groups map[groupKey]*group
	order  []*group // by their first findings
	size   int      // about how many bytes the groups take

	in        string // the document of the last finding
	documents int    // that have findings
}

// A groupKey is what the findings of a group have in common.
type groupKey struct {
	code, target string
	tree         int // of a target that is a path in it
	severity     Severity
}

// A group is the findings with one key.
type group struct {
	line      string // of the first finding
	times     int
	documents int
	last      int // the number of the document of the last finding
}

// maxGroupBytes bounds the memory of a Grouper. Groups that take more are written, and a target that comes again
// after that has another line. It is a variable for tests.
var maxGroupBytes = 16 << 20

// NewGrouper returns a grouper that writes at most so many lines, or any number if most is 0.
func NewGrouper(w io.Writer, most int) *Grouper { return &Grouper{w: w, most: most} }

// Document does nothing.
func (*Grouper) Document(string) error { return nil }

// Finding adds a finding to its group. One that is not about a reference is a group of its own.
func (g *Grouper) Finding(f *Finding) error {
	key := groupKey{code: f.Code, target: Target(f.Ref, f.URL), severity: f.Severity}
	switch {
	case key.target == "" && f.Place() == "":
		key.target = f.Doc + "\n" + f.Text
	case strings.HasPrefix(key.target, "/"):
		key.tree = f.Tree
	}
	if in := f.Doc + " " + f.Title; in != g.in {
		g.in = in
		g.documents++
	}
	one := g.groups[key]
	if one == nil {
		if g.groups == nil {
			g.groups = make(map[groupKey]*group)
		}
		one = &group{line: f.String()}
		g.groups[key] = one
		g.order = append(g.order, one)
		g.size += len(one.line) + len(key.target) + 200
	} else {
		g.Grouped++
	}
	one.times++
	if one.last != g.documents {
		one.documents++
		one.last = g.documents
	}
	if g.size > maxGroupBytes {
		return g.flush()
	}
	return nil
}

// Close writes the groups.
func (g *Grouper) Close(bool) error { return g.flush() }

// flush writes the groups, and forgets them.
func (g *Grouper) flush() error {
	slices.SortStableFunc(g.order, func(a, b *group) int { return cmp.Compare(b.times, a.times) })
	for _, one := range g.order {
		if g.lines++; g.most > 0 && g.lines > g.most {
			g.Hidden++
			continue
		}
		if _, err := fmt.Fprintf(g.w, "%s%s\n", one.line, one.number()); err != nil {
			return err
		}
	}
	g.groups, g.order, g.size = nil, nil, 0
	return nil
}

// number returns how often a group was found, if that is more than once.
func (g *group) number() string {
	switch {
	case g.times == 1:
		return ""
	case g.documents == 1:
		return fmt.Sprintf(" (%d times)", g.times)
	}
	return fmt.Sprintf(" (%d times in %s)", g.times, console.Plural(g.documents, "document"))
}
