package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// A temporary is a file that is written beside the one whose place it takes.
type temporary struct {
	file *os.File
	root *os.Root
	rel  string
	info fs.FileInfo
}

// createBeside creates a temporary in the directory of rel, with what belongs to
// the source but its content. The standard library's os.Root keeps it below root
// whatever symbolic links there are, which no library for atomic writes does.
func createBeside(root *os.Root, rel string, s *source) (*temporary, error) {
	for try := 0; ; try++ {
		t := &temporary{root: root, info: s.info, rel: path.Join(path.Dir(rel), fmt.Sprintf(".hrefix-%d-%d", os.Getpid(), try))}
		var err error
		t.file, err = root.OpenFile(t.rel, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		switch {
		case err == nil:
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
	if t.file != nil {
		t.file.Close()
		t.root.Remove(t.rel)
	}
}
