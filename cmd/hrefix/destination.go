package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A destination is where rewritten files go.
type destination struct {
	c       *command
	inPlace bool
	rename  bool
	dir     string              // of the new tree, or empty
	tree    *os.Root            // at dir
	tops    map[string]*folders // in it, by name
	claimed map[string]string   // names in it, and which file each is for
	last    place               // of the last file
}

// destination returns what the flags say. The error says what is wrong with them.
func (c *command) destination(args []string) (*destination, error) {
	d := &destination{c: c, inPlace: c.flags.write, rename: c.flags.rename, dir: c.flags.output, claimed: make(map[string]string), tops: make(map[string]*folders)}
	switch {
	case d.inPlace && d.dir != "":
		return nil, errors.New("-w writes in place and -o into a new tree: give one of them")
	case d.rename && !d.inPlace:
		return nil, errors.New("--rename is for files in place: give -w too")
	case !d.inPlace && d.dir == "":
		return d, d.stdoutFor(args)
	case d.dir == "":
		return d, nil
	}
	if err := d.apart(args); err != nil {
		return nil, err
	}
	perm := fs.FileMode(0o777)
	for _, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			perm &= info.Mode().Perm() | 0o700
		}
	}
	if err := os.MkdirAll(d.dir, perm); err != nil {
		return nil, fmt.Errorf("%s: %w", d.dir, cause(err))
	}
	var err error
	if d.tree, err = os.OpenRoot(d.dir); err != nil {
		return nil, fmt.Errorf("%s: %w", d.dir, cause(err))
	}
	return d, nil
}

// stdoutFor says what is wrong with arguments whose result goes to stdout.
func (d *destination) stdoutFor(args []string) error {
	if len(d.c.flags.inputs.lists) > 0 {
		return errors.New("abs writes one document to stdout, and --files-from names many: give -w or -o DIR")
	}
	if len(args) > 1 {
		return fmt.Errorf("abs writes one document to stdout, and %d were given: give one at a time, or -w or -o DIR", len(args))
	}
	if len(args) == 1 {
		if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
			return fmt.Errorf("%s: is a directory: give -o DIR for a new tree, or -w to write in place", args[0])
		}
	}
	return nil
}

// isStdout reports whether the one document goes to stdout.
func (d *destination) isStdout() bool { return !d.inPlace && d.dir == "" }

func (d *destination) close() error {
	var err error
	for _, top := range d.tops {
		top.close()
		if top.root != d.tree {
			err = errors.Join(err, top.root.Close())
		}
	}
	if d.tree != nil {
		err = errors.Join(err, d.tree.Close())
	}
	return err
}

// prepare makes ready for the result of a job.
func (d *destination) prepare(j *job) (err error) {
	j.file.mayBeEmpty = !d.isStdout()
	if d.dir != "" {
		j.into, err = d.claim(j.file)
	}
	return err
}

// take rewrites a source to where it belongs.
func (d *destination) take(j *job, s *source) error {
	switch {
	case d.inPlace:
		return d.replace(j, s)
	case d.dir != "":
		return d.add(j, s, func(w io.Writer) (*output, error) { return j.rewrite(s, w) })
	}
	_, err := j.rewrite(s, j.console.stdout)
	return err
}

// replace rewrites a file in place if that changes it.
func (d *destination) replace(j *job, s *source) error {
	if s.folder == nil {
		return fmt.Errorf("%s: no regular file: it cannot be written in place", s.name)
	}
	l := &latecomer{c: d.c, s: s}
	err := d.written(j, s, l)
	if l.temporary == nil {
		return err
	}
	if err != nil {
		return errors.Join(err, l.discard())
	}
	return nil
}

// written writes what a file in place becomes, and leaves it to the job to put it
// there.
func (d *destination) written(j *job, s *source, l *latecomer) error {
	o, err := j.rewrite(s, l)
	if err != nil || !o.changed {
		return err
	}
	name := s.base
	if s.mail {
		name = sizedName(s.base, o.size, o.size+o.bareLFs)
	}
	if name != s.base && !d.rename {
		return fmt.Errorf("%s: would change, and its name tells its size: give --rename, or -o DIR for a new tree", s.name)
	}
	if err := setOwner(l.file, s.info); err != nil {
		return fmt.Errorf("%s: not written: its owner or its group could not be kept", s.name)
	}
	if err := l.close(); err != nil {
		return fmt.Errorf("%s: %w", s.name, cause(err))
	}
	j.commit = func() error {
		err := l.commit(name, func() error { return s.ready(name) })
		if err == nil && name != s.base {
			err = s.folder.Remove(s.base)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, cause(err))
		}
		return nil
	}
	return nil
}

// ready returns an error unless the source can be replaced by a file of that name.
func (s *source) ready(name string) error {
	if err := s.unchanged(); err != nil || name == s.base {
		return err
	}
	return vacant(s.folder, name)
}

// unchanged returns an error unless the source is still what was read: mail may
// have been delivered to it, or a mail reader may have renamed it.
func (s *source) unchanged() error {
	now, err := s.folder.Lstat(s.base)
	if err != nil {
		return err
	}
	if !os.SameFile(now, s.info) || now.Size() != s.info.Size() || !now.ModTime().Equal(s.info.ModTime()) {
		return errStale
	}
	return nil
}

// vacant returns an error if there is a file of that name in a folder.
func vacant(in *folder, name string) error {
	switch _, err := in.Lstat(name); {
	case err == nil:
		return fmt.Errorf("not written: there is a file %s", name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}
