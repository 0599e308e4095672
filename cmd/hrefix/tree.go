package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
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

// apart says whether the new tree would be within one that is read.
func (d *destination) apart(args []string) error {
	out, err := realPath(d.dir)
	if err != nil {
		return err
	}
	for _, arg := range args {
		in, err := realPath(arg)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(in, out)
		if err == nil && arg != stdin && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return fmt.Errorf("-o %s: lies within %s: give a directory elsewhere", d.dir, arg)
		}
	}
	return nil
}

// realPath returns the absolute path of a file, of which the end need not exist,
// without symbolic links.
func realPath(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	for dir, rest := name, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest), nil
		}
		if dir == filepath.Dir(dir) {
			return name, nil
		}
	}
}

// treeOf returns where the new tree of a source begins: of several directories,
// each has its own name there.
func (d *destination) treeOf(s *source) (*os.Root, error) {
	if s.top == "" {
		return d.tree, nil
	}
	if tree, ok := d.tops[s.top]; ok {
		return tree, nil
	}
	if err := d.tree.MkdirAll(s.top, 0o777); err != nil {
		return nil, err
	}
	tree, err := d.tree.OpenRoot(s.top)
	if err == nil {
		d.tops[s.top] = tree
	}
	return tree, err
}

// add writes a file of the new tree. One that cannot be read to its end is added
// if nothing of it is missing.
func (d *destination) add(s *source, write func(io.Writer) (*output, error)) error {
	if s.root == nil {
		return fmt.Errorf("%s: has no name in a new tree: give a file", s.name)
	}
	key := path.Join(s.top, s.rel)
	if other, ok := d.written[key]; ok {
		return fmt.Errorf("%s: not written: %s has the same name in %s", s.name, other, d.dir)
	}
	d.written[key] = s.name
	failed := func(err error) error {
		return fmt.Errorf("%s: %w", filepath.Join(d.dir, key), cause(err))
	}
	tree, err := d.treeOf(s)
	if err != nil {
		return failed(err)
	}
	if err := makeDirs(tree, s); err != nil {
		return failed(err)
	}
	t, err := d.c.createBeside(tree, s.rel, s)
	if err != nil {
		return failed(err)
	}
	defer t.discard()
	o, unread := write(t.file)
	if unread != nil && (o == nil || !o.whole) {
		return fmt.Errorf("%w: not written", unread)
	}
	rel := s.rel
	if s.mail && o.changed {
		rel = sizedName(rel, o.size, o.size+o.bareLFs)
	}
	_ = setOwner(t.file, s.info) // a new tree may be that of whoever makes it
	if err := t.commit(rel, func() error { return vacant(tree, rel) }); err != nil {
		return failed(err)
	}
	return unread
}

// copy puts a file that is no document into the new tree, if there is one.
func (d *destination) copy(s *source) error {
	if d.dir == "" {
		return nil
	}
	return d.add(s, func(w io.Writer) (*output, error) {
		if _, err := s.in.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		_, err := io.Copy(w, s.in)
		return &output{}, err
	})
}
