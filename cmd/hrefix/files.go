package main

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/internal/cause"
	"github.com/hrefix/hrefix/rewrite"
)

// stdin is the argument that stands for standard input.
const stdin = "-"

// A file is an input: one that an argument names, or one that was found in a
// directory that an argument names.
type file struct {
	name   string             // as it is told
	folder *atomicfile.Folder // the directory that it lies in, nil unless it is a regular file
	base   string             // its name there
	tree   *os.Root           // the directory that was given, or in which the file was given, or the current one of a path in a list; open until the next file is asked for
	rel    string             // its path there, with slashes
	found  bool               // in a directory: it may be no document
	typ    rewrite.Type       // that its directory tells, else Auto
	mail   bool               // in a Maildir, where names may tell sizes
	top    string             // the directory that was given, if it was not alone
	chosen bool               // by its extension: if a type is given, it is of that
	copied bool               // into a new tree as it is, since it is not taken
	size   int64              // in bytes, as far as it is known without asking

	// mayBeEmpty says that nobody waits for what is in the file.
	mayBeEmpty bool
}

// A remark is an error that is told and does no harm.
type remark struct{ error }

// inputs yields the files that the arguments name, and then those that lists name,
// or stdin if there are none of both; in place of directories those in them; or what
// is to be said in place of one. Folders have to be released.
func (c *command) inputs(args []string) iter.Seq2[*file, error] {
	lists := c.flags.inputs.lists
	if len(args)+len(lists) == 0 {
		args = []string{stdin}
	}
	return func(yield func(*file, error) bool) {
		s := selection{c: c, alone: len(args) == 1 && len(lists) == 0, orElse: ", or give - for stdin", yield: yield}
		defer s.close()
		s.each(args, s.argument)
		s.orElse = ", or make the list anew"
		s.each(lists, s.list)
	}
}

// A selection selects inputs, and yields them.
type selection struct {
	c      *command
	alone  bool   // there is one argument, and no list
	orElse string // advice for who gives a name that no file has
	yield  func(*file, error) bool
	over   bool // nothing more is wanted

	parent string             // the directory of the last argument that was a file
	last   *atomicfile.Folder // at parent
	mail   string             // its name

	at   string   // the path below the current directory that a list gives, or empty
	here *os.Root // at the current directory, once it was asked for

	out string // the real path of the new tree, once it was asked for
}

func (s *selection) close() {
	s.last.Release()
	if s.here != nil {
		s.here.Close() // nothing was written to it
	}
}

// each selects by the names, one after the other.
func (s *selection) each(names []string, sel func(string) error) {
	for _, name := range names {
		if s.over {
			return
		}
		if err := sel(name); err != nil {
			s.put(nil, err)
		}
	}
}

// put yields a file, or an error.
func (s *selection) put(f *file, err error) { s.over = s.over || !s.yield(f, err) }

// argument yields the file, or the files, that an argument names. The error says why
// there is none.
func (s *selection) argument(arg string) error {
	if arg == stdin {
		s.put(&file{name: stdin}, nil)
		return nil
	}
	info, err := os.Lstat(arg)
	link := err == nil && info.Mode().Type() == fs.ModeSymlink
	if link {
		info, err = os.Stat(arg)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such file: check the name%s", arg, s.orElse)
	case err != nil:
		return fmt.Errorf("%s: %w", arg, cause.Of(err))
	case info.IsDir():
		return s.directory(arg)
	case !info.Mode().IsRegular():
		s.put(&file{name: arg}, nil)
		return nil
	}
	real := arg
	if link {
		if real, err = filepath.EvalSymlinks(arg); err != nil {
			return fmt.Errorf("%s: %w", arg, cause.Of(err))
		}
	}
	if err := s.enter(filepath.Dir(real)); err != nil {
		return fmt.Errorf("%s: %w", arg, cause.Of(err))
	}
	f := &file{name: arg, folder: s.last.Hold(), tree: s.last.Root, base: filepath.Base(real), size: info.Size()}
	f.rel = f.base
	if s.at != "" {
		f.tree, f.rel = s.here, path.Join(path.Dir(s.at), f.base)
	}
	f.setMail(s.mail, false)
	s.put(f, nil)
	return nil
}

// enter opens the directory of a file that was given, unless it is that of the last.
func (s *selection) enter(dir string) error {
	if s.last != nil && dir == s.parent {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	s.last.Release()
	s.parent, s.last, s.mail = dir, atomicfile.NewFolder(root), nameOf(dir)
	return nil
}

// isDir reports whether that is a directory, or leads to one.
func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
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
