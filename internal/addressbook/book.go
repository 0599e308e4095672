package addressbook

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/iri"
)

// A Book is a set of roots. It is safe for concurrent use.
type Book struct {
	roots []*root
	index []string
	twins []twin

	mu    sync.Mutex
	known map[name]kind
}

// A name is a path in the tree of a root.
type name struct {
	root *root
	path string
}

// A kind is the kind of file that a name has.
type kind uint8

const (
	nothing kind = iota
	file
	directory
)

// maxKnown is the number of names whose kind is remembered.
const maxKnown = 1 << 16

// New returns the set of the given roots, each URL=DIR. index are the names of files that
// represent their directories; in each directory the first that exists counts. If index is
// nil it is index.html. An error names the invalid spec or name and what to write instead.
func New(specs, index []string) (*Book, error) {
	if index == nil {
		index = []string{"index.html"}
	}
	for _, i := range index {
		if !isName(i) || strings.Contains(i, "?") {
			return nil, fmt.Errorf("index %q: not the name of a file: write for example index.html", i)
		}
	}
	b := &Book{index: index, known: make(map[name]kind)}
	for _, spec := range specs {
		r, err := parse(spec)
		if err != nil {
			return nil, errors.Join(err, b.Close())
		}
		b.add(r)
	}
	return b, nil
}

// add adds a root. If another root has the same directory, the new one is its alias.
func (b *Book) add(r *root) {
	for _, before := range b.roots {
		if before.real == r.real {
			r.first = before.first
			break
		}
	}
	b.roots = append(b.roots, r)
	b.twins = append(b.twins, twinsOf(r)...)
}

// NewFS returns the set of one root whose directory is the given file system. [Book.PlaceIn]
// returns its places.
func NewFS(url string, files fs.FS, index []string) (*Book, error) {
	b, err := New(nil, index)
	if err == nil {
		stat := func(path string) (fs.FileInfo, error) { return fs.Stat(files, path) }
		uri, ok := iri.ToURI(url)
		if !ok {
			return nil, fmt.Errorf("root %q: not UTF-8, or its host cannot be the name of a host: give the URL in ASCII", url)
		}
		b.roots = []*root{rootOf(uri, "", stat, func() error { return nil })}
	}
	return b, err
}

// PlaceIn returns the place of the file at a slash-separated path in the directory of the
// first root.
func (b *Book) PlaceIn(path string) *Place { return b.place(b.roots[0], path) }

// Close closes the directories.
func (b *Book) Close() error {
	var errs []error
	for _, r := range b.roots {
		errs = append(errs, r.close())
	}
	return errors.Join(errs...)
}

// kindOf returns the kind of a name in the tree of r.
func (b *Book) kindOf(r *root, path string) kind {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := name{r, path}
	k, ok := b.known[n]
	if ok {
		return k
	}
	if info, err := r.stat(path); err == nil {
		switch {
		case info.Mode().IsRegular():
			k = file
		case info.IsDir():
			k = directory
		}
	}
	if len(b.known) >= maxKnown {
		clear(b.known)
	}
	b.known[n] = k
	return k
}

func (b *Book) isFile(r *root, path string) bool { return b.kindOf(r, path) == file }

// of returns the root of a URL and the part of the URL after the root's URL, or nil.
func (b *Book) of(url string) (in *root, rest string) {
	site, p, ok := split(url)
	if !ok {
		return nil, ""
	}
	for _, r := range b.roots {
		if r.site != site || in != nil && len(r.path) <= len(in.path) {
			continue
		}
		if after, ok := r.cut(p); ok {
			in, rest = r, after
		}
	}
	return in, rest
}

// A Place is the file of a document in one of the trees. It implements the engine's Tree.
type Place struct {
	book     *Book
	root     *root
	url      string
	location string
}

// Place returns the place of the file at a path of the file system, or nil if no directory
// contains it.
func (b *Book) Place(path string) (*Place, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	p := b.placeOf(abs, func(r *root) string { return r.dir })
	if real, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil && p == nil {
		p = b.placeOf(filepath.Join(real, filepath.Base(abs)), func(r *root) string { return r.real })
	}
	return p, nil
}

// placeOf returns the place of the file at an absolute path. dir returns the directory of a
// root.
func (b *Book) placeOf(abs string, dir func(*root) string) *Place {
	var in *root
	var within string
	for _, r := range b.roots {
		rel, err := filepath.Rel(dir(r), abs)
		if err == nil && filepath.IsLocal(rel) && rel != "." && (in == nil || len(dir(r)) > len(dir(in))) {
			in, within = r, rel
		}
	}
	if in == nil {
		return nil
	}
	return b.place(in, filepath.ToSlash(within))
}

// place returns the place of a file in a root.
func (b *Book) place(r *root, file string) *Place {
	r = r.first
	return &Place{book: b, root: r, url: r.url + b.encode(file), location: locate(file)}
}

// encode returns the part of a file's URL after the URL of its root.
func (b *Book) encode(file string) string {
	dir, name := path.Split(file)
	segments := strings.Split(dir, "/")
	for i := range segments {
		segments[i] = encodeName(segments[i])
	}
	dir = strings.Join(segments, "/")
	name, query, asked := strings.Cut(name, "?")
	for _, index := range b.index {
		if name == index {
			name = ""
		}
	}
	if name = encodeName(name); asked {
		name += "?" + encodeQuery(query)
	}
	return dir + name
}
