package addressbook

import (
	"io/fs"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A dir is a directory whose names were read. The names of its subdirectories come first, then all
// other names; both are sorted. A name takes its own length and five bytes.
type dir struct {
	parent *dir
	index  int32 // the index of the name in the parent
	depth  int32
	base   ID     // the ID of its first name
	text   string // all names
	ends   []uint32
	kinds  []kind
	subs   []atomic.Pointer[dir] // the subdirectories; nil if not yet read

	unlisted bool // the list of names could not be read: each name is looked up by itself
	folded   []int32
	links    map[int32]lead // the targets of symbolic links
}

// A kind is the kind of file that a name has.
type kind uint8

const (
	nothing kind = iota
	file
	directory
	link  // a symbolic link
	other // a pipe, a device
)

// A node is a file or directory of a tree. The zero node stands for no file.
type node struct {
	kind kind
	dir  *dir // a directory itself, or the directory of a file
	i    int32
}

// An ID is the number of a file in its book: small, and constant while the book is in use. The
// numbers depend on the order in which directories are read.
type ID int32

// name returns the name with a number.
func (d *dir) name(i int32) string {
	start := uint32(0)
	if i > 0 {
		start = d.ends[i-1]
	}
	return d.text[start:d.ends[i]]
}

// find returns the number of a name, or -1.
func (d *dir) find(name string) int32 {
	dirs := len(d.subs)
	if i, ok := d.search(0, dirs, name); ok {
		return i
	}
	if i, ok := d.search(dirs, len(d.ends), name); ok {
		return i
	}
	return -1
}

// search returns the number of a name among the names from start to end.
func (d *dir) search(start, end int, name string) (int32, bool) {
	i, ok := sort.Find(end-start, func(i int) int { return strings.Compare(name, d.name(int32(start+i))) })
	return int32(start + i), ok
}

// path returns the path of the directory in its tree. It ends in "/" unless it is empty.
func (d *dir) path() string {
	names := make([]string, d.depth+1)
	for i := d.depth; d.parent != nil; d, i = d.parent, i-1 {
		names[i-1] = d.parent.name(d.index)
	}
	return strings.Join(names, "/")
}

// isIn reports whether d is other, or is below other.
func (d *dir) isIn(other *dir) bool {
	for d != nil && d.depth > other.depth {
		d = d.parent
	}
	return d == other
}

// A listed name was read from a directory.
type listed struct {
	name string
	kind kind
}

// fill sets the names of a directory.
func (d *dir) fill(entries []listed) {
	slices.SortFunc(entries, func(a, b listed) int {
		if (a.kind == directory) != (b.kind == directory) {
			if a.kind == directory {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	var text strings.Builder
	n, size, dirs := len(entries), 0, 0
	for _, e := range entries {
		size += len(e.name)
	}
	text.Grow(size)
	d.ends, d.kinds = make([]uint32, n), make([]kind, n)
	for i, e := range entries {
		text.WriteString(e.name)
		d.ends[i], d.kinds[i] = uint32(text.Len()), e.kind
		if e.kind == directory {
			dirs++
		}
	}
	d.text, d.subs = text.String(), make([]atomic.Pointer[dir], dirs)
}

// kindOf returns the kind of a file with these mode bits.
func kindOf(m fs.FileMode) kind {
	switch {
	case m.IsRegular():
		return file
	case m.IsDir():
		return directory
	case m&fs.ModeSymlink != 0:
		return link
	}
	return other
}

// foldAt returns the path of a file or directory whose path differs from names only in upper and lower
// case, or in its Unicode normal form. It returns "" if there is no such file.
func (t *tree) foldAt(names []string) (string, node) {
	n := node{directory, t.topDir(), -1}
	path := ""
	for i, name := range names {
		if n.kind != directory {
			return "", node{}
		}
		next, as := t.child(n.dir, name), name
		if next.kind == nothing {
			if as = t.foldFind(n.dir, name); as == "" {
				return "", node{}
			}
			next = t.child(n.dir, as)
		}
		if path += as; i < len(names)-1 {
			path += "/"
		}
		n = next
	}
	return path, n
}

// foldFind returns the first name of d that equals name without regard to case and normal form, or "".
func (t *tree) foldFind(d *dir, name string) string {
	t.mu.Lock()
	if d.folded == nil {
		d.folded = make([]int32, len(d.ends))
		for i := range d.folded {
			d.folded[i] = int32(i)
		}
		slices.SortStableFunc(d.folded, func(i, j int32) int { return compareFold(d.name(i), d.name(j)) })
	}
	t.mu.Unlock()
	if i, ok := sort.Find(len(d.folded), func(i int) int { return compareFold(name, d.name(d.folded[i])) }); ok {
		return d.name(d.folded[i])
	}
	return ""
}

// compareFold compares two strings without regard to case and Unicode normal form. Bytes that are not
// UTF-8 come last.
func compareFold(a, b string) int {
	a, b = norm.NFC.String(a), norm.NFC.String(b) // NFC allocates nothing for most names
	for a != "" && b != "" {
		c, n := nextFold(a)
		d, m := nextFold(b)
		if c != d {
			return int(c) - int(d)
		}
		a, b = a[n:], b[m:]
	}
	return len(a) - len(b)
}

// nextFold returns the first character of s without its case, and its length.
func nextFold(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 {
		return utf8.MaxRune + 1 + rune(s[0]), 1
	}
	return fold(r), n
}

// fold returns the least of the characters that differ from r in case only.
func fold(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case r < utf8.RuneSelf:
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}
