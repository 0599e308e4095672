package outtree

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
)

// Link makes the symbolic link of a job when it is its turn.
func (t *Target) Link(j *job.Job) {
	j.Commit = func() error {
		err := t.link(j.Into, j.File)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, errExists):
			t.existing.add(t.pathOf(j.File))
			return console.ErrReported
		}
		return fmt.Errorf("%s: %w", t.pathOf(j.File), cause.Of(err))
	}
}

// link makes a symbolic link in a folder. A link replaces only a link.
func (t *Target) link(in *atomicfile.Folder, f *inputs.File) error {
	like, err := f.Folder.Lstat(f.Base)
	if err != nil {
		return err
	}
	name := path.Base(f.Rel)
	there, err := in.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = t.temps.Symlink(in, f.Link, name, like, false)
		if errors.Is(err, fs.ErrExist) {
			return errExists
		}
		return err
	case err != nil:
		return err
	case !t.Force && !t.Update && !t.Resumes:
		return errExists
	case there.Mode().Type() != fs.ModeSymlink:
		return errors.New("not written: the existing file is no symbolic link: remove it, or give another directory")
	}
	text, err := in.Readlink(name)
	switch {
	case !t.Force && err == nil && text == f.Link:
		t.same++
		return nil
	case !t.Force && !t.Update:
		return errExists
	}
	return t.temps.Symlink(in, f.Link, name, like, true)
}

// addHardLink records the name of the result for a file that has several hard links.
func (t *Target) addHardLink(f *inputs.File, info fs.FileInfo, name string) {
	id, links := atomicfile.Identify(info)
	if t.dirs == nil || f.Followed || links < 2 {
		return
	}
	if _, again := t.hardLinks[id]; !again {
		t.hardLinks[id] = path.Join(t.DirOf(f), name)
	}
}

// DirOf returns the path in the new tree of the directory of the result for a file. For a single
// file it is ".".
func (t *Target) DirOf(f *inputs.File) string {
	if t.file != nil {
		return "."
	}
	return path.Join(f.Top, path.Dir(f.Rel))
}

// ReportUnlinked reports hard links that could not be kept.
func (t *Target) ReportUnlinked(to *console.Console) {
	if t.unlinked > 0 {
		to.Report("%s not kept: the new tree cannot have them, and its files are separate", console.Plural(t.unlinked, "hard link"))
	}
}
