package atomicfile

import (
	"os"
	"strings"
)

// Folders opens the directories below a root. Each directory is opened by its name in its parent,
// and the parents of the last directory stay open, so that a walk through a tree opens each
// directory once, however deep it is.
//
// On a long path only some directories stay open: the last few, and the farther up, the fewer
// (see keeps). A walk back up a tree of 10,000 levels opens each directory four times at most.
type Folders struct {
	Root  *os.Root
	Later map[string]bool // paths of directories that [GiveAttributes] syncs later
	name  string          // the name of the last directory
	last  *Folder
	path  []step // the steps to the last directory
}

// A step leads from a directory to a subdirectory.
type step struct {
	name   string
	end    int     // the length of the subdirectory's path
	folder *Folder // nil if the subdirectory does not stay open
}

// Open returns the directory with a slash-separated path below the root; "." is the root. The
// caller has to release it.
func (f *Folders) Open(name string) (*Folder, error) {
	if f.last != nil && f.name == name {
		return f.last.Hold(), nil
	}
	last, err := f.open(name)
	if err != nil {
		return nil, err
	}
	f.last.Release()
	f.name, f.last = name, last
	return f.last.Hold(), nil
}

// Close releases all directories. It does not close the root.
func (f *Folders) Close() {
	f.cut(0)
	f.last.Release()
	f.last = nil
}

// open opens a directory. The caller has to release it.
func (f *Folders) open(name string) (*Folder, error) {
	if name == "." {
		f.cut(0)
		return f.in(f.Root, ".", ".")
	}
	same, rest := f.common(name)
	f.cut(same)
	for rest != "" {
		var next string
		next, rest, _ = strings.Cut(rest, "/")
		end := len(name)
		if rest != "" {
			end -= len("/") + len(rest)
		}
		f.path = append(f.path, step{name: next, end: end})
	}
	if err := f.reach(name); err != nil {
		return nil, err
	}
	return f.path[len(f.path)-1].folder.Hold(), nil
}

// common returns the number of steps that the last path shares with name, and the rest of name.
func (f *Folders) common(name string) (steps int, rest string) {
	for ; steps < len(f.path); steps++ {
		after, ok := strings.CutPrefix(name, f.path[steps].name)
		if !ok || after != "" && after[0] != '/' {
			break
		}
		name = strings.TrimPrefix(after, "/")
	}
	return steps, name
}

// cut releases the directories after the first steps steps.
func (f *Folders) cut(steps int) {
	for i := range f.path[steps:] {
		f.path[steps+i].folder.Release()
	}
	clear(f.path[steps:])
	f.path = f.path[:steps]
}

// reach opens the last directory of the path, which is called name, starting at the last open
// parent.
func (f *Folders) reach(name string) error {
	at := len(f.path)
	for at > 0 && f.path[at-1].folder == nil {
		at--
	}
	for ; at < len(f.path); at++ {
		in, whole := f.Root, name[:f.path[at].end]
		if at > 0 {
			in = f.path[at-1].folder.Root
		}
		next, err := f.in(in, f.path[at].name, whole)
		if err != nil && at > 0 {
			// A symbolic link may lead elsewhere below the root.
			if linked, err2 := f.in(f.Root, whole, whole); err2 == nil {
				next, err = linked, nil
			}
		}
		if err != nil {
			f.cut(at)
			return err
		}
		f.path[at].folder = next
		f.thin(at + 1)
	}
	return nil
}

// in opens a directory in the directory root. whole is its path below f.Root.
func (f *Folders) in(root *os.Root, name, whole string) (*Folder, error) {
	var opened *os.Root
	err := uninterrupted(func() (err error) {
		opened, err = root.OpenRoot(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	folder := NewFolder(opened)
	folder.later = f.Later[whole]
	return folder, nil
}

// window is the number of directories of each kind that stay open: see keeps.
const window = 16

// thin closes directories on a path of steps open steps, once for each window.
func (f *Folders) thin(steps int) {
	if steps%window != 0 {
		return
	}
	for i := range f.path[:steps] {
		if f.path[i].folder != nil && !keeps(i+1, steps) {
			f.path[i].folder.Release()
			f.path[i].folder = nil
		}
	}
}

// keeps reports whether the directory after step at stays open on a path of steps steps. The last
// window directories stay open. Farther up, every 16th directory stays open, again up to window
// directories; above these every 256th, and so on.
func keeps(at, steps int) bool {
	for unit := 1; at%unit == 0; unit *= window {
		if steps/unit-at/unit < window {
			return true
		}
	}
	return false
}
