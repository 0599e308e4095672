package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// A Folder is a directory that stays open while it has users. Its files are opened by single names,
// so no symbolic link leads out of the directory.
type Folder struct {
	*os.Root
	users   atomic.Int32
	changed atomic.Pointer[Temporaries] // the run that changed names here since the last Sync, or nil
	later   bool                        // GiveAttributes syncs it later
}

// NewFolder returns a folder with one user. It closes root at the end.
func NewFolder(root *os.Root) *Folder {
	f := &Folder{Root: root}
	f.users.Store(1)
	return f
}

// OpenFolder opens a directory as a folder with one user.
func OpenFolder(dir string) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return NewFolder(root), nil
}

// Hold adds a user.
func (f *Folder) Hold() *Folder {
	f.users.Add(1)
	return f
}

// Release removes a user. Removing the last user closes the folder, and syncs it if names in it
// have changed. [Temporaries.Unsynced] returns the errors. Release of nil does nothing.
func (f *Folder) Release() {
	if f == nil || f.users.Add(-1) > 0 {
		return
	}
	if all := f.changed.Load(); all != nil && !f.later {
		if err := f.Sync(); err != nil {
			all.unsynced.Store(f.Name(), err)
		}
	}
	f.Close()
}

// changedBy records that a name in the folder has changed.
func (f *Folder) changedBy(t *Temporaries) { f.changed.Store(t) }

// Sync writes the names in the folder to the disk. It returns nil if the file system does not
// support syncing because it syncs by itself.
func (f *Folder) Sync() error {
	f.changed.Store(nil)
	return uninterrupted(func() error { return syncDir(f.Root) })
}

// Unsynced returns the errors of folders that could not be synced, or nil. Their files are whole,
// but a loss of power may bring back the old files.
func (t *Temporaries) Unsynced() error {
	var errs []error
	t.unsynced.Range(func(name, err any) bool {
		errs = append(errs, fmt.Errorf("%s: its new names may not be on the disk: %w", name, cause.Of(err.(error))))
		return true
	})
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// ErrIrregular is the error of opening a file that is not regular, such as a named pipe, which
// could keep the reader waiting forever.
var ErrIrregular = errors.New("is not a regular file")

// OpenRead opens the regular file called name for reading, and returns its file info. The error is
// [ErrIrregular] for any other file. OpenRead does not wait for the writer of a pipe. On Linux,
// reading a file of the same user leaves its access time, so that a mailbox with new mail is still
// recognised as such.
func (f *Folder) OpenRead(name string) (*os.File, fs.FileInfo, error) {
	file, err := f.OpenFile(name, os.O_RDONLY|nonblock|noatime, 0)
	if errors.Is(err, fs.ErrPermission) { // only the owner may use noatime
		file, err = f.OpenFile(name, os.O_RDONLY|nonblock, 0)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrIrregular
	}
	if err != nil {
		file.Close() // the file was only read
		return nil, nil, err
	}
	return file, info, nil
}

// OpenDir opens a directory in the directory in, to read the names in it. If a named pipe has
// replaced the directory, OpenDir does not wait, and reading names fails.
func OpenDir(in *os.Root, name string) (*os.File, error) {
	return in.OpenFile(name, os.O_RDONLY|nonblock, 0)
}

// On some network and user file systems, methods of [os.Root] fail when a signal arrives during a
// call. The functions below try again.

// Lstat is [os.Root.Lstat], repeated after signals.
func (f *Folder) Lstat(name string) (fs.FileInfo, error) { return stat(f.Root.Lstat, name) }

// Stat is in.Stat, repeated after signals.
func Stat(in *os.Root, name string) (fs.FileInfo, error) { return stat(in.Stat, name) }

func stat(by func(string) (fs.FileInfo, error), name string) (info fs.FileInfo, err error) {
	err = uninterrupted(func() error {
		info, err = by(name)
		return err
	})
	return info, err
}

// Link is [os.Root.Link], repeated after signals.
func (f *Folder) Link(old, name string) error {
	return uninterrupted(func() error { return f.Root.Link(old, name) })
}

// Rename is [os.Root.Rename], repeated after signals.
func (f *Folder) Rename(old, name string) error {
	return uninterrupted(func() error { return f.Root.Rename(old, name) })
}

// uninterrupted repeats do while signals interrupt it.
func uninterrupted(do func() error) error {
	for {
		if err := do(); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
