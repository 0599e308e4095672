package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
)

// makeDirs makes the directories that the source lies in, as far as they are not
// there, with the permissions that they have where it is, and all three of a
// Maildir: one without them is none.
func makeDirs(tree *os.Root, s *source) error {
	dir := path.Dir(s.rel)
	for i, c := range dir + "/" {
		if c == '/' {
			if err := makeDir(tree, s, dir[:i]); err != nil {
				return err
			}
		}
	}
	if !s.mail || dir == "." {
		return nil
	}
	for _, name := range []string{"cur", "new", "tmp"} {
		if err := makeDir(tree, s, path.Join(path.Dir(dir), name)); err != nil {
			return err
		}
	}
	return nil
}

// makeDir makes a directory, unless it is there.
func makeDir(tree *os.Root, s *source, dir string) error {
	perm := fs.FileMode(0o777)
	if info, err := s.root.Stat(dir); err == nil {
		perm = info.Mode().Perm() | 0o700 // what it is for has to be written
	}
	if err := tree.Mkdir(dir, perm); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
