package addressbook

import (
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/urltext"
)

// A Rule says why the book finds a file for a URL. The callers of [Book.Add] give their
// entries other rules.
type Rule string

// The rules.
const (
	RuleMap       Rule = "map"              // a line of a map
	RuleName      Rule = "name"             // the name of the file
	RuleIndex     Rule = "index"            // the index of the directory
	RuleDirectory Rule = "directory"        // the index of the directory, without "/" in the URL
	RuleClean     Rule = "clean URL"        // the name with .html
	RuleExtension Rule = "wget -E"          // the name with .html or .css
	RuleWget      Rule = "wget"             // the name that wget writes
	RuleWindows   Rule = "wget for Windows" // the name that wget writes for Windows
	RuleEscaped   Rule = "escaped name"     // the name has the escapes of the URL
	RuleQuery     Rule = "query left out"   // the name has no query
	RuleSamePage  Rule = "same page"        // an entry whose URL usually names the same page
)

// A State says what a URL names.
type State uint8

// The states.
const (
	Outside   State = iota // the URL is in none of the trees
	File                   // the URL names a file
	Directory              // the URL names a directory without an index
	Missing                // the URL is in a tree, but names nothing
	OtherCase              // the URL names no file, but the name of a file differs from it only in upper and lower case
	OtherForm              // the URL names no file, but the name of a file differs from it in Unicode normal form, and maybe in case
)

// IsNear reports whether a URL leads to a file only on systems that ignore case or normal form in names.
func (s State) IsNear() bool { return s == OtherCase || s == OtherForm }

// A Target has the facts that the book knows about a URL.
type Target struct {
	State State
	// Tree is the number of the tree, in the order in which the trees were given.
	Tree int
	// Path is the path of the file or directory in the tree, with slashes. For Missing, it is the
	// path that the file would have, if that is known.
	Path string
	// URL is the URL of the file in the book, or "".
	URL string
	// Location is the location of the file.
	Location string
	// ID is the number of the file. Symbolic links have the number of the file they lead to.
	ID ID
	// Rule is the rule that decided.
	Rule Rule
	// Guess reports whether the file may not be the file of the URL: the query was left out, and
	// the file is a page.
	Guess bool
}

// Lookup returns the target of a URL without a fragment, in the tree of the document. A URL in
// another tree is outside.
func (p *Place) Lookup(url string) Target {
	s := p.book.lookup(url, p.root)
	if s.state == Outside || s.root.tree != p.tree {
		return Target{}
	}
	return p.book.target(&s, url)
}

// LookupAt returns the target of a location.
func (p *Place) LookupAt(location string) Target {
	rest, ok := strings.CutPrefix(location, top)
	if !ok {
		return Target{}
	}
	whole := &root{url: top, path: "/", tree: p.tree, plain: true}
	whole.first = whole
	s := p.book.search(whole, rest)
	return p.book.target(&s, location)
}

// Lookup returns the target of a URL without a fragment, in any of the trees. Locations name nothing, even
// with Options.Locations, because they are the same in all trees.
func (b *Book) Lookup(url string) Target {
	s := b.lookup(url, nil)
	return b.target(&s, url)
}

// target returns the target for the result of a search.
func (b *Book) target(s *result, url string) Target {
	if s.state == Outside {
		return Target{}
	}
	t := s.root.tree
	got := Target{State: s.state, Tree: int(t.number), Path: s.path, Rule: s.rule, Guess: s.guess}
	switch s.state {
	case Missing:
		b.nearFile(&got, s.root, url)
	case Directory:
		got.Location = top + encodePath(s.path)
	case File:
		got.ID = s.node.dir.base + ID(s.node.i)
	}
	if got.State == File || got.State.IsNear() {
		got.URL, got.Location = b.urlOf(t, got.Path), top+encodePath(got.Path)
		if got.URL != "" {
			got.URL += s.query
		}
		got.Location += s.query
	}
	return got
}

// nearFile looks for a file whose path differs from the path of a URL only in upper and lower case, or
// in its Unicode normal form.
func (b *Book) nearFile(got *Target, r *root, url string) {
	_, rest := b.of(url, r)
	path, _, _ := strings.Cut(rest, "?")
	dir := strings.HasSuffix(path, "/")
	names, valid := decodeNames(strings.TrimSuffix(path, "/"))
	if !valid {
		return
	}
	names = r.prefix + names
	if got.Path = names; dir {
		got.Path += "/" + b.index[0]
	}
	as, n := r.tree.foldAt(strings.Split(names, "/"))
	found := as
	for _, index := range b.index {
		if n.kind == directory && r.tree.child(n.dir, index).kind == file {
			found, n = as+"/"+index, r.tree.child(n.dir, index)
		}
	}
	if n.kind != file || as == names {
		return
	}
	e := b.entries.of(r.tree.number, found)
	if e != nil && !r.plain && compareFold(urltext.Decode(e.url), urltext.Decode(url)) != 0 {
		return // the file has another URL
	}
	got.State, got.Path, got.ID = OtherCase, found, n.dir.base+ID(n.i)
	if !slices.EqualFunc([]rune(as), []rune(names), func(x, y rune) bool { return fold(x) == fold(y) }) {
		got.State = OtherForm
	}
}

// Files returns the files of all trees, in the order of the trees and sorted by path within
// directories: the files of a directory come before its directories. Symbolic links to files are
// files; symbolic links to directories are skipped.
func (b *Book) Files() iter.Seq[Target] {
	return func(yield func(Target) bool) {
		for i, t := range b.trees {
			if !b.filesOf(t.topDir(), i, yield) {
				return
			}
		}
	}
}

// FilesIn returns the files in a directory, or a single file, in the order of Files. path is a path in the file system.
func (b *Book) FilesIn(path string) iter.Seq[Target] {
	return func(yield func(Target) bool) {
		t, within, err := b.locateTop(path)
		if err != nil || t == nil {
			return
		}
		number := int(t.number)
		switch n := t.at(within); n.kind {
		case file:
			yield(b.fileAt(number, within, n))
		case directory:
			b.filesOf(n.dir, number, yield)
		}
	}
}

// filesOf yields the files of a tree that are below a directory. It returns false if yield returned
// false.
func (b *Book) filesOf(top *dir, number int, yield func(Target) bool) bool {
	t := b.trees[number]
	dirs := []*dir{top}
	for len(dirs) > 0 {
		d := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		path := d.path()
		for i := len(d.subs); i < len(d.ends); i++ {
			name := d.name(int32(i))
			if n := t.child(d, name); n.kind == file && !yield(b.fileAt(number, path+name, n)) {
				return false
			}
		}
		for i := len(d.subs) - 1; i >= 0; i-- {
			dirs = append(dirs, t.enter(d, int32(i)))
		}
	}
	return true
}

// fileAt returns the target for a file of a tree.
func (b *Book) fileAt(number int, path string, n node) Target {
	return Target{
		State: File, Tree: number, Path: path, URL: b.urlOf(b.trees[number], path), Location: top + encodePath(path),
		ID: n.dir.base + ID(n.i),
	}
}

// Name returns the path of a target in the file system, as its tree was given.
func (b *Book) Name(t Target) string { return b.trees[t.Tree].name(t.Path) }

// Open opens the file of a target. It never opens a file outside of the tree.
func (b *Book) Open(t Target) (fs.File, error) {
	in := b.trees[t.Tree]
	if in.fsys != nil {
		return in.fsys.Open(t.Path)
	}
	return in.root.Open(filepath.FromSlash(in.realPath(t.Path)))
}

// Stat returns the information of the file of a target.
func (b *Book) Stat(t Target) (fs.FileInfo, error) {
	in := b.trees[t.Tree]
	return in.stat(in.realPath(t.Path))
}

// realPath returns the path of a file without symbolic links. [os.Root] follows only some of these.
func (t *tree) realPath(path string) string {
	if n := t.at(path); n.kind == file {
		return n.dir.path() + n.dir.name(n.i)
	}
	return path
}
