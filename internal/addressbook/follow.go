package addressbook

import (
	"io/fs"
	"path/filepath"
	"strings"
)

// A lead is where a path, or the text of a symbolic link, leads to.
type lead struct {
	node
	links int  // the symbolic links that are followed on the way
	out   bool // the node is nothing, because a symbolic link leads out of the tree
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
			return lead{out: true}
		case name == "" || name == ".":
		case name != "..":
			if at = filepath.Join(at, name); at == t.dir || at == t.real {
				to := t.from(t.topDir(), names[i+1:])
				to.out = to.kind == nothing
				return to
			}
		case isBelow(t.dir, at) || isBelow(t.real, at):
			at = filepath.Dir(at)
		default:
			return lead{out: true} // ".." after a name outside of the tree: if the name is a link, ".." leads elsewhere
		}
	}
	return lead{out: true}
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
				return lead{links: to.links, out: to.out}
			}
			return to
		}
		d = to.dir
	}
	return lead{node: node{directory, d, -1}, links: to.links}
}

// walk returns where a path leads to. rest is the part of the path after a name that leads to no directory.
func (t *tree) walk(path string) (to lead, rest string) {
	to, rest = lead{node: node{directory, t.topDir(), -1}}, path
	for rest != "" && to.kind == directory {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		to = t.step(to.dir, name, false)
	}
	return to, rest
}

// at returns the node at a path.
func (t *tree) at(path string) node {
	if to, rest := t.walk(path); rest == "" {
		return to.node
	}
	return node{}
}

// LinkOut returns the path of a symbolic link that leads out of the tree, if the path of the missing
// target t goes through it: the target may exist there. LinkOut reads nothing outside of the tree.
func (b *Book) LinkOut(t Target) (link string, ok bool) {
	to, rest := b.trees[t.Tree].walk(t.Path)
	return strings.TrimSuffix(strings.TrimSuffix(t.Path, rest), "/"), to.out
}
