package addressbook

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hrefix/hrefix/internal/urltext"
)

// A bundle is a file that is a tree, such as a zip archive: the files in it have paths, like files in
// a directory. Its tree is separate from the tree of the directory that the bundle is in.

// bundles opens the bundles of a book, each once.
type bundles struct {
	open func(path string) (fs.FS, error) // Options.Bundle, which may be nil
	all  []*tree                          // the open bundles
}

// errNoTree is the error of a file that is neither a directory nor a bundle.
var errNoTree = errors.New("neither a directory nor an archive that can be read as one")

// tree returns the tree at a path: a directory, a bundle, or a directory in a bundle.
func (o *bundles) tree(given string) (*tree, error) {
	file, ok := outerFile(given)
	if !ok || o.open == nil {
		t, err := treeAt(given)
		if err == nil {
			t.root, err = os.OpenRoot(t.dir)
		}
		return t, err
	}
	t, err := o.bundle(file)
	if err != nil {
		return nil, err
	}
	within, err := filepath.Rel(file, filepath.Clean(given))
	if err != nil || within == "." {
		return t, err
	}
	info, err := fs.Stat(t.fsys, filepath.ToSlash(within))
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, errNoTree
	}
	return &tree{given: given, dir: filepath.Join(t.dir, within), real: filepath.Join(t.real, within), roots: make(map[string]*root), bundle: t}, nil
}

// outerFile returns the first path that exists among path and the directories above it. ok reports
// whether it is a regular file, which may be a bundle.
func outerFile(path string) (file string, ok bool) {
	for path = filepath.Clean(path); ; path = filepath.Dir(path) {
		switch info, err := os.Stat(path); {
		case err == nil:
			return path, info.Mode().IsRegular()
		case path == filepath.Dir(path):
			return "", false
		}
	}
}

// bundle returns the tree of a bundle. It opens the bundle unless it is open already.
func (o *bundles) bundle(file string) (*tree, error) {
	t, err := treeAt(file)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(o.all, func(other *tree) bool { return other.real == t.real }); i >= 0 {
		return o.all[i], nil
	}
	switch t.fsys, err = o.open(file); {
	case err != nil:
		return nil, err
	case t.fsys == nil:
		return nil, errNoTree
	}
	t.bundle = t
	o.all = append(o.all, t)
	return t, nil
}

// inBundle reports whether a tree is a bundle, or a directory in a bundle.
func (t *tree) inBundle() bool { return t.bundle != nil }

// A Bundle is a bundle of a book.
type Bundle struct {
	book *Book
	tree *tree
}

// Bundle returns the bundle at a path of the file system, or nil if the book has no bundle there.
func (b *Book) Bundle(path string) *Bundle {
	abs, err := b.absolute(path)
	if err != nil {
		return nil
	}
	real, err := filepath.EvalSymlinks(abs)
	for _, t := range b.trees {
		if t.bundle == t && (t.dir == abs || err == nil && t.real == real) {
			return &Bundle{b, t}
		}
	}
	return nil
}

// NewBundle returns a bundle with the given files, in a new book that has no other trees. url is the URL of its top
// directory, or "".
func NewBundle(url string, files fs.FS, o Options) (*Bundle, error) {
	b, err := empty(o)
	if err != nil {
		return nil, err
	}
	t := &tree{book: b, fsys: files, roots: make(map[string]*root)}
	t.bundle, b.trees = t, []*tree{t}
	if url == "" {
		return &Bundle{b, t}, nil
	}
	uri, ok := urltext.ToURI(url)
	if !ok {
		return nil, fmt.Errorf("root %q: not UTF-8, or its host cannot be the name of a host: give the URL in ASCII", url)
	}
	r := rootOf(uri, "")
	r.tree = t
	b.addIn(r)
	return &Bundle{b, t}, nil
}

// Place returns the place of a file by its path in the bundle.
func (in *Bundle) Place(path string) *Place { return in.book.place(in.tree, path) }

// FS returns the file system that Options.Bundle has returned.
func (in *Bundle) FS() fs.FS { return in.tree.fsys }

// FS returns the file system of the bundle that a target is in, or nil.
func (b *Book) FS(at Target) fs.FS { return b.trees[at.Tree].fsys }

// HasURLs reports whether the book knows a URL of any file in the bundle.
func (in *Bundle) HasURLs() bool {
	n := in.tree.number
	return len(in.tree.roots) > 0 || slices.ContainsFunc(in.book.entries.all, func(e entry) bool { return e.tree == n })
}
