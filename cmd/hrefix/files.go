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
		return fmt.Errorf("%s: %w", arg, cause(err))
	case info.IsDir():
		return s.directory(arg)
	case !info.Mode().IsRegular():
		s.put(&file{name: arg}, nil)
		return nil
	}
	real := arg
	if link {
		if real, err = filepath.EvalSymlinks(arg); err != nil {
			return fmt.Errorf("%s: %w", arg, cause(err))
		}
	}
	if err := s.enter(filepath.Dir(real)); err != nil {
		return fmt.Errorf("%s: %w", arg, cause(err))
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

// directory yields the files in a directory and below, in the order of their names,
// and what cannot be read. Symbolic links are not followed.
func (s *selection) directory(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, cause(err))
	}
	defer root.Close()
	t := tree{selection: s, dir: dir, root: root, folders: atomicfile.Folders{Root: root}, maildirs: make(map[string]bool)}
	defer t.folders.Close()
	if !s.alone && s.at == "" {
		t.top = nameOf(dir)
	}
	return fs.WalkDir(walkable{root}, ".", t.visit)
}

// A tree is a directory that is walked.
type tree struct {
	*selection
	dir, top string
	root     *os.Root
	folders  atomicfile.Folders
	maildirs map[string]bool // that are whole
}

// visit takes a file or a directory.
func (t *tree) visit(rel string, d fs.DirEntry, err error) error {
	name := filepath.Join(t.dir, filepath.FromSlash(rel))
	parent := path.Dir(rel)
	switch {
	case err != nil:
		t.put(nil, fmt.Errorf("%s: %w", name, cause(err)))
	case rel != "." && t.c.choice.leavesOut(rel):
		if d.IsDir() {
			return fs.SkipDir
		}
	case d.IsDir() && t.maildirs[parent] && path.Base(rel) == "tmp":
		return fs.SkipDir // messages that are being delivered
	case d.IsDir():
		t.maildirs[rel] = isMaildir(t.root, rel)
	case !d.Type().IsRegular():
		if t.wants(rel) {
			t.put(nil, remark{fmt.Errorf("%s: passed over: no regular file", name)})
		}
	case t.c.temps.Made(d.Name()):
	case atomicfile.IsTemporary(d.Name()):
		t.orphan(name, rel)
	case t.wants(rel):
		t.put(t.file(name, rel, d))
	}
	if t.over {
		return fs.SkipAll
	}
	return nil
}

// wants reports whether there is use for a file: a new tree is whole.
func (t *tree) wants(rel string) bool { return t.c.flags.output != "" || t.c.choice.takes(rel) }

// file returns a file.
func (t *tree) file(name, rel string, d fs.DirEntry) (*file, error) {
	f := &file{name: name, tree: t.root, rel: rel, base: d.Name(), found: true, top: t.top}
	if t.at != "" {
		f.tree, f.rel = t.here, path.Join(t.at, rel)
	}
	f.copied = !t.c.choice.takes(rel)
	f.chosen = !f.copied && len(t.c.choice.exts) > 0
	if info, err := d.Info(); err == nil {
		f.size = info.Size()
	}
	dir := path.Dir(rel)
	if dir == "." {
		f.setMail(nameOf(t.dir), false)
	} else {
		f.setMail(path.Base(dir), t.maildirs[path.Dir(dir)])
	}
	var err error
	if f.folder, err = t.folders.Open(dir); err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	return f, nil
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
