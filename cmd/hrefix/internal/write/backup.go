package write

import (
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
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
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
// over all that is in it. A rehearsal makes nothing, and returns an error if the directory could not be made.
func (w *InPlace) OpenBackups(dir string, in *inputs.Inputs) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("--backup=%s: %w", dir, cause.Of(err))
		}
	}()
	for _, arg := range in.Args {
		switch {
		case in.Keeps(arg) != nil:
		case inputs.IsIn(dir, arg):
			return fmt.Errorf("it is in %s: give a directory elsewhere", arg)
		case inputs.IsIn(arg, dir):
			return fmt.Errorf("%s is in it: give a directory elsewhere", arg)
		}
	}
	at := filepath.Clean(dir)
	if !w.Rehearses {
		err = os.MkdirAll(at, atomicfile.Private)
		if errors.Is(err, fs.ErrNotExist) { // the directory exists, but nothing can be made in it, as in /proc
			err = errors.New("no directory can be made there: give another one")
		}
	}
	if err == nil {
		w.backups.Root, err = os.OpenRoot(dir)
	}
	switch {
	case err != nil && w.Rehearses:
		return mayMake(at)
	case err != nil:
		return err
	}
	w.backupDir = dir
	marked := inputs.IsMarked(w.backups.Root.FS())
	if !marked {
		list, err := fs.ReadDir(w.backups.Root.FS(), ".")
		other := func(d fs.DirEntry) bool { return d.Name() != inputs.BackupMark || !d.Type().IsRegular() }
		switch {
		case err != nil:
			return err
		case slices.ContainsFunc(list, other):
			return errors.New("has other files, which later runs would pass over: give a new or an empty directory")
		}
	}
	switch {
	case w.Rehearses:
		return mayCreateIn(dir)
	case !marked:
		err = w.markBackups()
	}
	if err == nil {
		err = w.openKept()
	}
	if err == nil {
		err = syncNames(atomicfile.OpenFolder(filepath.Dir(at))) // its name survives a loss of power, too
	}
	if err == nil {
		w.sweepBackups()
	}
	return err
}

// mayMake returns an error if this process may not make a directory and its missing parents.
func mayMake(dir string) error {
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return errors.New("is no directory, or a symbolic link that leads nowhere: give another name")
	}
	err := mayCreateIn(dir)
	for ; errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir); err = mayCreateIn(dir) {
		dir = filepath.Dir(dir)
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

// markBackups makes the mark of the directory of backups.
func (w *InPlace) markBackups() error {
	f, err := w.backups.Root.OpenFile(inputs.BackupMark, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()                         // the content is synced
	_, err = f.WriteString(inputs.MarkText) // another run may write the same text at the same time
	return errors.Join(err, f.Sync())       // the name of the mark is synced with the first backup
}

// sweepBackups removes temporary files that failed or killed runs have left in the directory of backups. Other sweeps do
// not find them, because no run reads that directory.
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

// syncNames syncs the names in a directory that was opened, or returns the error of opening it. It closes the directory.
func syncNames(in *atomicfile.Folder, err error) error {
	if err != nil {
		return err
	}
	defer in.Release()
	return in.Sync()
}

// backUp makes the backup of a source that is about to be replaced, and syncs the directory:
// otherwise the new file might survive a loss of power, and the backup not. In a rehearsal it makes no backup, and
// returns the error that making it would give, as far as it can be found without writing.
func (w *InPlace) backUp(s *source.Source) error {
	in, name, err := w.placeOf(s)
	if err != nil {
		return fmt.Errorf("not written: its backup: %w", cause.Of(err))
	}
	defer in.Release()
	switch {
	case in == nil: // the rehearsal has already examined the directory of backups
		return nil
	case w.Rehearses:
		if err := in.MayCreate(); err != nil {
			return fmt.Errorf("not written: its backup: %w", creating(in, err))
		}
		if _, err := in.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return w.isBackedUp(s, in, name, w.backupDir != "")
	case w.backupDir == "":
		err = in.Link(s.Base, name)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		err = w.isBackedUp(s, in, name, false)
	case w.backupDir != "" || err != nil: // an error: the file system has no hard links, or allows no more for this file
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
// missing directories, and syncs their names; a rehearsal gets no folder then. The caller has to release the folder.
func (w *InPlace) placeOf(s *source.Source) (in *atomicfile.Folder, name string, err error) {
	if w.backupDir == "" {
		return s.Folder.Hold(), s.Base + w.BackupSuffix, nil
	}
	dir, name := path.Split(backupPath(s))
	dir = path.Clean(dir)
	in, err = w.backups.Open(dir)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return in, name, err
	case w.Rehearses:
		return nil, "", nil
	}
	if err := w.backups.Root.MkdirAll(dir, atomicfile.Private); err != nil {
		return nil, "", err
	}
	for parent := dir; parent != "."; {
		parent = path.Dir(parent)
		if err := syncNames(w.backups.Open(parent)); err != nil {
			return nil, "", err
		}
	}
	in, err = w.backups.Open(dir)
	return in, name, err
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

// copyTo makes the backup of a source as a copy called name in the folder to.
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
			err = nil // the process may not change the owner there; nobody gets more rights than before
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
