package bundle

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A Tree is the file system of a bundle. It is safe for concurrent use.
type Tree struct {
	file    *File
	members []member // sorted by path
	odd     []string // see Odd

	once  sync.Once
	texts *texts // the texts of the pages, or nil
}

// A member is a member of a bundle that has a path.
type member struct {
	path  string
	size  int64
	mode  fs.FileMode
	link  string
	twice bool // several files have the path
}

// List reads the names of the members of a bundle, and returns its tree. Closing the tree closes f.
func List(f *File) (*Tree, error) {
	r := f.reader()
	entries, err := f.Format.List(r, format.Options{Limits: f.Limits})
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	t := &Tree{file: f, members: make([]member, 0, len(entries))}
	for i := range entries {
		t.add(&entries[i])
	}
	t.settle()
	return t, nil
}

// Close closes the bundle.
func (t *Tree) Close() error { return errors.Join(t.texts.close(), t.file.Close()) }

// add adds a member of the list.
func (t *Tree) add(e *format.Entry) {
	p, ok := pathOf(e.Name)
	switch {
	case ok && p != ".":
		t.members = append(t.members, member{path: p, size: e.Size, mode: e.Mode, link: e.Link})
	case !e.Mode.IsDir():
		t.odd = append(t.odd, e.Name)
	}
}

// settle sorts the members by path. Of several members with one path it keeps the last, like most
// programs that extract bundles.
func (t *Tree) settle() {
	slices.SortStableFunc(t.members, func(x, y member) int { return strings.Compare(x.path, y.path) })
	kept := t.members[:0]
	for _, m := range t.members {
		last := len(kept) - 1
		if last < 0 || kept[last].path != m.path {
			kept = append(kept, m)
			continue
		}
		m.twice = kept[last].twice
		if !m.mode.IsDir() || !kept[last].mode.IsDir() {
			t.odd = append(t.odd, m.path)
			m.twice = true
		}
		kept[last] = m
	}
	clear(t.members[len(kept):])
	t.members = kept
	for i := range kept {
		if m := &kept[i]; !m.mode.IsDir() && t.isInFile(m.path) {
			t.odd = append(t.odd, m.path)
		}
	}
}

// find returns the member with a path, or nil.
func (t *Tree) find(p string) *member {
	if i := t.search(p); i < len(t.members) && t.members[i].path == p {
		return &t.members[i]
	}
	return nil
}

// search returns the number of the first member whose path is not before p.
func (t *Tree) search(p string) int {
	return sort.Search(len(t.members), func(i int) bool { return t.members[i].path >= p })
}

// isInFile reports whether a directory in a path is a file, or a symbolic link.
func (t *Tree) isInFile(p string) bool {
	for p = path.Dir(p); p != "."; p = path.Dir(p) {
		if m := t.find(p); m != nil && !m.mode.IsDir() {
			return true
		}
	}
	return false
}

// Path returns the path of a member by its name. ok is false if the member has no path, or shares it
// with other files.
func (t *Tree) Path(name string) (p string, ok bool) {
	if p, ok = pathOf(name); !ok {
		return p, false
	}
	m := t.find(p)
	return p, m != nil && !m.twice && !t.isInFile(p)
}

// Odd returns the names of files that have no path, or share it with other files.
func (t *Tree) Odd() []string { return t.odd }

// Has reports whether the bundle has a file with a path.
func (t *Tree) Has(p string) bool {
	m := t.find(p)
	return m != nil && m.mode.IsRegular()
}
