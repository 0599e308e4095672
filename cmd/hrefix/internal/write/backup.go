package write

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A backup is a link to the old file, or a copy of it. It is in the same directory, with a suffix after the
// name, or in a directory of backups, at the path that -o would give the result there. It is made before
// the new file gets the name of the old file, so that the name exists at any time. A backup does not
// replace an existing file.
//
// A directory of backups has a mark, so that later runs do not rewrite the backups: see [inputs.BackupMark].
//
// In a Maildir no backups are made beside messages, because every file there is a message.

// OpenBackups opens the directory of backups, and makes it if it does not exist. No input may hold it or be in it;
// inputs that are passed over as backups do not count. A directory that exists must be empty or have the mark: runs pass
// over all that is in it.
func (w *InPlace) OpenBackups(dir string, in *inputs.Inputs) error {
	if err := apart(dir, in); err != nil {
		return err
	}
	err := os.MkdirAll(filepath.Clean(dir), atomicfile.Private)
	if err == nil {
		w.backups.Root, err = os.OpenRoot(dir)
	}
	if err == nil {
		err = w.markBackups()
	}
	if err == nil {
		err = syncNames(filepath.Dir(filepath.Clean(dir))) // its name survives a loss of power, too
	}
	if err != nil {
		return fmt.Errorf("--backup=%s: %w", dir, cause.Of(err))
	}
	w.backupDir = dir
	w.sweepBackups()
	return nil
}

// apart returns an error if the directory of backups is in an input, or an input in it.
func apart(dir string, in *inputs.Inputs) error {
	for _, arg := range in.Args {
		switch {
		case in.Keeps(arg) != nil:
		case inputs.IsIn(dir, arg):
			return fmt.Errorf("--backup=%s: it is in %s: give a directory elsewhere", dir, arg)
		case inputs.IsIn(arg, dir):
			return fmt.Errorf("--backup=%s: %s is in it: give a directory elsewhere", dir, arg)
		}
	}
	return nil
}

// markBackups makes the mark of the directory of backups, unless it has one.
func (w *InPlace) markBackups() error {
	if marked, err := checkMark(w.backups.Root); marked || err != nil {
		return err
	}
	f, err := w.backups.Root.OpenFile(inputs.BackupMark, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()                         // what it has is synced
	_, err = f.WriteString(inputs.MarkText) // another run may write the same at the same time
	return errors.Join(err, f.Sync())       // its name is synced with the first backup
}

// checkMark reports whether a directory has the mark of directories of backups. It returns an error if a directory
// without the mark has other files.
func checkMark(dir *os.Root) (bool, error) {
	if inputs.IsMarked(dir.FS()) {
		return true, nil
	}
	list, err := fs.ReadDir(dir.FS(), ".")
	other := func(d fs.DirEntry) bool { return d.Name() != inputs.BackupMark || !d.Type().IsRegular() }
	if err == nil && slices.ContainsFunc(list, other) {
		err = errors.New("has other files, which later runs would pass over: give a new or an empty directory")
	}
	return false, err
}

// sweepBackups removes what runs that failed or were killed have left in the directory of backups, which no run reads.
func (w *InPlace) sweepBackups() {
	_ = fs.WalkDir(w.backups.Root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // unreadable files stay
		}
		if in, err := w.backups.Open(name); err == nil {
			w.Temps.Sweep(in)
			in.Release()
		}
		return nil
	})
}

// syncNames syncs the names in a directory.
func syncNames(dir string) error {
	in, err := atomicfile.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer in.Release()
	return in.Sync()
}

// backs reports whether backups are made.
func (w *InPlace) backs() bool { return w.BackupSuffix != "" || w.backupDir != "" }

// backUp makes the backup of a source that is about to be replaced, and syncs the directory:
// otherwise the new file might survive a loss of power, and the backup not.
func (w *InPlace) backUp(s *source.Source) error {
	in, name, err := w.placeOf(s)
	if err != nil {
		return fmt.Errorf("not written: its backup: %w", cause.Of(err))
	}
	defer in.Release()
	if w.backupDir == "" {
		err = in.Link(s.Base, name)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		err = w.isBackedUp(s, in, name, false)
	case w.backupDir != "" || err != nil: // the file system does not support links, or no more links to this file
		err = w.copyTo(s, in, name)
	}
	if err != nil {
		return err
	}
	if err := in.Sync(); err != nil {
		return fmt.Errorf("not written: its backup: %w", cause.Of(err))
	}
	return nil
}

// placeOf returns the folder for the backup of a source, and its name there. In a directory of backups, it makes
// missing directories, and syncs their names. The caller has to release the folder.
func (w *InPlace) placeOf(s *source.Source) (in *atomicfile.Folder, name string, err error) {
	if w.backupDir == "" {
		return s.Folder.Hold(), s.Base + w.BackupSuffix, nil
	}
	dir, name := dirOf(s)
	in, err = w.backups.Open(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return in, name, err
	}
	if err := w.backups.Root.MkdirAll(dir, atomicfile.Private); err != nil {
		return nil, "", err
	}
	for parent := dir; parent != "."; {
		parent = path.Dir(parent)
		in, err := w.backups.Open(parent)
		if err != nil {
			return nil, "", err
		}
		err = in.Sync()
		in.Release()
		if err != nil {
			return nil, "", err
		}
	}
	in, err = w.backups.Open(dir)
	return in, name, err
}

// dirOf returns the directory for the backup of a source in the directory of backups, and its name there.
func dirOf(s *source.Source) (dir, name string) {
	dir, name = path.Split(path.Join(filepath.ToSlash(s.Top), s.Rel))
	return path.Clean(dir), name
}

// isBackedUp returns nil if the file name is a backup of the source that an earlier run made before it was
// killed: a link to the source or, if copies count, a file with the same content. Otherwise it returns an
// error. The name is in parentheses, because the summary groups errors by the text before a parenthesis.
func (w *InPlace) isBackedUp(s *source.Source, in *atomicfile.Folder, name string, copies bool) error {
	if now, err := in.Lstat(name); err == nil && os.SameFile(now, s.Info) {
		return nil
	}
	if copies {
		if same, err := s.Folder.Equals(s.Base, in, name); same != nil && err == nil {
			return nil
		}
	}
	if w.backupDir != "" {
		return fmt.Errorf("not written: a file with another content is where its backup would be (%s): give --backup=DIR/ with another directory", filepath.Join(in.Name(), name))
	}
	return fmt.Errorf("not written: another file is where its backup would be (%s): give --backup=DIR/, or another suffix", name)
}

// copyTo makes the backup as a copy.
func (w *InPlace) copyTo(s *source.Source, to *atomicfile.Folder, name string) error {
	in, _, err := s.Folder.OpenRead(s.Base)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := w.Temps.Create(to, s.Info)
	if err != nil {
		return fmt.Errorf("not written: its backup: %w", creating(to, err))
	}
	_, err = io.Copy(t, in)
	if err == nil {
		if err = t.Resemble(in); w.backupDir != "" && (errors.Is(err, atomicfile.ErrACL) || errors.Is(err, atomicfile.ErrOwner)) {
			err = nil // another owner may be impossible there, and nobody gets more rights
		}
	}
	if err == nil {
		err = t.End()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("not written: its backup: %w", cause.Of(err)), t.Discard())
	}
	switch err := t.CommitNew(name); {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return errors.Join(w.isBackedUp(s, to, name, true), t.Discard())
	}
	return t.Commit(name, func() error { // the file system has no links
		switch _, err := to.Lstat(name); {
		case err == nil:
			return w.isBackedUp(s, to, name, true)
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("not written: its backup: %w: give --backup=DIR/, or another suffix", cause.Of(err))
		}
		return nil
	})
}

// besideMail reports whether the source is in a directory of messages. A single message of a
// Maildir may be given, under a name that does not show that it is a message.
func besideMail(s *source.Source) bool {
	real, err := filepath.EvalSymlinks(s.Name)
	return s.Mail || s.Type == detect.Message && err == nil && maildir.HoldsMessages(inputs.NameOf(filepath.Dir(real)))
}

// LookForBackups does what OpenBackups does, but makes nothing. If the directory does not exist, it returns an
// error if it could not be made.
func (w *InPlace) LookForBackups(dir string, in *inputs.Inputs) error {
	if err := apart(dir, in); err != nil {
		return err
	}
	if err := w.lookFor(dir); err != nil {
		return fmt.Errorf("--backup=%s: %w", dir, cause.Of(err))
	}
	return nil
}

// lookFor opens the directory of backups if it exists.
func (w *InPlace) lookFor(dir string) (err error) {
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
func (w *InPlace) Rehearse(j *job.Job, s *source.Source, o *pieces.Output) error {
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

func (w *InPlace) rehearse(s *source.Source) error {
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
func (w *InPlace) rehearseBackup(s *source.Source) error {
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
