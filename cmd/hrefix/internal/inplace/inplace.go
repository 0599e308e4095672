// Package inplace replaces files by their results.
//
// A file that does not change is not touched. Otherwise the result is written to a temporary file in
// the same directory, which gets the attributes of the source. When it is the turn of the job, a
// backup is made if the user wants one, and the temporary file is renamed. It is not renamed if the
// source has changed since it was read, or another program has locked the source: see lock.go.
package inplace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/resume"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A Writer writes results in place.
type Writer struct {
	Temps        *atomicfile.Temporaries
	BackupSuffix string // "" for no backups beside the files
	Rename       bool   // rename messages of a Maildir whose names contain their sizes
	Shared       bool   // other shards write files, too

	Tracker *resume.Tracker // the tracker of the manifest, or nil

	// Written is called for each file that was replaced, with the console of its job.
	Written func(j *job.Job, name string) error

	backupDir string // "" unless OpenBackups has opened it
	backups   atomicfile.Folders

	names map[atomicfile.Identity]*named // files with several names that were replaced
	order []*named                       // the same files in the order of the inputs
	tree  *os.Root                       // the directory that was given, of the last file
	top   *atomicfile.Folder             // the same directory, open until all of its files are written
}

// Replace rewrites a source in place if its content changes. rewrite must write the result to
// its argument.
func (w *Writer) Replace(j *job.Job, s *source.Source, rewrite func(io.Writer) (*pieces.Output, error)) error {
	l := &lazyFile{temps: w.Temps, s: s}
	err := w.write(j, s, l, rewrite)
	if err != nil && l.File != nil {
		return errors.Join(err, l.Discard())
	}
	return err
}

// write writes the result for a source to a temporary file. The job renames it later.
func (w *Writer) write(j *job.Job, s *source.Source, l *lazyFile, rewrite func(io.Writer) (*pieces.Output, error)) error {
	o, err := rewrite(l)
	if err == nil && !o.Changed {
		if s.Type == detect.Mbox {
			s.Folder.RemoveDotlock(s.Base) // a killed run may have left the dotlock after it replaced the mailbox
		}
		return resume.Stay(j, s)
	}
	if err != nil {
		return source.AdviseBroken(err, ": left as it is")
	}
	name, err := w.newName(s, o)
	if err != nil {
		j.NotWritten()
		return err
	}
	if err := l.Resemble(s.In); err != nil {
		return fmt.Errorf("%s: not written: %w", s.Name, err)
	}
	err = resume.Read(j, s)
	if err == nil {
		err = l.End()
	}
	if err == nil {
		err = w.Tracker.Complete(j, s, l.File, at(s, name), true)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	j.Commit = func() error { return w.commit(j, s, l, name) }
	return nil
}

// newName returns the name that a changed result gets, or an error if it is not written in place.
func (w *Writer) newName(s *source.Source, o *pieces.Output) (string, error) {
	name := s.Base
	if s.Mail {
		name = maildir.Resized(s.Base, o.Size, o.Size+o.BareLFs)
	}
	if name != s.Base && !w.Rename {
		return "", fmt.Errorf("%s: would change, and its name contains its size: give --rename, or -o DIR for a new tree", s.Name)
	}
	if w.BackupSuffix != "" && besideMail(s) {
		return "", fmt.Errorf("%s: would change, and a backup in a Maildir would be a message: give --backup=DIR/ for backups elsewhere, or -o DIR for a new tree", s.Name)
	}
	return name, nil
}

// commit gives the result its name.
func (w *Writer) commit(j *job.Job, s *source.Source, l *lazyFile, name string) error {
	unlock, err := w.dotlock(s)
	if err != nil {
		j.NotWritten()
		return fmt.Errorf("%s: %w", s.Name, errors.Join(err, l.Discard()))
	}
	if name == s.Base {
		err = w.rename(j, s, l.File)
	} else {
		err = w.resize(j, s, l.File, name)
	}
	if err != nil {
		j.NotWritten()
	}
	err = errors.Join(err, unlock())
	if err == nil && name != s.Base {
		err = l.Retire(s.Base)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	resume.Named(j)
	if name != s.Base {
		return w.Written(j, filepath.Join(filepath.Dir(s.Name), name))
	}
	w.addName(j, s)
	return w.Written(j, s.Name)
}

// resize gives the temporary file for a source a name with its own size.
func (w *Writer) resize(j *job.Job, s *source.Source, f *atomicfile.File, name string) error {
	if resume.Wrote(j, at(s, name)) {
		// An earlier run was killed before it removed the old name.
		if same, err := f.Equals(name); err != nil || same {
			return errors.Join(err, f.Discard())
		}
	}
	return f.Commit(name, func() error { return w.ready(s, name) })
}

// at returns the path for the manifest of a source that gets a name.
func at(s *source.Source, name string) string {
	if name == s.Base { // the path may be a symbolic link
		return s.Key()
	}
	return path.Join(path.Dir(s.Key()), name)
}

// ready checks that the source may be replaced by a file called name, and makes the backup. The
// error says why the source must not be replaced.
func (w *Writer) ready(s *source.Source, name string) error {
	err := free(s, atomicfile.Unchanged)
	switch {
	case err != nil:
		return err
	case w.backs():
		if err := w.backUp(s); err != nil {
			return err
		}
		err = free(s, atomicfile.SameContent) // once more, because the backup may have taken a while
	}
	if err == nil && name != s.Base {
		return vacant(s.Folder, name)
	}
	return err
}

// free returns [job.ErrChanged] unless the source is still the file that was read: mail may have
// been delivered to it, a mail reader may have renamed it, or its owner may have made it private.
// same compares the two file infos. free also returns an error if another program has locked the
// source.
func free(s *source.Source, same func(before, now fs.FileInfo) bool) error {
	now, err := s.Folder.Lstat(s.Base)
	if err != nil {
		return err
	}
	if !same(s.Info, now) {
		return job.ErrChanged
	}
	return locked(s)
}

// vacant returns an error if a file called name exists in a folder.
func vacant(in *atomicfile.Folder, name string) error {
	switch _, err := in.Lstat(name); {
	case err == nil:
		return fmt.Errorf("not written: a file %s exists", name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}
