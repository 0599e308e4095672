package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/internal/engine"
)

// A destination is where rewritten files are written to.
type destination struct {
	writing
	c       *command
	mode    engine.Mode
	out     *bufio.Writer     // of a diff or of names
	tree    *newDirs          // nil if there is none
	claimed map[string]string // names in it, and which file each is for
	sized   map[string]string // names that tell sizes, of results that are written
	file    *outFile          // for one document, in place of the tree
	there   existing
	inTurn  bool // the new tree holds some of the inputs
	account
}

// destination returns the destination that the flags name, or an error if the flags are
// wrong.
func (c *command) destination(mode engine.Mode, args []string) (*destination, error) {
	d := &destination{
		writing: c.flags.writing, c: c, mode: mode,
		claimed: make(map[string]string), sized: make(map[string]string),
	}
	d.begin(args)
	if err := d.check(); err != nil {
		return nil, err
	}
	if d.output == inputs.Stdin { // as - is stdout here
		d.output, c.flags.output = "", ""
	}
	switch {
	case d.isStdout():
		return d, d.stdoutFor(args)
	case d.diff != noDiff || d.list:
		d.out = bufio.NewWriter(c.Stdout)
	}
	return d, nil
}

// open opens the directory or the file that -o names, if it is given.
func (d *destination) open(args []string) error {
	if d.output == "" {
		return nil
	}
	switch tree, err := d.isTree(args); {
	case err != nil:
		return err
	case tree:
		return d.openTree(args)
	}
	return d.openFile(args)
}

// openTree opens the directory of the new tree, and makes it if it does not exist.
func (d *destination) openTree(args []string) error {
	inTurn, err := d.c.inputs(args).Apart()
	switch {
	case err != nil:
		return err
	case inTurn && (d.force || d.update):
		return fmt.Errorf("-o %s: holds some of the inputs, and --force and --update write over files there: give another directory", d.output)
	case inTurn:
		d.inTurn, d.c.flags.jobs = true, 1
	}
	perm := fs.FileMode(0o777)
	for _, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			perm &= info.Mode().Perm() | 0o700
		}
	}
	like := ""
	if len(args) == 1 && len(d.c.flags.inputs.lists) == 0 && isDir(args[0]) {
		like = args[0]
	}
	if d.tree, err = d.c.newTree(d.output, perm, like); err != nil {
		return fmt.Errorf("%s: %w", d.output, cause.Of(err))
	}
	return nil
}

// isDir reports whether name is that of a directory, or of a symbolic link to one.
func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// stdoutFor says what is wrong with arguments whose result goes to stdout.
func (d *destination) stdoutFor(args []string) error {
	if len(d.c.flags.inputs.lists) > 0 {
		return errors.New("one document is written to stdout, and --files-from names many: give -w or -o DIR to write them, or -d, -l or -n to look")
	}
	if len(args) > 1 {
		return fmt.Errorf("one document is written to stdout, and %d were given: give one at a time, or -w or -o DIR to write them, or -d, -l or -n to look", len(args))
	}
	if len(args) == 1 {
		if isDir(args[0]) {
			return fmt.Errorf("%s: is a directory: give -o DIR for a new tree, -w to write in place, or -d, -l or -n to look", args[0])
		}
	}
	return nil
}

func (d *destination) close() error {
	var err error
	if d.tree != nil {
		err = d.tree.end(&d.c.Console)
	}
	if d.file != nil {
		d.file.folder.Release()
	}
	return err
}

// prepare makes d ready for the result of a job.
func (d *destination) prepare(j *job) (err error) {
	switch {
	case j.file.Dir && d.tree != nil:
		return d.directory(j.file)
	case j.file.Dir:
		return nil
	case d.write && j.file.Folder == nil: // opening a pipe would wait for its writer
		return fmt.Errorf("%s: no regular file: it cannot be written in place", j.file.Name)
	}
	d.meet()
	switch {
	case d.file != nil:
		j.into = d.file.folder.Hold()
	case d.output != "":
		j.into, err = d.claim(j.file)
	}
	if err == nil && d.exists(j.file, j.into) {
		d.there.add(d.pathOf(j.file))
		err = console.ErrReported
	}
	return err
}

// take rewrites a source to where it belongs.
func (d *destination) take(j *job, s *source) error {
	switch {
	case d.write:
		return d.replace(j, s)
	case d.output != "":
		return d.add(j, s, func(w io.Writer) (*output, error) { return j.rewrite(s, w) })
	case d.diff != noDiff:
		return adviseBroken(j.diff(s, d.diff), "")
	case d.list || d.dryRun:
		o, err := j.rewrite(s, io.Discard)
		if err == nil && o.changed {
			err = d.told(j, s.Name)
		}
		return adviseBroken(err, "")
	}
	return j.toStdout(s)
}

// told prints the name of a file that changes, if names are wanted: as it is, for
// other programs to read.
func (d *destination) told(j *job, name string) error {
	if !d.list {
		return nil
	}
	end := "\n"
	if d.c.flags.inputs.null {
		end = "\x00"
	}
	_, err := io.WriteString(j.Console.Stdout, name+end)
	return err
}

// replace rewrites a file in place if the result differs from it.
func (d *destination) replace(j *job, s *source) error {
	l := &latecomer{c: d.c, s: s}
	err := d.written(j, s, l)
	if l.File == nil {
		return err
	}
	if err != nil {
		return errors.Join(err, l.Discard())
	}
	return nil
}

// written writes the result for a file in place to a temporary. The job renames it later.
func (d *destination) written(j *job, s *source, l *latecomer) error {
	o, err := j.rewrite(s, l)
	if err != nil || !o.changed {
		return adviseBroken(err, ": left as it is")
	}
	name := s.Base
	if s.Mail {
		name = maildir.Resized(s.Base, o.size, o.size+o.bareLFs)
	}
	if name != s.Base && !d.rename {
		return fmt.Errorf("%s: would change, and its name tells its size: give --rename, or -o DIR for a new tree", s.Name)
	}
	if d.backup.given && s.besideMail() {
		return fmt.Errorf("%s: would change, and a backup in a Maildir would be a message: leave --backup out, or give -o DIR for a new tree", s.Name)
	}
	if err := l.Resemble(s.in); err != nil {
		return fmt.Errorf("%s: not written: %w", s.Name, err)
	}
	if err := l.End(); err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	j.commit = func() error {
		err := l.Commit(name, func() error { return d.ready(s, name) })
		if err == nil && name != s.Base {
			err = l.Retire(s.Base)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
		}
		if name != s.Base {
			return d.told(j, filepath.Join(filepath.Dir(s.Name), name))
		}
		return d.told(j, s.Name)
	}
	return nil
}

// ready makes the source ready to be replaced by a file of that name, or returns an error if
// it must not be replaced.
func (d *destination) ready(s *source, name string) error {
	err := s.unchanged()
	switch {
	case err != nil:
		return err
	case name != s.Base:
		return vacant(s.Folder, name)
	case d.backup.given:
		return d.backUp(s)
	}
	return nil
}

// unchanged returns errStale unless the source is still what was read, with the same
// attributes: mail may have been delivered to it, a mail reader may have renamed it, or
// its owner may have made it private.
func (s *source) unchanged() error {
	now, err := s.Folder.Lstat(s.Base)
	if err != nil {
		return err
	}
	if !atomicfile.Unchanged(s.info, now) {
		return errStale
	}
	return nil
}

// vacant returns an error if there is a file of that name in a folder.
func vacant(in *atomicfile.Folder, name string) error {
	switch _, err := in.Lstat(name); {
	case err == nil:
		return fmt.Errorf("not written: there is a file %s", name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}
