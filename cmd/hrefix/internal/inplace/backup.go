package inplace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
)

// A backup is the old file, in the same directory, with a suffix after its name. It is made
// before the new file gets the name of the old one, so that the name exists at any time. A
// backup does not replace an existing file.
//
// In a Maildir no backups are made, because every file there is a message.

// backUp makes the backup of a source that is about to be replaced, and syncs the directory:
// otherwise the new file might survive a loss of power, and the backup not.
func (w *Writer) backUp(s *source.Source) error {
	name := s.Base + w.BackupSuffix
	err := s.Folder.Link(s.Base, name)
	switch {
	case errors.Is(err, fs.ErrExist):
		err = isBackedUp(s, name)
	case err != nil: // the file system does not support links, or no more links to this file
		err = w.copyTo(s, name)
	}
	if err != nil {
		return err
	}
	if err := s.Folder.Sync(); err != nil {
		return fmt.Errorf("not written: its backup: %w", cause.Of(err))
	}
	return nil
}

// isBackedUp returns an error unless the file of that name is a link to the source, which an
// earlier run made before it was killed.
func isBackedUp(s *source.Source, name string) error {
	if now, err := s.Folder.Lstat(name); err == nil && os.SameFile(now, s.Info) {
		return nil
	}
	return fmt.Errorf("not written: a file %s exists: remove it, or give --backup=SUFFIX with another suffix", name)
}

// copyTo makes the backup as a copy.
func (w *Writer) copyTo(s *source.Source, name string) error {
	in, _, err := s.Folder.OpenRead(s.Base)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := w.Temps.Create(s.Folder, s.Info)
	if err != nil {
		return err
	}
	_, err = io.Copy(t, in)
	if err == nil {
		err = t.Resemble(in)
	}
	if err == nil {
		err = t.End()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("not written: its backup: %w", cause.Of(err)), t.Discard())
	}
	return t.Commit(name, func() error {
		switch _, err := s.Folder.Lstat(name); {
		case err == nil:
			return isBackedUp(s, name)
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("not written: its backup: %w: give --backup=SUFFIX with another suffix", cause.Of(err))
		}
		return nil
	})
}

// besideMail reports whether the source is in a directory of messages. A single message of
// a Maildir may be given without the others, under a name that does not show what it is.
func besideMail(s *source.Source) bool {
	real, err := filepath.EvalSymlinks(s.Name)
	return s.Mail || s.Type == engine.Message && err == nil && maildir.HoldsMessages(inputs.NameOf(filepath.Dir(real)))
}
