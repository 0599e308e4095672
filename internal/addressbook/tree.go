package addressbook

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A tree is a directory with all files below it.
type tree struct {
	book   *Book
	number uint16 // its index in the trees of the book
	given  string // the directory as it was given
	dir    string // absolute
	real   string // dir without symbolic links
	root   *os.Root
	fsys   fs.FS            // the file system of a bundle, instead of root
	roots  map[string]*root // the roots in the tree, by prefix
	depth  int              // the maximum number of names in such a prefix
	hosts  []string         // the prefixes of the directories of Options.Hosts in the tree

	bundle *tree // the bundle that the tree is, or is in, or nil

	linkMu sync.Mutex // guards the links of all directories

	mu       sync.Mutex
	top      *dir
	open     []handle        // directories that were read last and stay open
	unlisted map[string]node // by path: the names in directories whose names cannot be read
}

// A handle is an open directory.
type handle struct {
	dir  *dir
	root *os.Root
}

// maxHandles is the number of directories that are kept open. The next directory to be read is
// often below one of them, and is opened from there, not from the top of the tree: opening all n
// levels of a tree from the top takes n*n/2 steps.
const maxHandles = 4

// treeAt returns a new tree for a directory.
func treeAt(given string) (t *tree, err error) {
	t = &tree{given: given, roots: make(map[string]*root)}
	if t.dir, err = filepath.Abs(given); err != nil {
		return nil, err
	}
	if t.real, err = filepath.EvalSymlinks(t.dir); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *tree) close() error {
	errs := make([]error, 0, len(t.open)+2)
	for _, h := range t.open {
		errs = append(errs, h.root.Close())
	}
	t.open = nil
	if t.root != nil {
		errs = append(errs, t.root.Close())
	}
	if c, ok := t.fsys.(io.Closer); ok && t.bundle == t {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// files returns the file system of the tree.
func (t *tree) files() fs.FS {
	if t.fsys != nil {
		return t.fsys
	}
	return t.root.FS()
}

// topDir returns the top directory.
func (t *tree) topDir() *dir {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.top == nil {
		t.top = t.read(nil, 0)
	}
	return t.top
}

// enter returns the directory with a number in d.
func (t *tree) enter(d *dir, i int32) *dir {
	sub := &d.subs[i]
	if got := sub.Load(); got != nil {
		return got
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if got := sub.Load(); got != nil {
		return got
	}
	got := t.read(d, i)
	sub.Store(got)
	return got
}

// read reads the directory with a number in parent. If its names cannot be read, the directory is
// unlisted.
func (t *tree) read(parent *dir, i int32) *dir {
	d := &dir{parent: parent, index: i}
	if parent != nil {
		d.depth = parent.depth + 1
	}
	entries, err := t.entries(d)
	d.unlisted = err != nil
	d.fill(entries)
	t.book.number(d)
	return d
}

// entries reads the names of a directory of the file system in pieces, since the entries of a directory of a million
// names take more memory than the names.
func (t *tree) entries(d *dir) (all []listed, err error) {
	if t.fsys != nil {
		some, err := fs.ReadDir(t.fsys, path.Clean(d.path()))
		if err != nil {
			return nil, err
		}
		for _, e := range some {
			all = append(all, listed{e.Name(), kindOf(e.Type())})
		}
		return all, nil
	}
	r, err := t.handle(d)
	if err != nil {
		return nil, err
	}
	f, err := r.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const piece = 1024
	for {
		some, err := f.ReadDir(piece)
		for _, e := range some {
			all = append(all, listed{e.Name(), kindOf(e.Type())})
		}
		if err == io.EOF || err == nil && len(some) == 0 {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// handle opens a directory, from its parent if that is open. It keeps the directory open.
func (t *tree) handle(d *dir) (*os.Root, error) {
	from, name := t.root, filepath.FromSlash(path.Clean(d.path()))
	if i := slices.IndexFunc(t.open, func(h handle) bool { return h.dir == d.parent && d.parent != nil }); i >= 0 {
		from, name = t.open[i].root, d.parent.name(d.index)
	}
	r, err := from.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if len(t.open) == maxHandles {
		t.open[0].root.Close()
		t.open = t.open[1:]
	}
	t.open = append(t.open[:len(t.open):len(t.open)], handle{d, r})
	return r, nil
}

// unlistedChild returns a node of a directory whose names cannot be read. It adds the name to
// the names of the directory.
func (t *tree) unlistedChild(d *dir, name string) node {
	path := d.path() + name
	info, err := t.stat(path)
	if err != nil {
		return node{}
	}
	k := kindOf(info.Mode())
	if k != file && k != directory {
		return node{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	n, ok := t.unlisted[path]
	if !ok {
		sub := &dir{parent: d.parent, index: d.index, depth: d.depth, unlisted: true}
		sub.fill([]listed{{name, k}})
		t.book.number(sub)
		if n = (node{k, sub, 0}); k == directory {
			n = node{k, t.read(sub, 0), -1}
		}
		if t.unlisted == nil {
			t.unlisted = make(map[string]node)
		}
		t.unlisted[path] = n
	}
	return n
}

func (t *tree) stat(name string) (fs.FileInfo, error) {
	if t.fsys != nil {
		return fs.Stat(t.fsys, name)
	}
	if filepath.Separator == '\\' && strings.Contains(name, `\`) {
		return nil, fs.ErrNotExist
	}
	info, err := t.root.Stat(filepath.FromSlash(name))
	if errors.Is(err, fs.ErrPermission) {
		return t.search(name)
	}
	return info, err
}

// search returns the info of a file below a directory that this process may search, but not read:
// [os.Root] does not open such a directory. It follows no symbolic links.
func (t *tree) search(name string) (info fs.FileInfo, err error) {
	at := t.dir
	for part := range strings.SplitSeq(name, "/") {
		at = filepath.Join(at, part)
		if info, err = os.Lstat(at); err != nil || info.Mode().Type() == fs.ModeSymlink {
			return info, err
		}
	}
	return info, nil
}

// name returns the path of a file in the file system, as the tree was given.
func (t *tree) name(path string) string { return filepath.Join(t.given, filepath.FromSlash(path)) }

// title returns the name of the tree for messages.
func (t *tree) title() string {
	if t.given == "." {
		return "the current directory"
	}
	return t.given
}
