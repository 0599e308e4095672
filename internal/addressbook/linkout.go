package addressbook

import (
	"path"
	"path/filepath"
	"strings"
)

// LinkOut returns the path of the symbolic link for which a missing target is no file of its tree,
// though it may exist: the link leads out of the tree. LinkOut reads nothing outside of the tree.
func (b *Book) LinkOut(t Target) (link string, ok bool) {
	in := b.trees[t.Tree]
	d, rest := in.topDir(), t.Path
	for rest != "" {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		link = path.Join(link, name)
		switch n := in.child(d, name); n.kind {
		case directory:
			d = n.dir
		case nothing:
			return link, in.leaves(d, name, maxLinksOut)
		default:
			return "", false
		}
	}
	return "", false
}

// maxLinksOut is the number of links that LinkOut follows.
const maxLinksOut = 40

// leaves reports whether a name in a directory is a symbolic link that leads out of the tree,
// directly or through at most most links.
func (t *tree) leaves(d *dir, name string, most int) bool {
	i := d.find(name)
	if i < 0 || d.kinds[i] != link || most == 0 {
		return false
	}
	text, err := t.readlink(d.path() + name)
	if err != nil {
		return false
	}
	if path.IsAbs(text) || filepath.IsAbs(text) {
		return true
	}
	for name := range strings.SplitSeq(filepath.ToSlash(text), "/") {
		switch name {
		case "", ".":
			continue
		case "..":
			if d = d.parent; d == nil {
				return true
			}
			continue
		}
		n := t.child(d, name)
		if n.kind != directory {
			return n.kind == nothing && t.leaves(d, name, most-1)
		}
		d = n.dir
	}
	return false
}
