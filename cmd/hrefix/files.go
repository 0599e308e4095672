package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/rewrite"
)

// stdin is the argument that stands for standard input.
const stdin = "-"

// A file is an input: one that an argument names, or one that was found in a
// directory that an argument names.
type file struct {
	name  string       // as it is told
	root  *os.Root     // the directory that it lies in, nil unless it is a regular file
	rel   string       // its path there, with slashes
	found bool         // in a directory: it may be no document
	typ   rewrite.Type // that its directory tells, else Auto
	mail  bool         // in a Maildir, where names may tell sizes
	top   string       // the directory that was given, if it was not alone

	// mayBeEmpty says that nobody waits for what is in the file.
	mayBeEmpty bool
}

// each calls do for the files that the arguments name, stdin if there are none,
// and for those in directories. What fails is complained of, and the others are
// still done.
func (c *command) each(args []string, do func(*file) error) error {
	if len(args) == 0 {
		args = []string{stdin}
	}
	var failed error
	said := func(err error) {
		if err != nil {
			c.complain("%v", err)
			failed = errSaid
		}
	}
	for _, arg := range args {
		try := func(f *file) {
			if f.found && len(args) > 1 {
				f.top = nameOf(arg)
			}
			said(do(f))
		}
		said(c.argument(arg, try, said))
	}
	return failed
}

// argument calls try for the file, or the files, that an argument names, and said
// for errors that do not keep it from the others.
func (c *command) argument(arg string, try func(*file), said func(error)) error {
	if arg == stdin {
		try(&file{name: stdin})
		return nil
	}
	info, err := os.Stat(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such file: check the name, or give - for stdin", arg)
	case err != nil:
		return fmt.Errorf("%s: %w", arg, cause(err))
	case info.IsDir():
		return c.directory(arg, try, said)
	case !info.Mode().IsRegular():
		try(&file{name: arg})
		return nil
	}
	real, err := filepath.EvalSymlinks(arg)
	if err != nil {
		return fmt.Errorf("%s: %w", arg, cause(err))
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return fmt.Errorf("%s: %w", arg, cause(err))
	}
	defer root.Close()
	f := &file{name: arg, root: root, rel: filepath.Base(real)}
	f.setMail(nameOf(filepath.Dir(real)), false)
	try(f)
	return nil
}

// directory calls try for the files in a directory and below, in the order of
// their names, and said for what cannot be read. Symbolic links are not followed.
func (c *command) directory(dir string, try func(*file), said func(error)) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, cause(err))
	}
	defer root.Close()
	maildirs := make(map[string]bool)
	return fs.WalkDir(root.FS(), ".", func(rel string, d fs.DirEntry, err error) error {
		name := filepath.Join(dir, filepath.FromSlash(rel))
		parent := path.Dir(rel)
		switch {
		case err != nil:
			said(fmt.Errorf("%s: %w", name, cause(err)))
		case d.IsDir() && maildirs[parent] && path.Base(rel) == "tmp":
			return fs.SkipDir // messages that are being delivered
		case d.IsDir():
			maildirs[rel] = isMaildir(root, rel)
		case d.Type().IsRegular() && isTemporary(d.Name()):
			c.complain("%s: passed over: left behind by a run of hrefix that did not end well: remove it", name)
		case d.Type().IsRegular():
			f := &file{name: name, root: root, rel: rel, found: true}
			if parent == "." {
				f.setMail(nameOf(dir), false)
			} else {
				f.setMail(path.Base(parent), maildirs[path.Dir(parent)])
			}
			try(f)
		default:
			c.complain("%s: passed over: no regular file", name)
		}
		return nil
	})
}

// nameOf returns the name of a directory, however it is written.
func nameOf(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}

// withoutGzip returns a name without the extension of gzip.
func withoutGzip(name string) string {
	if strings.EqualFold(path.Ext(name), ".gz") {
		return name[:len(name)-len(".gz")]
	}
	return name
}
