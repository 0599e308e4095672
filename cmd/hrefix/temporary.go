package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// temporaryName is the name of a temporary: of which process, and which try.
const temporaryName = ".hrefix-%d-%d"

// isTemporary reports whether a file of that name is what a run left behind that
// ended without warning.
func isTemporary(name string) bool {
	var process, try int
	n, _ := fmt.Sscanf(name, temporaryName, &process, &try)
	return n == 2 && name == fmt.Sprintf(temporaryName, process, try)
}

// A temporary is a file that is written beside the one whose place it takes.
type temporary struct {
	c    *command
	file *os.File
	root *os.Root
	rel  string
	info fs.FileInfo
}

// createBeside creates a temporary in the directory of rel, with what belongs to
// the source but its content. The standard library's os.Root keeps it below root
// whatever symbolic links there are, which no library for atomic writes does.
func (c *command) createBeside(root *os.Root, rel string, s *source) (*temporary, error) {
	for try := 0; ; try++ {
		name := fmt.Sprintf(temporaryName, os.Getpid(), try)
		t := &temporary{c: c, root: root, info: s.info, rel: path.Join(path.Dir(rel), name)}
		var err error
		t.file, err = root.OpenFile(t.rel, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		switch {
		case err == nil:
			c.temp.Store(t)
			copyAttrs(t.file, s.in)
			return t, nil
		case !errors.Is(err, fs.ErrExist) || try == 100:
			return nil, err
		}
	}
}

// commit gives the temporary its name unless ready, asked last, returns an error:
// all of it is on the disk by then.
func (t *temporary) commit(rel string, ready func() error) error {
	err := errors.Join(t.file.Chmod(t.info.Mode().Perm()), t.file.Sync(), t.file.Close())
	t.file = nil
	if err == nil {
		err = t.root.Chtimes(t.rel, t.info.ModTime(), t.info.ModTime())
	}
	if err == nil {
		err = ready()
	}
	if err == nil {
		err = t.root.Rename(t.rel, rel)
	}
	if err != nil {
		return errors.Join(err, t.root.Remove(t.rel))
	}
	return nil
}

// discard removes the temporary unless it has been committed.
func (t *temporary) discard() {
	defer t.c.temp.Store(nil)
	if t.file != nil {
		t.file.Close()
		t.root.Remove(t.rel)
	}
}
