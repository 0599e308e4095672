package addressbook

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// A lead is the target of a symbolic link.
type lead struct {
	node
	links int // the symbolic links that are followed on the way, including the first link
}

// maxLinks is the number of links on a path that Linux follows.
const maxLinks = 40

// child returns the node with a name in d. It follows symbolic links that stay in the tree.
func (t *tree) child(d *dir, name string) node { return t.step(d, name, false).node }

// step does what child does. following reports whether the caller holds t.linkMu.
func (t *tree) step(d *dir, name string, following bool) lead {
	if d.unlisted {
		return lead{node: t.unlistedChild(d, name)}
	}
	i := d.find(name)
	if i < 0 {
		return lead{}
	}
	switch d.kinds[i] {
	case file:
		return lead{node: node{file, d, i}}
	case directory:
		return lead{node: node{directory, t.enter(d, i), -1}}
	case link:
		if !following {
			t.linkMu.Lock()
			defer t.linkMu.Unlock()
		}
		return t.follow(d, i)
	}
	return lead{}
}

// follow returns the node that a symbolic link leads to. Links that lead to themselves, or through
// too many other links, lead to nothing.
func (t *tree) follow(d *dir, i int32) lead {
	if to, known := d.links[i]; known {
		return to
	}
	if d.links == nil {
		d.links = make(map[int32]lead)
	}
	d.links[i] = lead{} // the link leads to nothing until its target is known
	target, err := t.readlink(d.path() + d.name(i))
	if err != nil || target == "" {
		return lead{}
	}
	var to lead
	if volume := filepath.VolumeName(target); filepath.IsAbs(target) {
		to = t.around(volume+string(filepath.Separator), splitNames(target[len(volume):]))
	} else {
		to = t.from(d, splitNames(target))
	}
	if to.links++; to.links > maxLinks {
		to = lead{links: maxLinks}
	}
	d.links[i] = to
	return to
}

// splitNames splits the path of a symbolic link.
func splitNames(name string) []string { return strings.Split(filepath.ToSlash(name), "/") }

// around returns the node that names lead to from a directory out of the tree. It reads nothing
// outside of the tree: the names have to lead back into the tree through the directories above it.
func (t *tree) around(at string, names []string) lead {
	for i, name := range names {
		switch {
		case t.fsys != nil:
			return lead{}
		case name == "" || name == ".":
		case name != "..":
			if at = filepath.Join(at, name); at == t.dir || at == t.real {
				return t.from(t.topDir(), names[i+1:])
			}
		case isBelow(t.dir, at) || isBelow(t.real, at):
			at = filepath.Dir(at)
		default:
			return lead{} // ".." after a name outside of the tree: if the name is a link, ".." leads elsewhere
		}
	}
	return lead{}
}

func (t *tree) readlink(name string) (string, error) {
	if t.fsys != nil {
		return fs.ReadLink(t.fsys, name)
	}
	return t.root.Readlink(filepath.FromSlash(name))
}

// from returns the node that the path of a symbolic link in d names.
func (t *tree) from(d *dir, names []string) (to lead) {
	for i, name := range names {
		switch name {
		case "", ".":
			continue
		case "..":
			if d = d.parent; d == nil {
				return t.around(filepath.Dir(t.real), names[i+1:])
			}
			continue
		}
		next := t.step(d, name, true)
		next.links += to.links
		if to = next; to.kind != directory {
			if i < len(names)-1 {
				return lead{links: to.links}
			}
			return to
		}
		d = to.dir
	}
	return lead{node{directory, d, -1}, to.links}
}

// LinkOut returns the path of a symbolic link that leads out of the tree, if the path of the missing
// target t goes through it: the target may exist there. LinkOut reads nothing outside of the tree.
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
			return link, in.leaves(d, name, maxLinks)
		default:
			return "", false
		}
	}
	return "", false
}

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
