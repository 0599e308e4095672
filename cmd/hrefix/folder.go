package main

import (
	"os"
	"sync/atomic"
)

// A folder is a directory that is kept open as long as somebody has use for it: a
// path of one name is all that the system is then given for a file in it. Nothing
// in it that is a symbolic link leads out of it.
type folder struct {
	*os.Root
	users atomic.Int32
}

// newFolder returns a folder that has one user. It closes root in the end.
func newFolder(root *os.Root) *folder {
	f := &folder{Root: root}
	f.users.Store(1)
	return f
}

// hold adds a user.
func (f *folder) hold() *folder {
	f.users.Add(1)
	return f
}

// release takes leave of the folder. The last user closes it.
func (f *folder) release() {
	if f != nil && f.users.Add(-1) == 0 {
		f.Close() // nothing was written to it
	}
}

// folders opens the directories below a root, and keeps the last one: files come
// directory by directory.
type folders struct {
	root *os.Root
	name string
	last *folder
}

// open returns the directory of that name, with a path below the root. The caller
// has to release it.
func (f *folders) open(name string) (*folder, error) {
	if f.last == nil || f.name != name {
		root, err := f.root.OpenRoot(name)
		if err != nil {
			return nil, err
		}
		f.last.release()
		f.name, f.last = name, newFolder(root)
	}
	return f.last.hold(), nil
}

// close forgets the last directory.
func (f *folders) close() {
	f.last.release()
	f.last = nil
}
