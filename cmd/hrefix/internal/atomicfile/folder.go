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

// A Folder is a directory that is kept open as long as somebody has use for it: a
// path of one name is all that the system is then given for a file in it. Nothing
// in it that is a symbolic link leads out of it.
type Folder struct {
	*os.Root
	users   atomic.Int32
	changed atomic.Pointer[Temporaries] // whose files got names here since the last Sync, or nil
	later   bool                        // somebody else brings it to the disk
}

// NewFolder returns a folder that has one user. It closes root in the end.
func NewFolder(root *os.Root) *Folder {
	f := &Folder{Root: root}
	f.users.Store(1)
	return f
}

// Hold adds a user.
func (f *Folder) Hold() *Folder {
	f.users.Add(1)
	return f
}

// Release takes leave of the folder, nil being none. The last user closes it, and brings
// the names that were given in it to the disk. [Temporaries.Unsynced] has what fails.
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

// changedBy notes that a name in the folder has changed.
func (f *Folder) changedBy(t *Temporaries) { f.changed.Store(t) }

// Sync brings the names in the folder to the disk. Some file systems do this themselves,
// and know no other way: that is no error.
func (f *Folder) Sync() error {
	f.changed.Store(nil)
	return uninterrupted(func() error { return syncDir(f.Root) })
}

// Unsynced returns the errors of folders in which names could not be brought to the disk,
// nil if there are none. Their files are whole, but a loss of power may bring back the old
// ones.
func (t *Temporaries) Unsynced() error {
	var errs []error
	t.unsynced.Range(func(name, err any) bool {
		errs = append(errs, fmt.Errorf("%s: its new names may not be on the disk: %w", name, cause.Of(err.(error))))
		return true
	})
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// ErrIrregular is the error of opening what is no regular file. A named pipe, which may
// have taken the place of one, could keep the reader waiting forever.
var ErrIrregular = errors.New("is no regular file")

// OpenRead opens the regular file of that name for reading, and returns what is known of
// it. The error is [ErrIrregular] if it is something else. OpenRead never waits for it.
func (f *Folder) OpenRead(name string) (*os.File, fs.FileInfo, error) {
	file, err := f.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrIrregular
	}
	if err != nil {
		file.Close() // nothing was written to it
		return nil, nil, err
	}
	return file, info, nil
}

// OpenDir opens a directory in another one to read the names there. It never waits, even
// if a named pipe has taken its place: reading names fails then.
func OpenDir(in *os.Root, name string) (*os.File, error) {
	return in.OpenFile(name, os.O_RDONLY|nonblock, 0)
}

// The methods of [os.Root] below give up when a signal comes in, which some file systems,
// over a network or as a process of a user, take for a reason.

// Lstat does what [os.Root.Lstat] does, whatever signals come.
func (f *Folder) Lstat(name string) (fs.FileInfo, error) { return stat(f.Root.Lstat, name) }

// Stat does what in.Stat does, whatever signals come.
func Stat(in *os.Root, name string) (fs.FileInfo, error) { return stat(in.Stat, name) }

func stat(by func(string) (fs.FileInfo, error), name string) (info fs.FileInfo, err error) {
	err = uninterrupted(func() error {
		info, err = by(name)
		return err
	})
	return info, err
}

// Link does what [os.Root.Link] does, whatever signals come.
func (f *Folder) Link(old, name string) error {
	return uninterrupted(func() error { return f.Root.Link(old, name) })
}

// Rename does what [os.Root.Rename] does, whatever signals come.
func (f *Folder) Rename(old, name string) error {
	return uninterrupted(func() error { return f.Root.Rename(old, name) })
}

// uninterrupted calls do again as long as signals interrupt it.
func uninterrupted(do func() error) error {
	for {
		if err := do(); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
