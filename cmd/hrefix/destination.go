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

// A destination is where rewritten files go.
type destination struct {
	c       *command
	inPlace bool
	rename  bool
	dir     string              // of the new tree, or empty
	tree    *os.Root            // at dir
	tops    map[string]*os.Root // in it, by name
	written map[string]string
}

// destination returns what the flags say. The error says what is wrong with them.
func (c *command) destination(args []string) (*destination, error) {
	d := &destination{c: c, inPlace: c.flags.write, rename: c.flags.rename, dir: c.flags.output, written: make(map[string]string), tops: make(map[string]*os.Root)}
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

// isStdout reports whether the one document goes to stdout.
func (d *destination) isStdout() bool { return !d.inPlace && d.dir == "" }

func (d *destination) close() error {
	var err error
	for _, top := range d.tops {
		err = errors.Join(err, top.Close())
	}
	if d.tree != nil {
		err = errors.Join(err, d.tree.Close())
	}
	return err
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

// take rewrites a source to where it belongs.
func (d *destination) take(s *source) error {
	switch {
	case d.inPlace:
		return d.replace(s)
	case d.dir != "":
		return d.add(s, func(w io.Writer) (*output, error) { return d.c.rewrite(s, w) })
	}
	_, err := d.c.rewrite(s, d.c.stdout)
	return err
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

// replace rewrites a file in place if that changes it.
func (d *destination) replace(s *source) error {
	if s.root == nil {
		return fmt.Errorf("%s: no regular file: it cannot be written in place", s.name)
	}
	l := &latecomer{c: d.c, s: s}
	defer l.end()
	o, err := d.c.rewrite(s, l)
	if err != nil || !o.changed {
		return err
	}
	name := s.rel
	if s.mail {
		name = sizedName(s.rel, o.size, o.size+o.bareLFs)
	}
	if name != s.rel && !d.rename {
		return fmt.Errorf("%s: would change, and its name tells its size: give --rename, or -o DIR for a new tree", s.name)
	}
	if err := setOwner(l.file, s.info); err != nil {
		return fmt.Errorf("%s: not written: its owner or its group could not be kept", s.name)
	}
	err = l.commit(name, func() error {
		if err := s.unchanged(); err != nil || name == s.rel {
			return err
		}
		return vacant(s.root, name)
	})
	if err == nil && name != s.rel {
		err = s.root.Remove(s.rel)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, cause(err))
	}
	return nil
}

// unchanged returns an error unless the source is still what was read: mail may
// have been delivered to it, or a mail reader may have renamed it.
func (s *source) unchanged() error {
	now, err := s.root.Lstat(s.rel)
	if err != nil {
		return err
	}
	if !os.SameFile(now, s.info) || now.Size() != s.info.Size() || !now.ModTime().Equal(s.info.ModTime()) {
		return errors.New("not written: changed by somebody else meanwhile: try again")
	}
	return nil
}

// vacant returns an error if there is a file of that name.
func vacant(root *os.Root, rel string) error {
	switch _, err := root.Lstat(rel); {
	case err == nil:
		return fmt.Errorf("not written: there is a file %s", path.Base(rel))
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
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
