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
	dir     string   // of the new tree, or empty
	tree    *os.Root // at dir
	written map[string]string
}

// destination returns what the flags say. The error says what is wrong with them.
func (c *command) destination(args []string) (*destination, error) {
	d := &destination{c: c, inPlace: c.flags.write, rename: c.flags.rename, dir: c.flags.output, written: make(map[string]string)}
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
	if err := os.MkdirAll(d.dir, 0o777); err != nil {
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
	out, err := filepath.Abs(d.dir)
	if err != nil {
		return err
	}
	for _, arg := range args {
		in, err := filepath.Abs(arg)
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

func (d *destination) close() error {
	if d.tree == nil {
		return nil
	}
	return d.tree.Close()
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
	t, err := createBeside(s.root, s.rel, s)
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, cause(err))
	}
	defer t.discard()
	o, err := d.c.rewrite(s, t.file)
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
	if err := t.commit(name); err != nil {
		return fmt.Errorf("%s: %w", s.name, cause(err))
	}
	if name == s.rel {
		return nil
	}
	return s.root.Remove(s.rel)
}

// add writes a file of the new tree.
func (d *destination) add(s *source, write func(io.Writer) (*output, error)) error {
	rel := s.rel
	if s.root == nil {
		return fmt.Errorf("%s: has no name in a new tree: give a file", s.name)
	}
	if other, ok := d.written[rel]; ok {
		return fmt.Errorf("%s: not written: %s has the same name in %s", s.name, other, d.dir)
	}
	d.written[rel] = s.name
	if err := d.tree.MkdirAll(path.Dir(rel), 0o777); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(d.dir, rel), cause(err))
	}
	t, err := createBeside(d.tree, rel, s)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(d.dir, rel), cause(err))
	}
	defer t.discard()
	o, err := write(t.file)
	if err != nil {
		return err
	}
	if s.mail && o.changed {
		rel = sizedName(rel, o.size, o.size+o.bareLFs)
	}
	if err := t.commit(rel); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(d.dir, rel), cause(err))
	}
	return nil
}

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

// commit gives the temporary its name: all of it is on the disk by then.
func (t *temporary) commit(rel string) error {
	err := errors.Join(t.file.Chmod(t.info.Mode().Perm()), t.file.Sync(), t.file.Close())
	t.file = nil
	if err == nil {
		err = t.root.Chtimes(t.rel, t.info.ModTime(), t.info.ModTime())
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
