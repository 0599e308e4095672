package addressbook

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/urltext"
)

// A result is the result of a search for a URL.
type result struct {
	state State
	root  *root
	node  node
	path  string // the path in the tree
	rule  Rule
	query string // the query that was left out, with its "?"
	guess bool
}

// extensions are the extensions that wget -E adds to names, and that clean URLs leave out.
var extensions = anyExtension[1:]

// anyExtension has the extensions, and "" for no extension.
var anyExtension = []string{"", ".html", ".css"}

// search returns the file in a root that a URL names. rest is the part of the URL after the URL of the
// root. A file whose name is exactly the name in the URL comes first. Other rules find a file only if
// there is no such file.
func (b *Book) search(r *root, rest string) result {
	path, query, asked := strings.Cut(rest, "?")
	cut := strings.LastIndexByte(path, '/') + 1
	s := result{state: Missing, root: r}
	at, ok := b.walk(r, path[:cut])
	if !ok {
		return s
	}
	last := path[cut:]
	if asked {
		if b.findQuery(&s, at, last, query) {
			return s
		}
		if s = b.search(r, path); s.state == File {
			s.query, s.rule = "?"+query, RuleQuery
			s.guess = !r.plain && !isStatic(s.path)
		}
		return s
	}
	b.findName(&s, at, last)
	return s
}

// A position is the directory that walk has reached, with its path.
type position struct {
	root *root
	node node
	path string // ends in "/" unless it is empty
}

// walk returns the directory of a root that segments of a URL name. segments ends in "/" or is empty.
// Empty segments are skipped: "i//a.png" is i/a.png. The path of the result has at most one symbolic
// link, and no link to a directory around that link: a new tree with copies in place of links has only
// such paths.
func (b *Book) walk(r *root, segments string) (position, bool) {
	var path strings.Builder
	path.WriteString(r.prefix)
	linked := false
	n := r.tree.at(strings.TrimSuffix(r.prefix, "/"))
	for segments != "" && n.kind == directory {
		var segment, as string
		if segment, segments, _ = strings.Cut(segments, "/"); segment == "" {
			continue // servers merge slashes, and so do file systems
		}
		in := n.dir
		if n, as, _ = childOf(r.tree, n, segment, directory); n.kind != directory {
			break
		}
		if in != n.dir.parent {
			if linked || in.isIn(n.dir) {
				path.Reset()
				path.WriteString(n.dir.path())
				continue
			}
			linked = true
		}
		path.WriteString(as)
		path.WriteByte('/')
	}
	return position{r, n, path.String()}, n.kind == directory
}

// childOf returns the node of the kind k that a segment names in n, with its name and the rule that found
// it. The name is nearly always the decoded segment.
func childOf(t *tree, n node, segment string, k kind) (node, string, Rule) {
	if name := urltext.Decode(segment); isName(name) {
		if next := t.child(n.dir, name); next.kind == k {
			return next, name, RuleName
		}
	}
	for _, v := range variants(segment) {
		if next := t.child(n.dir, v.name); next.kind == k {
			return next, v.name, v.rule
		}
	}
	return node{}, "", ""
}

// findName sets s to the file or directory that last, the last segment of a URL without a query, names at a
// position.
func (b *Book) findName(s *result, at position, last string) {
	t := at.root.tree
	if last == "" {
		b.findIndex(s, at, RuleIndex)
		if s.state == Directory && !at.root.plain && len(at.path) > len(at.root.prefix) {
			// wget -E writes the page of URL/d/ to d.html if a link leads to URL/d, from which the server redirects.
			name := strings.TrimSuffix(at.path, "/") + ".html"
			if n := t.at(name); n.kind == file {
				s.found(n, name, addedRule(path.Base(at.path), ".html"))
			}
		}
		return
	}
	if n, name, rule := childOf(t, at.node, last, file); n.kind == file {
		s.found(n, at.path+name, rule)
		return
	}
	sub, name, _ := childOf(t, at.node, last, directory)
	if sub.kind == directory {
		if b.findIndex(s, position{at.root, sub, at.path + name + "/"}, RuleDirectory); s.state == File {
			return
		}
	}
	for _, v := range variants(last) {
		for _, ext := range extensions {
			if n := t.child(at.node.dir, v.name+ext); n.kind == file {
				s.found(n, at.path+v.name+ext, addedRule(v.name, ext))
				return
			}
		}
	}
}

// addedRule returns the rule of a name with an extension that the URL does not have.
func addedRule(name, ext string) Rule {
	if ext == ".html" && !strings.Contains(name, ".") {
		return RuleClean
	}
	return RuleExtension
}

// findIndex sets s to the index of a directory, or to the directory itself if it has no index.
func (b *Book) findIndex(s *result, at position, rule Rule) {
	for _, index := range b.index {
		if n := at.root.tree.child(at.node.dir, index); n.kind == file {
			s.found(n, at.path+index, rule)
			return
		}
	}
	s.state, s.node, s.path, s.rule = Directory, at.node, at.path, rule
}

// findQuery sets s to the file with the query in its name, and reports whether there is such a file.
func (b *Book) findQuery(s *result, at position, last, query string) bool {
	stems := []string{last} // encoded names that may precede the query in the name of the file
	if last == "" {
		stems = stems[:0]
		for _, index := range b.index {
			stems = append(stems, encodeName(index))
		}
		stems = append(stems, "")
	}
	for _, ext := range anyExtension {
		for _, stem := range stems {
			for _, v := range queryVariants(stem, query) {
				n := at.root.tree.child(at.node.dir, v.name+ext)
				if n.kind != file {
					continue
				}
				if s.found(n, at.path+v.name+ext, v.rule); ext != "" && v.rule == RuleName {
					s.rule = RuleExtension
				}
				return true
			}
		}
	}
	return false
}

// found sets s to a file that was found by a rule.
func (s *result) found(n node, path string, rule Rule) {
	s.state, s.node, s.path, s.rule = File, n, path, rule
}

// staticExtensions are the extensions of files that are the same for every query.
var staticExtensions = []string{
	".css", ".js", ".mjs", ".map", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".ico",
	".woff", ".woff2", ".ttf", ".otf", ".eot", ".mp3", ".mp4", ".webm", ".ogg", ".wasm",
}

// isStatic reports whether a file is the same for every query: style sheets, images and other files
// get queries so that no outdated copy is used.
func isStatic(path string) bool {
	dot := strings.LastIndexByte(path, '.')
	return dot >= 0 && slices.Contains(staticExtensions, strings.ToLower(path[dot:]))
}

// lookup returns the file or directory that a URL names. If several roots have the URL, near comes first,
// unless it is nil.
func (b *Book) lookup(url string, near *root) result {
	if e := b.entries.byURL(url); e != nil {
		return b.entryResult(e)
	}
	s := b.lookupRoot(url, near)
	if s.state != File || s.guess {
		if e := b.entries.samePage(url); e != nil && b.entryResult(e).state == File {
			s = b.entryResult(e)
			s.rule = RuleSamePage
		}
	}
	return s
}

// lookupRoot returns the file or directory that a URL without an entry names. If several roots have the URL, the
// first root that has the file counts: near first, then the others in the order in which they were given.
func (b *Book) lookupRoot(url string, near *root) result {
	first, rest := b.of(url, near)
	if first == nil {
		return result{}
	}
	r := cmp.Or(first.in(near), first)
	s := b.searchIn(r, rest)
	for other := first; (s.state != File || s.guess) && other != nil; other = other.next { // nearly always one root
		if other == r {
			continue
		}
		if found := b.searchIn(other, rest); found.state == File && !found.guess {
			return found
		}
	}
	return s
}

// searchIn does what search does, but finds no file whose name was not made from its URL: the file has an entry with
// another URL in the same root, and search does not find the file by that URL.
func (b *Book) searchIn(r *root, rest string) result {
	s := b.search(r, rest)
	if s.state != File {
		return s
	}
	e := b.entries.of(r.tree.number, s.path)
	if e == nil {
		return s
	}
	own, rest := b.of(e.url, nil)
	if own = own.in(r.first); own == nil {
		return s
	}
	if again := b.search(own, rest); again.state != File || again.path != s.path || again.guess {
		return result{state: Missing, root: r}
	}
	return s
}

// entryResult returns the file of an entry.
func (b *Book) entryResult(e *entry) result {
	t := b.trees[e.tree]
	s := result{state: Missing, root: t.owner(e.path), path: e.path, rule: b.entries.rule(e)}
	if s.root == nil {
		s.root = &root{tree: t}
		s.root.first = s.root
	}
	if n := t.at(e.path); n.kind == file && !b.entries.sources[e.from].failed {
		s.state, s.node = File, n
	}
	return s
}
