package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"github.com/hrefix/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/maildir"
)

// A place is a directory of the new tree, and where its files come from.
type place struct {
	top, dir string
	from     *os.Root
	mail     bool
}

// claim finds the place of a file in the new tree, and makes the directories on the
// way. It is called in the order of the inputs: of two with one name the first gets
// it. The caller has to release the folder.
func (d *destination) claim(f *inputs.File) (*atomicfile.Folder, error) {
	if f.Folder == nil {
		return nil, fmt.Errorf("%s: has no name in a new tree: give a file, or -o FILE", f.Name)
	}
	if err := d.unclaimed(f); err != nil {
		return nil, err
	}
	d.claimed[path.Join(f.Top, f.Rel)] = f.Name
	into, err := d.folder(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.pathOf(f), cause.Of(err))
	}
	return into, nil
}

// unclaimed says which file has the place of f, or one on the way to it.
func (d *destination) unclaimed(f *inputs.File) error {
	for name := path.Join(f.Top, f.Rel); name != "."; name = path.Dir(name) {
		if other, ok := d.claimed[name]; ok {
			return fmt.Errorf("%s: not written: %s has the same name in %s", f.Name, other, d.output)
		}
	}
	return nil
}

// directory makes a directory of the new tree, which may be all that there is of it.
func (d *destination) directory(f *inputs.File) error {
	if err := d.unclaimed(f); err != nil {
		return err
	}
	top, err := d.topOf(f)
	if err == nil {
		err = makeDirs(top.Root, f, f.Rel)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", d.pathOf(f), cause.Of(err))
	}
	return nil
}

// folder opens the place of a file.
func (d *destination) folder(f *inputs.File) (*atomicfile.Folder, error) {
	top, err := d.topOf(f)
	if err != nil {
		return nil, err
	}
	at := place{top: f.Top, dir: path.Dir(f.Rel), from: f.Tree, mail: f.Mail}
	if at != d.last {
		if err := makeDirs(top.Root, f, at.dir); err != nil {
			return nil, err
		}
		d.last = at
	}
	return top.Open(at.dir)
}

// topOf returns where the new tree of a file begins: of several directories, each has
// its own name there.
func (d *destination) topOf(f *inputs.File) (*atomicfile.Folders, error) {
	if top, ok := d.tops[f.Top]; ok {
		return top, nil
	}
	root := d.tree
	if f.Top != "" {
		if err := makeDir(d.tree, f.Top, f, "."); err != nil {
			return nil, err
		}
		var err error
		if root, err = d.tree.OpenRoot(f.Top); err != nil {
			return nil, err
		}
	}
	top := &atomicfile.Folders{Root: root}
	d.tops[f.Top] = top
	return top, nil
}

// makeDirs makes a directory that the file is or lies in, and those on the way, as far
// as they are not there, with the permissions that they have where it is, and all three
// of a Maildir: one without them is none.
func makeDirs(tree *os.Root, f *inputs.File, dir string) error {
	for i, c := range dir + "/" {
		if c == '/' {
			if err := makeDir(tree, dir[:i], f, dir[:i]); err != nil {
				return err
			}
		}
	}
	if !f.Mail || dir == "." {
		return nil
	}
	for _, name := range maildir.Directories() {
		name = path.Join(path.Dir(dir), name)
		if err := makeDir(tree, name, f, name); err != nil {
			return err
		}
	}
	return nil
}

// makeDir makes a directory, unless it is there, with the permissions of one that is
// where the file is.
func makeDir(tree *os.Root, name string, f *inputs.File, like string) error {
	perm := fs.FileMode(0o777)
	switch info, err := atomicfile.Stat(f.Tree, like); {
	case err == nil:
		perm = info.Mode().Perm() | 0o700 // what it is for has to be written
	case isFault(err):
		return err
	}
	err := tree.Mkdir(name, perm)
	if errors.Is(err, fs.ErrExist) {
		if there, _ := atomicfile.Stat(tree, name); there != nil && there.IsDir() {
			return nil
		}
	}
	return err
}

// isFault reports whether the system failed. Other errors are that there is no such
// directory, or that [os.Root] does not go there: a path in a list may lead through a
// symbolic link.
func isFault(err error) bool {
	var number syscall.Errno
	return errors.As(err, &number) && !errors.Is(err, fs.ErrNotExist) && number != syscall.ENOTDIR
}

// add writes a file of the new tree, or the one file that -o names, and leaves it to the
// job to give it its name. One that cannot be read to its end is added if nothing of it is
// missing.
func (d *destination) add(j *job, s *source, write func(io.Writer) (*output, error)) error {
	failed := func(err error) error {
		return fmt.Errorf("%s: %w", d.pathOf(s.File), cause.Of(err))
	}
	t, err := d.create(j, s)
	if err != nil {
		return failed(err)
	}
	o, unread := write(t)
	if unread != nil && (o == nil || !o.whole) {
		return errors.Join(fmt.Errorf("%s: not written: %w", d.pathOf(s.File), unread), t.Discard())
	}
	name := d.nameOf(s, o)
	if d.update {
		if same, err := t.Equals(name); err != nil || same {
			j.commit = func() error {
				err := d.takeName(s.File, name)
				if err == nil {
					d.there.same++
				}
				return cmp.Or(err, unread)
			}
			if err = errors.Join(err, t.Discard()); err != nil {
				return failed(err)
			}
			return nil
		}
	}
	if s.Folder != nil && errors.Is(t.Resemble(s.in), atomicfile.ErrACL) { // but a new tree may be that of whoever makes it
		j.complain("%s: %v: its group may do nothing with it", d.pathOf(s.File), atomicfile.ErrACL)
	}
	if err := t.End(); err != nil {
		return failed(errors.Join(err, t.Discard()))
	}
	j.commit = func() error {
		err := t.Commit(name, func() error {
			return cmp.Or(d.takeName(s.File, name), d.vacate(j.into, name, s))
		})
		switch {
		case err == nil:
			return unread
		case errors.Is(err, errExists):
			d.there.meet(d.pathOf(s.File))
			return errLater
		}
		return failed(err)
	}
	return nil
}

// create creates the temporary of a result. Only a regular file gives it its attributes.
func (d *destination) create(j *job, s *source) (*atomicfile.File, error) {
	if s.Folder == nil {
		return d.c.temps.Create(j.into, nil)
	}
	return d.c.temps.Create(j.into, s.info)
}

// nameOf returns the name that the result of a source gets.
func (d *destination) nameOf(s *source, o *output) string {
	switch {
	case d.file != nil:
		return d.file.name
	case s.Mail && o.changed:
		return maildir.Resized(s.Base, o.size, o.size+o.bareLFs)
	}
	return s.Base
}

// pathOf returns the path of a file in the new tree.
func (d *destination) pathOf(f *inputs.File) string {
	if d.file != nil {
		return d.output
	}
	return filepath.Join(d.output, f.Top, filepath.FromSlash(f.Rel))
}

// copy puts a file that is no document into the new tree, if there is one.
func (d *destination) copy(j *job, s *source) error {
	if d.output == "" {
		return nil
	}
	return d.add(j, s, func(w io.Writer) (*output, error) {
		_, err := s.in.Seek(0, io.SeekStart)
		if err == nil {
			_, err = io.Copy(w, s.in)
		}
		if err != nil {
			err = s.failure(fmt.Errorf("copying: %w", cause.Of(err)))
		}
		return &output{}, err
	})
}
