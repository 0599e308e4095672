package findings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/printable"
)

// Target returns the text that the faults of links are grouped by, together with their code: the URL that the
// link leads to. A link within its document, such as "#x", is grouped by the reference as written, because
// all pages made from one template have the link. A link whose URL is not known is grouped in the same way.
func Target(ref, url string) string {
	if url == "" || strings.HasPrefix(ref, "#") {
		return ref
	}
	return url
}

// A Grouper is a sink that writes a line for each group of findings. The findings of a group have the same target,
// code and severity. The line has the first finding, and the number of findings. If several groups are about one
// folder (see minTargets), they share a line. The largest groups come first, and groups of the same size are in the
// order of their first findings.
type Grouper struct {
	Hidden  int // groups that are not written, because most lines were written before
	Grouped int // findings without a line of their own

	w      io.Writer
	most   int                 // the maximum number of lines, or 0 for any number
	lines  int                 // the number of lines that were written or hidden
	groups map[groupKey]*group // of targets and of folders
	order  []*group            // the groups of targets only, in the order of their first findings
	size   int                 // the approximate number of bytes that the groups take

	in        string // the document of the last finding
	documents int    // the number of documents that have findings
}

// A groupKey is what the findings of a group have in common.
type groupKey struct {
	code, target string
	tree         int // the number of the tree, if target is a path in a tree
	severity     Severity
	isFolder     bool // target is a folder
}

// A group is the findings with one key.
type group struct {
	line      string // the line of the first finding
	times     int
	documents int
	last      int // the number of the document of the last finding

	folder  *group // the group of the folder that the faults are about, or nil
	targets int    // the groups of a folder
	name    string // the folder
}

// minTargets is how many groups of a folder share a line.
const minTargets = 3

// maxGroupBytes bounds the memory of a Grouper. When the groups exceed it, they are written and dropped. A
// target that is found later gets another line. It is a variable for tests.
var maxGroupBytes = 16 << 20

// NewGrouper returns a Grouper that writes at most most lines, or all lines if most is 0.
func NewGrouper(w io.Writer, most int) *Grouper { return &Grouper{w: w, most: most} }

// Document does nothing.
func (*Grouper) Document(string) error { return nil }

// Finding adds a finding to its group. A finding that is not about a reference is a group of its own.
func (g *Grouper) Finding(f *Finding) error {
	key := groupKey{code: f.Reason, target: Target(f.Ref, f.URL), severity: f.Severity}
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
		one = &group{line: f.String()}
		g.add(key, one)
		g.order = append(g.order, one)
		if f.Folder != "" {
			g.addToFolder(one, groupKey{code: f.Reason, target: f.Folder, tree: f.Tree, severity: f.Severity, isFolder: true})
		}
	} else {
		g.Grouped++
	}
	one.count(g.documents)
	if one.folder != nil {
		one.folder.count(g.documents)
	}
	if g.size > maxGroupBytes {
		return g.flush()
	}
	return nil
}

// add adds a group.
func (g *Grouper) add(key groupKey, one *group) {
	if g.groups == nil {
		g.groups = make(map[groupKey]*group)
	}
	g.groups[key] = one
	g.size += len(one.line) + len(key.target) + 200
}

// addToFolder adds a group to the group of its folder.
func (g *Grouper) addToFolder(one *group, key groupKey) {
	if one.folder = g.groups[key]; one.folder == nil {
		one.folder = &group{line: one.line, name: key.target}
		if key.code == "missing-file" {
			one.folder.name = "the missing folder " + key.target
		}
		g.add(key, one.folder)
	}
	one.folder.targets++
}

// count counts a finding in the document with a number.
func (g *group) count(document int) {
	g.times++
	if g.last != document {
		g.documents++
		g.last = document
	}
}

// Close writes the groups.
func (g *Grouper) Close(bool) error { return g.flush() }

// flush writes the groups, and forgets them.
func (g *Grouper) flush() error {
	all := g.order[:0]
	for _, one := range g.order {
		switch in := one.folder; {
		case in == nil || in.targets < minTargets:
			all = append(all, one)
		case in.line == one.line: // one is the first group of the folder: the line of the folder takes the place of all its groups
			all = append(all, in)
		default:
			g.Grouped++
		}
	}
	slices.SortStableFunc(all, func(a, b *group) int { return cmp.Compare(b.times, a.times) })
	for _, one := range all {
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

// number returns the number of findings and documents of the group in parentheses, or "" for a single finding.
func (g *group) number() string {
	targets := ""
	if g.targets > 0 {
		targets = fmt.Sprintf("%s in %s, ", console.Plural(g.targets, "target"), printable.String(g.name))
	}
	switch {
	case g.times == 1:
		return ""
	case g.documents == 1:
		return fmt.Sprintf(" (%s%d times)", targets, g.times)
	}
	return fmt.Sprintf(" (%s%d times in %s)", targets, g.times, console.Plural(g.documents, "document"))
}
