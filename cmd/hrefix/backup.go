package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/internal/engine"
)

// A backup is the file as it was, beside the new one, with a suffix after its name. It
// is made before the new file gets the name, so that at any time the old or the new file
// has it. No existing file is replaced by a backup.
//
// In a Maildir no backups are made, because every file there is a message.

// defaultSuffix is that of backups.
const defaultSuffix = ".orig"

// A suffix is that of backups, if there are to be any. It implements [pflag.Value].
type suffix struct {
	given bool
	text  string
}

func (s *suffix) String() string { return s.text }
func (s *suffix) Type() string   { return "string" }

func (s *suffix) Set(text string) error {
	s.given, s.text = true, text
	return nil
}

var _ pflag.Value = (*suffix)(nil)

// backUp makes the backup of a source that is about to be replaced, and syncs the directory:
// otherwise the new file might survive a loss of power, and the backup not.
func (d *destination) backUp(s *source) error {
	name := s.Base + d.backup.text
	err := s.Folder.Link(s.Base, name)
	switch {
	case errors.Is(err, fs.ErrExist):
		err = d.isBackedUp(s, name)
	case err != nil: // the file system knows no links, or no more of this file
		err = d.copyTo(s, name)
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
func (d *destination) isBackedUp(s *source, name string) error {
	if now, err := s.Folder.Lstat(name); err == nil && os.SameFile(now, s.info) {
		return nil
	}
	return fmt.Errorf("not written: there is a file %s: remove it, or give --backup=SUFFIX with another suffix", name)
}

// copyTo makes the backup as a copy.
func (d *destination) copyTo(s *source, name string) error {
	in, _, err := s.Folder.OpenRead(s.Base)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := d.c.temps.Create(s.Folder, s.info)
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
			return d.isBackedUp(s, name)
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("not written: its backup: %w: give --backup=SUFFIX with another suffix", cause.Of(err))
		}
		return nil
	})
}

// besideMail reports whether all that lies beside a source is mail: messages of a
// Maildir need not tell, and a single one was perhaps given without the others.
func (s *source) besideMail() bool {
	real, err := filepath.EvalSymlinks(s.Name)
	return s.Mail || s.typ == engine.Message && err == nil && maildir.HoldsMessages(inputs.NameOf(filepath.Dir(real)))
}

// isBackup reports whether a file that was found in a directory is the backup of
// another one there: it is no document, then.
func (s *source) isBackup(suffix string) bool {
	if !s.Found {
		return false
	}
	for _, suffix := range []string{suffix, defaultSuffix} {
		original, ok := strings.CutSuffix(s.Base, suffix)
		if !ok || original == "" || suffix == "" {
			continue
		}
		if info, err := s.Folder.Lstat(original); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}
