package atomicfile

import (
	"math/bits"
	"os"
	"strings"
)

// Folders opens the directories below a root. Each is opened by its name in the one that it
// is in, and those on the way to the last one stay open, so that a walk through a tree
// opens each directory once, however deep it lies.
//
// Of a long way, only some directories stay open: the last few, and before them fewer the
// farther they are from the last, as keeps has it. A walk back up a tree of n levels that
// needs all of them opens each about log n times.
type Folders struct {
	Root  *os.Root
	Later map[string]bool // names of those that [GiveAttributes] brings to the disk later
	name  string          // of the last directory
	last  *Folder
	path  []step // to it
}

// A step leads from a directory to one in it.
type step struct {
	name   string
	end    int     // of its path, in that of any directory below
	folder *Folder // nil if it does not stay open
}

// Open returns the directory of that name, a path below the root with slashes, or "." for
// the root. The caller has to release it.
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

// Close forgets all directories. It does not close the root.
func (f *Folders) Close() {
	f.cut(0)
	f.last.Release()
	f.last = nil
}

// open opens a directory, and returns it held.
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

// common returns how many steps lead to a directory that is on the way to another one, and
// the rest of the name of that.
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

// cut forgets the directories after so many steps.
func (f *Folders) cut(steps int) {
	for i := range f.path[steps:] {
		f.path[steps+i].folder.Release()
	}
	clear(f.path[steps:])
	f.path = f.path[:steps]
}

// reach opens the last directory of the path, which has that name, by way of the last one
// before that is open.
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
			// A symbolic link may lead to elsewhere below the root.
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

// in opens a directory in another one. Its path below the root is whole.
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

// window is how many of the last directories of a path stay open, at least.
const window = 16

// thin closes directories on a path that is open for so many steps, once for each window.
func (f *Folders) thin(steps int) {
	if steps%window != 0 {
		return
	}
	for i := range f.path[:steps] {
		if !keeps(i+1, steps) {
			f.path[i].folder.Release()
			f.path[i].folder = nil
		}
	}
}

// keeps reports whether the directory after at steps stays open on a path of so many: those
// of the last window, and of the windows before, by number, those that the last one becomes
// when low bits are cleared. So there are as many as the number has bits.
func keeps(at, steps int) bool {
	if steps-at < window {
		return true
	}
	one, last := uint(at/window), uint(steps/window)
	return at%window == 0 && one == last&^(1<<bits.Len(one^last)-1)
}
