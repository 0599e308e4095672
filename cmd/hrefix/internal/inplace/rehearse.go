package inplace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// LookForBackups does what OpenBackups does, but makes nothing. If the directory does not exist, it returns an
// error if it could not be made.
func (w *Writer) LookForBackups(dir string, in *inputs.Inputs) error {
	if err := apart(dir, in); err != nil {
		return err
	}
	if err := w.lookFor(dir); err != nil {
		return fmt.Errorf("--backup=%s: %w", dir, cause.Of(err))
	}
	return nil
}

// lookFor opens the directory of backups if it exists.
func (w *Writer) lookFor(dir string) (err error) {
	if w.backups.Root, err = os.OpenRoot(dir); err == nil {
		w.backupDir = dir
		if _, err = checkMark(w.backups.Root); err != nil {
			return err
		}
		return mayCreateIn(dir)
	}
	at := filepath.Clean(dir)
	if info, err := os.Lstat(at); err == nil && !info.IsDir() {
		return errors.New("is no directory, or a symbolic link that leads nowhere: give another name")
	}
	for err = mayCreateIn(at); errors.Is(err, fs.ErrNotExist) && at != filepath.Dir(at); err = mayCreateIn(at) {
		at = filepath.Dir(at)
	}
	return err
}

// mayCreateIn returns an error if this process may not create files in a directory.
func mayCreateIn(dir string) error {
	in, err := atomicfile.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer in.Release()
	return in.MayCreate()
}

// Rehearse returns the error for which a run would not replace a source by its result, as far as that shows
// without writing: it does not look for room on the disk.
func (w *Writer) Rehearse(j *job.Job, s *source.Source, o *pieces.Output) error {
	_, err := w.newName(s, o)
	if err == nil {
		if err = w.rehearse(s); err != nil {
			err = fmt.Errorf("%s: %w", s.Name, cause.Of(err))
		}
	}
	if err != nil {
		j.NotWritten()
	}
	return err
}

func (w *Writer) rehearse(s *source.Source) error {
	if err := s.Folder.MayCreate(); err != nil {
		return fmt.Errorf("writing: %w", creating(s.Folder, err))
	}
	if s.Type == detect.Mbox {
		if err := cmp.Or(heldByName(s), held(s.Folder, s.Base)); err != nil {
			return err
		}
	}
	if err := free(s, atomicfile.Unchanged); err != nil || !w.backs() {
		return err
	}
	return w.rehearseBackup(s)
}

// rehearseBackup returns an error if another file is where the backup of a source would be, or the backup
// could not be made.
func (w *Writer) rehearseBackup(s *source.Source) error {
	in, name := s.Folder, s.Base+w.BackupSuffix
	if w.backupDir != "" {
		var dir string
		var err error
		dir, name = dirOf(s)
		switch in, err = w.backups.Open(dir); {
		case errors.Is(err, fs.ErrNotExist):
			return nil // LookForBackups has looked at the directory that all are in
		case err == nil:
			defer in.Release()
			if err = in.MayCreate(); err != nil {
				err = creating(in, err)
			}
		}
		if err != nil {
			return fmt.Errorf("not written: its backup: %w", cause.Of(err))
		}
	}
	if _, err := in.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return w.isBackedUp(s, in, name, w.backupDir != "")
}
