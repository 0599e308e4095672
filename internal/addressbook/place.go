package addressbook

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// A Place is the place of a document in a tree. It implements the engine's Tree.
type Place struct {
	book     *Book
	tree     *tree
	root     *root  // nil if the document is in no root
	path     string // the path in the tree
	url      string
	location string
	copied   bool // HTTrack saved the document, or files beside it
}

// Tree returns the number of the tree of the document, in the order in which the trees were given.
func (p *Place) Tree() int { return int(p.tree.number) }

// Place returns the place of the file at a path of the file system, or nil if it is in no
// tree.
func (b *Book) Place(path string) (*Place, error) {
	t, within, err := b.locate(path)
	if err != nil || t == nil {
		return nil, err
	}
	return b.place(t, within), nil
}

// locate returns the tree of the file at a path of the file system, and its path in the tree. The
// tree is nil if the file is in no tree. A symbolic link outside of all trees stands for its target.
func (b *Book) locate(name string) (*tree, string, error) {
	abs, err := b.absolute(name)
	if err != nil {
		return nil, "", err
	}
	for _, t := range b.trees {
		if within, ok := below(abs, t.dir); ok {
			return t, within, nil
		}
	}
	real, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return nil, "", nil // the directory does not exist
	}
	if t, within := b.locateReal(filepath.Join(real, filepath.Base(abs))); t != nil {
		return t, within, nil
	}
	if real, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, "", nil // the file does not exist
	}
	t, within := b.locateReal(real)
	return t, within, nil
}

// locateReal returns the tree of a file with a path without symbolic links, and its path in the
// tree.
func (b *Book) locateReal(real string) (*tree, string) {
	for _, t := range b.trees {
		if within, ok := below(real, t.real); ok {
			return t, within
		}
	}
	return nil, ""
}

// locateTop does what locate does, also for the top directory of a tree, whose path is empty.
func (b *Book) locateTop(name string) (*tree, string, error) {
	abs, err := b.absolute(name)
	if err != nil {
		return nil, "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return nil, "", err
	}
	for _, t := range b.trees {
		if t.dir == abs || t.real == real {
			return t, "", nil
		}
	}
	return b.locate(name)
}

// absolute does what filepath.Abs does. It asks for the current directory only once.
func (b *Book) absolute(name string) (string, error) {
	if filepath.IsAbs(name) {
		return filepath.Clean(name), nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cwd == "" {
		var err error
		if b.cwd, err = os.Getwd(); err != nil {
			return "", err
		}
	}
	return filepath.Join(b.cwd, name), nil
}

// below returns the slash-separated path in dir of a file below dir. Both arguments are absolute
// and clean.
func below(abs, dir string) (within string, ok bool) {
	within, ok = strings.CutPrefix(abs, dir)
	if !ok || dir == "" {
		return "", false
	}
	if !os.IsPathSeparator(dir[len(dir)-1]) {
		if within == "" || !os.IsPathSeparator(within[0]) {
			return "", false
		}
		within = within[1:]
	}
	return filepath.ToSlash(within), within != ""
}

// place returns the place of a file in a tree.
func (b *Book) place(t *tree, file string) *Place {
	p := &Place{book: b, tree: t, path: file, location: top + encodePath(file)}
	if p.root = t.owner(file); p.root != nil {
		p.root = p.root.first
	}
	p.url = b.urlOf(t, file)
	from, _ := p.Mapped()
	p.copied = from == savedfrom.HTTrack || p.root != nil && p.root.copied
	return p
}

// URL returns the URL that the document was retrieved from, or "" if the book does not know it.
func (p *Place) URL() string { return p.url }

// Location returns the location of the document.
func (p *Place) Location() string { return p.location }

// Path returns the path of the document in its tree.
func (p *Place) Path() string { return p.path }

// FS returns the file system of the bundle that the document is in, or nil.
func (p *Place) FS() fs.FS { return p.tree.fsys }

// Find returns the file that a URL without a fragment names: its own URL, and its location. If
// the tree lacks the file, ok is false, and own is the URL as the book writes it. If the URL is
// outside of the tree, own is empty, too. If the name of the file has no query, though the URL
// has one, own and location have the query.
func (p *Place) Find(url string) (own, location string, ok bool) {
	s := p.book.lookup(url, p.root)
	switch {
	case s.state == Outside || s.root.tree != p.tree:
		return "", "", false
	case s.state != File || s.guess:
		if r, rest := p.book.of(url, p.root); r != nil {
			url = r.first.url + rest
		}
		return url, "", false
	}
	own = p.book.urlOf(p.tree, s.path)
	return own + s.query, top + encodePath(s.path) + s.query, true
}

// FindNear does what Find does for a file whose name differs from the name in the URL in upper and lower
// case, or in its Unicode normal form. The URL is a location if byLocation is set. A URL with a query
// does not find a page, because another page may have the URL. Queries do not count for locations.
func (p *Place) FindNear(url string, byLocation bool) (own, location string, ok bool) {
	var t Target
	if byLocation {
		t = p.LookupAt(url)
	} else {
		t = p.Lookup(url)
	}
	_, query, asked := strings.Cut(url, "?")
	switch {
	case !t.State.IsNear() || asked && !byLocation && !isStatic(t.Path):
		return "", "", false
	case asked:
		return t.URL + "?" + query, t.Location + "?" + query, true
	}
	return t.URL, t.Location, true
}

// FindDir returns the location of the directory of a URL up to its last "/". It ends in "/".
func (p *Place) FindDir(url string) (location string, ok bool) {
	r, rest := p.book.of(url, p.root)
	if r == nil || r.tree != p.tree {
		return "", false
	}
	rest, _, _ = strings.Cut(rest, "?")
	at, ok := p.book.walk(r, rest[:strings.LastIndexByte(rest, '/')+1])
	if !ok {
		return "", false
	}
	return top + encodePath(at.path), true
}

// PathOf returns the path in the file system that a URL has in its root, even if there is no file. ok
// is false if the URL is in no root, or is the URL of a root.
func (b *Book) PathOf(url string) (path string, ok bool) {
	r, rest := b.of(url, nil)
	rest = strings.TrimSuffix(rest, "/")
	if r == nil || rest == "" || strings.Contains(rest, "?") {
		return "", false
	}
	names, ok := decodeNames(rest)
	if !ok {
		return "", false
	}
	return r.tree.name(r.prefix + names), true
}

// At returns the URL of the file at a location, or "" if the book does not know it. A query in the
// location is ignored to find the file. It becomes part of the URL if the URL with the query names
// the file.
func (p *Place) At(location string) (url string, ok bool) {
	names, ok := strings.CutPrefix(location, top)
	if !ok || strings.ContainsRune(names, '#') {
		return "", false
	}
	names, query, asked := strings.Cut(names, "?")
	if names, ok = decodeNames(names); !ok || p.tree.at(names).kind != file {
		return "", false
	}
	url = p.book.urlOf(p.tree, names)
	if !asked || url == "" || strings.HasSuffix(url, "?"+query) { // links that HTTrack wrote keep the query of the URL
		return url, true
	}
	url += "?" + query
	own, again, ok := p.Find(url)
	return url, ok && own == url && again == location
}

// IsGuess reports whether the URL of the file at a location is made of a name that HTTrack may have changed: HTTrack
// saved the document, or made the directory of its root, and no entry has the URL of the file.
func (p *Place) IsGuess(location string) bool {
	if !p.copied {
		return false
	}
	e, ok := p.entryAt(location)
	return ok && e == nil
}

// entryAt returns the entry of the file at a location, or nil. ok is false if no file can have the location.
func (p *Place) entryAt(location string) (e *entry, ok bool) {
	names, inTree := strings.CutPrefix(location, top)
	names, _, _ = strings.Cut(names, "?")
	if names, ok = decodeNames(names); !ok || !inTree {
		return nil, false
	}
	return p.book.entries.of(p.tree.number, names), true
}

// IsFailed reports whether the file at a location was added by a line of a map that begins with
// [FailedMark].
func (p *Place) IsFailed(location string) bool {
	if !slices.ContainsFunc(p.book.entries.sources, func(s source) bool { return s.failed }) {
		return false
	}
	e, _ := p.entryAt(location)
	return e != nil && p.book.entries.sources[e.from].failed
}

// HasEntries reports whether files have URLs by entries, not only by the rules of a root.
func (b *Book) HasEntries() bool { return len(b.entries.all) > 0 }

// MayLackURL reports whether the user probably knows that the document has no URL: other files have URLs by entries, or
// the document is beside the directories of hosts. Relative links of such a document lead to files by location.
func (p *Place) MayLackURL() bool { return p.book.HasEntries() || p.IsBesideHosts() }

// IsInHost reports whether the document has its URL by a directory that is named like its host: see Options.Hosts.
func (p *Place) IsInHost() bool { return p.root != nil && p.root.given == "" && !p.root.plain }

// IsBesideHosts reports whether the document has no URL, and is in a directory of Options.Hosts.
func (p *Place) IsBesideHosts() bool {
	isIn := func(dir string) bool { return strings.HasPrefix(p.path, dir) }
	return p.url == "" && slices.ContainsFunc(p.tree.hosts, isIn)
}

// Mapped returns the rule of the document's entry, or "" if its URL comes from a root or is not
// known. saved reports whether the links of the document were made to lead to files: the entry was added by
// [Book.Add], or HTTrack made the directory of the root.
func (p *Place) Mapped() (from string, saved bool) {
	e := p.book.entries.of(p.tree.number, p.path)
	if e == nil || p.url != e.url {
		return "", p.root != nil && p.root.copied
	}
	s := p.book.entries.sources[e.from]
	return string(s.rule), s.saved
}

// HasBeside reports whether there is a directory called name beside the document whose name shows that a
// browser saved the files of the document in it.
func (p *Place) HasBeside(name string) bool {
	return savedfrom.IsFolderOf(name, path.Base(p.path)) && p.tree.at(path.Join(path.Dir(p.path), name)).kind == directory
}

// top is the location of the top directory of a tree.
const top = "file:///"
