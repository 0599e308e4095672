package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
)

// claim reserves the path of a file in the new tree, and makes the directories in it. It is
// called in the order of the inputs: if two have the same path, the first gets it. The
// caller has to release the folder.
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

// unclaimed returns an error if another file has the path of f, or that of a directory in
// it.
func (d *destination) unclaimed(f *inputs.File) error {
	for name := path.Join(f.Top, f.Rel); name != "."; name = path.Dir(name) {
		if d.tree.known[name] {
			return nil // a directory: no file has the place of one on the way to it
		}
		if other, ok := d.claimed[name]; ok {
			return fmt.Errorf("%s: not written: %s has the same name in %s", f.Name, other, d.output)
		}
	}
	return nil
}

// directory makes a directory of the new tree, which may stay empty.
func (d *destination) directory(f *inputs.File) error {
	err := d.unclaimed(f)
	if err != nil {
		return err
	}
	if err := d.tree.make(f, f.Rel); err != nil {
		return fmt.Errorf("%s: %w", d.pathOf(f), cause.Of(err))
	}
	return nil
}

// folder makes and opens the directory of a file in the new tree. If several directories are
// given, each has its own name there.
func (d *destination) folder(f *inputs.File) (*atomicfile.Folder, error) {
	dir := path.Dir(f.Rel)
	if err := d.tree.make(f, dir); err != nil {
		return nil, err
	}
	return d.tree.folders.Open(path.Join(f.Top, dir))
}

// add writes a file of the new tree, or the file that -o names, to a temporary. The job
// renames it later. If the source cannot be read to its end, add still does so if the output
// is whole, or else copies the source as it is if it is compressed.
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
		t, err = d.copyRaw(j, s, t, unread)
		if t == nil {
			return errors.Join(fmt.Errorf("%s: not written: %w", d.pathOf(s.File), unread), err)
		}
		o = new(output)
	}
	if unread != nil {
		unread = adviseBroken(fmt.Errorf("%w: copied as it is", unread), "")
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
		j.Report("%s: %v: its group may do nothing with it", d.pathOf(s.File), atomicfile.ErrACL)
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
			d.there.add(d.pathOf(s.File))
			return console.ErrReported
		}
		return failed(err)
	}
	return nil
}

// create creates the temporary of a result. It gets the attributes of the source if that is
// a regular file.
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

// copy copies a file that is not a document into the new tree, if there is one.
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
