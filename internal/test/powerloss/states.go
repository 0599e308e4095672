package powerloss

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A State is what a name may lead to after a power failure.
type State struct {
	Exists  bool
	Content string      // the content of a file
	Mode    fs.FileMode // permissions
}

// Paths returns the paths of all files that may be on the disk, sorted.
func (d *Disk) Paths() []string {
	all := make(map[string]bool)
	d.root.paths("", all)
	var list []string
	for name := range all {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func (n *inode) paths(at string, all map[string]bool) {
	if !n.isDir {
		all[at] = true
		return
	}
	for name := range n.everyName() {
		for _, to := range n.candidates(name) {
			if to != nil {
				to.paths(path.Join(at, name), all)
			}
		}
	}
}

// everyName returns the names that may be in a directory.
func (n *inode) everyName() map[string]bool {
	all := make(map[string]bool)
	for name := range n.stableNames {
		all[name] = true
	}
	for _, c := range n.changes {
		for name := range c {
			all[name] = true
		}
	}
	return all
}

// candidates returns the inodes that a name may lead to. nil means that the name is
// missing.
func (n *inode) candidates(name string) []*inode {
	all := []*inode{n.stableNames[name]}
	for _, c := range n.changes {
		if to, ok := c[name]; ok && !slices.Contains(all, to) {
			all = append(all, to)
		}
	}
	return all
}

// States returns the combinations of states that files of one directory may have at the
// same time. Each combination has one state per name.
func (d *Disk) States(dir string, names ...string) ([][]State, error) {
	none := make([]State, len(names))
	var all [][]State
	at := []*inode{d.root}
	for _, one := range strings.Split(path.Clean(dir), "/") {
		if one == "." {
			continue
		}
		var next []*inode
		for _, n := range at {
			for _, to := range n.candidates(one) {
				if to == nil {
					all = add(all, none)
				} else {
					next = append(next, to)
				}
			}
		}
		at = next
	}
	for _, n := range at {
		var err error
		if all, err = n.states(all, names); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	}
	return all, nil
}

// most is the greatest number of pending changes for which all combinations are tried.
const most = 12

// states appends the states that names in a directory may have.
func (n *inode) states(all [][]State, names []string) ([][]State, error) {
	var changes []change // changes of the names
	for _, c := range n.changes {
		for _, name := range names {
			if _, ok := c[name]; ok {
				changes = append(changes, c)
				break
			}
		}
	}
	if len(changes) > most {
		return nil, fmt.Errorf("too many changes of %v to try", names)
	}
	for set := range 1 << len(changes) {
		to := make([]*inode, len(names))
		for i, name := range names {
			to[i] = n.stableNames[name]
			for k, c := range changes {
				if one, ok := c[name]; ok && set>>k&1 == 1 {
					to[i] = one
				}
			}
		}
		var err error
		if all, err = combine(all, nil, to); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// combine appends all combinations of the states of some inodes.
func combine(all [][]State, head []State, rest []*inode) ([][]State, error) {
	if len(rest) == 0 {
		return add(all, head), nil
	}
	own, err := rest[0].own()
	if err != nil {
		return nil, err
	}
	for _, s := range own {
		if all, err = combine(all, append(slices.Clone(head), s), rest[1:]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// add appends a combination, unless it is already there.
func add(all [][]State, one []State) [][]State {
	for _, other := range all {
		if slices.Equal(other, one) {
			return all
		}
	}
	return append(all, one)
}

// own returns the states of an inode. The inode is nil for a missing name.
func (n *inode) own() ([]State, error) {
	if n == nil {
		return []State{{}}, nil
	}
	contents, err := n.contents()
	if err != nil {
		return nil, err
	}
	var all []State
	for _, content := range contents {
		for _, mode := range n.modes {
			if s := (State{true, content, mode}); !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// contents returns the contents that a file may have.
func (n *inode) contents() (all []string, err error) {
	if len(n.pending) > most {
		return nil, fmt.Errorf("too many writes to try")
	}
	for set := range 1 << len(n.pending) {
		content, last := n.stable, -1
		for i, w := range n.pending {
			if set>>i&1 == 1 {
				content, last = w.apply(content), i
			}
		}
		all = append(all, string(content))
		if last >= 0 && len(n.pending[last].data) > 1 { // only half of the last write may be there
			w := n.pending[last]
			all = append(all, string(content[:w.at+len(w.data)/2]))
		}
	}
	return all, nil
}
