package write

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A program that delivers mail locks the mailbox, opens it, and appends a message. If the mailbox is
// replaced meanwhile, the message goes to the old file and is lost. There are two kinds of locks, and
// most programs use both: a dotlock, which is the file inbox.lock beside the mailbox inbox, and a lock
// of the system on the open mailbox.
//
// A mailbox is replaced only under its dotlock, so that a program that waits for the lock opens the
// new file. No lock of another program is broken, however old it is: that program may be alive on another
// machine. The dotlock of the process that has started this one counts as its own, so that
// dotlockfile(1) can lock the mailbox for the whole run. A file of any kind that has a lock of the
// system is not replaced. Messages of a Maildir have no locks.

// errLocked is the error of a file that another program has locked.
var errLocked = errors.New("not written: locked by another program: try again later")

// dotlock makes the dotlock of a source that is a mailbox. unlock removes it. The error says that
// another program has the lock. A rehearsal makes no dotlock.
func (w *InPlace) dotlock(s *source.Source) (unlock func() error, err error) {
	unlock = func() error { return nil }
	if s.Type != detect.Mbox {
		return unlock, nil
	}
	if info, err := os.Lstat(s.Name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		// The name of the symbolic link may be the only name that another program knows.
		if in, err := atomicfile.OpenFolder(filepath.Dir(s.Name)); err == nil {
			err = held(in, filepath.Base(s.Name))
			in.Release()
			if err != nil {
				return nil, err
			}
		}
	}
	if w.Rehearses {
		return unlock, held(s.Folder, s.Base)
	}
	name := s.Base + atomicfile.DotlockSuffix
	lock, err := w.Temps.Dotlock(s.Folder, s.Base)
	switch {
	case err == nil:
		return func() error {
			if err := lock.Discard(); err != nil {
				return fmt.Errorf("its lock %s stays: %w", name, cause.Of(err))
			}
			return nil
		}, nil
	case errors.Is(err, fs.ErrExist):
		return unlock, held(s.Folder, s.Base)
	}
	return nil, fmt.Errorf("not written: its lock %s: %w", name, cause.Of(err))
}

// held returns an error if the dotlock of a mailbox in a folder exists, unless the process that started
// this one made it.
func held(in *atomicfile.Folder, mailbox string) error {
	name := mailbox + atomicfile.DotlockSuffix
	info, err := in.Lstat(name)
	if err != nil {
		return nil
	}
	if f, _, err := in.OpenRead(name); err == nil {
		defer f.Close() // the file was only read
		text, _ := io.ReadAll(io.LimitReader(f, 64))
		// The numbers 0 and 1 say nothing: each container has a process 1, and some programs write 0 into every dotlock.
		if parent := os.Getppid(); parent > 1 && strings.TrimSpace(string(text)) == strconv.Itoa(parent) {
			return nil
		}
	}
	return fmt.Errorf("%w, or remove %s, made %s, if no program uses the mailbox", errLocked, name, info.ModTime().Format("2006-01-02 15:04"))
}
