package addressbook

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/dirpath"
)

// Options are the options of a book.
type Options struct {
	// Roots are sites, each URL=DIR. The first "=" separates URL and DIR; a "=" in the URL must be
	// written %3D.
	Roots []string
	// Hosts are directories with a directory for each host, as wget -H writes them: each
	// DIR, or SCHEME=DIR for the scheme http or https.
	Hosts []string
	// Tops are directories that are trees, or parts of larger trees, even if none of their
	// files has a URL.
	Tops []string
	// Others are directories that are trees, too. They may contain the trees of the other options: a
	// file is in the innermost tree.
	Others []string
	// Bundle, if not nil, opens a file that is a tree, such as a zip archive. All directories above
	// may be such files, and directories in them: "site.zip/docs". A bundle is always a separate
	// tree. If it implements [io.Closer], the book closes it.
	Bundle func(path string) (fs.FS, error)
	// Writes says that the URLs of roots are written into files. Then a root that is probably wrong is an error.
	Writes bool
	// Locations makes the location of each file its URL. Use it for trees about which nothing else
	// is known.
	Locations bool

	// Index are the names of the files that have the URL of their directory. In each directory the
	// first existing file counts. If Index is nil, the name is index.html.
	Index []string
	// CleanURLs gives a file a.html the URL that ends in a.
	CleanURLs bool
	// Names are further rules that give files their URLs: see [NameRules].
	Names []string
	// Links, if not nil, reads the links of a page, which may show that its URL differs from the URL
	// that its name gives.
	Links LinkReader
}

// A Book has the URLs of the files of some trees. It is safe for concurrent use once all
// entries are added.
type Book struct {
	trees   []*tree
	tops    map[string]*tree // the trees by their real directories
	roots   []*root
	sites   map[string]*siteRoots // the roots of each site
	index   []string
	names   nameRules
	entries entries
	remarks []string
	crowded bool // a remark says that too many roots have one URL
	links   LinkReader
	shown   sync.Map // the results of lastShown: strings by filePath

	mu    sync.Mutex
	count ID // the number of IDs that were given to names of files
	cwd   string
}

// A TreeError is the error of opening a directory of Options.Tops or Options.Others.
type TreeError struct {
	Dir string
	Err error
}

func (e *TreeError) Error() string { return e.Dir + ": " + e.Err.Error() }

// Unwrap returns the error of the file system.
func (e *TreeError) Unwrap() error { return e.Err }

// New returns a book. An error names the invalid option and what to write instead, or is a
// [TreeError].
func New(o Options) (*Book, error) {
	b, err := empty(o)
	if err != nil {
		return nil, err
	}
	if err := b.build(o); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// empty returns a book without trees.
func empty(o Options) (*Book, error) {
	if o.Index == nil {
		o.Index = []string{"index.html"}
	}
	for _, i := range o.Index {
		if !isName(i) || strings.ContainsAny(i, `?\`) {
			return nil, fmt.Errorf("index %q: not the name of a file: write for example index.html", i)
		}
	}
	names, err := parseNameRules(o.Names)
	names.clean = o.CleanURLs
	return &Book{tops: make(map[string]*tree), index: o.Index, names: names, links: o.Links, sites: make(map[string]*siteRoots)}, err
}

// build opens the trees, and adds the roots.
func (b *Book) build(o Options) error {
	var dirs []*tree // the directories of all roots, hosts and tops, in this order
	bundles := bundles{open: o.Bundle}
	defer func() {
		for _, d := range append(dirs, bundles.all...) {
			if d.book == nil {
				d.close()
			}
		}
	}()
	open := func(dir string) error {
		t, err := bundles.tree(dir)
		if err == nil {
			dirs = append(dirs, t)
		}
		return err
	}
	openAll := func(names []string) error {
		for _, dir := range names {
			if err := open(dir); err != nil {
				return &TreeError{dir, err}
			}
		}
		return nil
	}
	var roots []*root
	for _, spec := range o.Roots {
		r, err := parse(spec)
		if err != nil {
			return err
		}
		if err := open(r.given); err != nil {
			return fmt.Errorf("root %q: %w", spec, unreadable(err))
		}
		roots = append(roots, r)
	}
	for _, spec := range o.Hosts {
		_, dir := ParseHosts(spec)
		if err := open(dir); err != nil {
			return fmt.Errorf("root-hosts %q: %w", spec, unreadable(err))
		}
	}
	if err := openAll(o.Tops); err != nil {
		return err
	}
	if err := sameURL(roots, dirs); err != nil {
		return err
	}
	for _, t := range bundles.all { // before the directories that contain them, so that locate finds the bundles first
		b.addTree(t)
	}
	b.join(dirs)
	for i, r := range roots {
		b.locateRoot(r, dirs[i])
		b.addIn(r)
	}
	for i, r := range roots {
		if err := r.checkHost(dirs[i], dirs[len(roots)+len(o.Hosts):]); err != nil {
			return err
		}
		switch odd, given, sure := r.checkPlace(); {
		case odd != "" && sure && o.Writes:
			return errors.New(odd)
		case odd != "" && (given || o.Writes):
			b.remark("--%s", odd)
		}
	}
	for i, spec := range o.Hosts {
		if err := b.addHosts(spec, dirs[len(roots)+i], dirs[len(roots)+len(o.Hosts):]); err != nil {
			return err
		}
	}
	b.checkClean(o)
	inner := len(dirs)
	if err := openAll(o.Others); err != nil {
		return err
	}
	// These trees come last, so that locate finds inner trees first.
	b.join(slices.DeleteFunc(slices.Clone(dirs[inner:]), b.has))
	if o.Locations {
		for _, t := range b.trees {
			r := rootOf(top, "")
			r.tree, r.plain = t, true
			b.addIn(r)
		}
	}
	return nil
}

// checkClean adds a remark if the rule of clean URLs, which few sites follow, holds for several sites.
func (b *Book) checkClean(o Options) {
	sites := make(map[string]bool)
	for _, r := range b.roots {
		sites[r.first.site] = true
	}
	if o.CleanURLs && o.Writes && len(sites) > 1 {
		b.remark("--clean-urls holds for all %d sites: if some have URLs that end in .html, give it in a run over each of the others alone", len(sites))
	}
}

// sameURL returns an error if two roots have one URL and different directories: where links lead would depend on
// their order.
func sameURL(roots []*root, dirs []*tree) error {
	type place struct{ site, path string }
	at := make(map[place]int)
	for i, r := range roots {
		switch first, again := at[place{r.site, r.path}]; {
		case !again:
			at[place{r.site, r.path}] = i
		case dirs[first].real != dirs[i].real:
			return fmt.Errorf("root %s: is the URL of %s and of %s: give each directory a URL of its own", r.url, roots[first].given, r.given)
		}
	}
	return nil
}

// join makes the outermost of the directories the trees of the book.
func (b *Book) join(dirs []*tree) {
	dirs = slices.DeleteFunc(slices.Clone(dirs), (*tree).inBundle)
	first := make(map[string]*tree, len(dirs))
	for _, d := range dirs {
		if first[d.real] == nil {
			first[d.real] = d
		}
	}
	for _, d := range dirs {
		if parent := filepath.Dir(d.real); first[d.real] == d && (parent == d.real || nearest(first, parent) == nil) {
			b.addTree(d)
		}
	}
}

func (b *Book) addTree(t *tree) {
	t.book, t.number, b.tops[t.real] = b, uint16(len(b.trees)), t
	b.trees = append(b.trees, t)
}

// nearest returns the tree at dir, or else at the innermost directory around dir that has a tree, or nil.
func nearest(trees map[string]*tree, dir string) *tree {
	for {
		if t := trees[dir]; t != nil {
			return t
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil
		}
		dir = parent
	}
}

// has reports whether a directory is a tree of the book, or is below one.
func (b *Book) has(d *tree) bool {
	return slices.ContainsFunc(b.trees, func(t *tree) bool { return d.real == t.real || isBelow(d.real, t.real) })
}

// isBelow reports whether a directory is in another directory.
func isBelow(dir, outer string) bool {
	rel, ok := dirpath.Rel(outer, dir)
	return ok && rel != "."
}

// locateRoot sets the tree and the prefix of a root whose files are in a directory.
func (b *Book) locateRoot(r *root, dir *tree) {
	r.tree = nearest(b.tops, dir.real)
	if rel, ok := dirpath.Rel(r.tree.real, dir.real); ok && rel != "." {
		r.prefix = filepath.ToSlash(rel) + "/"
	}
}

// addIn adds a root that has its tree and prefix. If another root has the same directory, the new
// root is its alias. A plain root has its URLs only for documents in it, since they are the same in all trees.
func (b *Book) addIn(r *root) {
	if before := r.tree.roots[r.prefix]; before != nil {
		r.first = before
	} else {
		r.tree.roots[r.prefix] = r
		r.tree.depth = max(r.tree.depth, strings.Count(r.prefix, "/"))
	}
	r.first.all = append(r.first.all, r)
	if r.plain {
		return
	}
	b.roots = append(b.roots, r)
	if b.sites[r.site] == nil {
		b.sites[r.site] = &siteRoots{byPath: make(map[string]*root)}
	}
	if b.sites[r.site].add(r) && !b.crowded {
		b.crowded = true
		b.remark("%s: more than %d directories have files with URLs below it: no links lead to files of the others", r.url, maxSame)
	}
}

// Close closes the directories.
func (b *Book) Close() error {
	var errs []error
	for _, t := range b.trees {
		errs = append(errs, t.close())
	}
	return errors.Join(errs...)
}

// Remarks returns sentences for users about probable mistakes in the options and maps.
func (b *Book) Remarks() []string { return b.remarks }

func (b *Book) remark(format string, args ...any) {
	b.remarks = append(b.remarks, fmt.Sprintf(format, args...))
}

// number gives the names of a directory their IDs.
func (b *Book) number(d *dir) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d.base = b.count
	b.count += ID(len(d.ends))
}

// of returns the root of a URL and the part of the URL after the root's URL, or nil if the URL is
// in no root. A URL in an alias does not count if the corresponding URL in the first root belongs
// to another root. near is the root of the document, or nil: a location belongs to it if it is plain.
func (b *Book) of(url string, near *root) (*root, string) {
	if near != nil && near.plain && strings.HasPrefix(url, near.url) {
		return near, url[len(near.url):]
	}
	r, rest := b.longest(url)
	if r == nil || r.first == r {
		return r, rest
	}
	if again, _ := b.longest(r.first.url + rest); again != r.first {
		return nil, ""
	}
	return r, rest
}

// in returns the root that has the URL of r and the directory of first, or nil. r may be nil.
func (r *root) in(first *root) *root {
	for r != nil && r.first != first {
		r = r.next
	}
	return r
}

// longest returns the root with the longest URL that url begins with.
func (b *Book) longest(url string) (in *root, rest string) {
	site, p, ok := split(url)
	if !ok {
		return nil, ""
	}
	if all := b.sites[site]; all != nil {
		return all.longest(p)
	}
	return nil, ""
}

// unreadable returns the error for a directory that cannot be opened, with advice.
func unreadable(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no such directory: check the name")
	}
	return fmt.Errorf("%w: give a directory that can be read", err)
}
