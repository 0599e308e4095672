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
	later   bool                        // GiveAttributes syncs the directory later
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
	return syncDir(f.Root)
}

// syncDir writes the names in a directory to the disk. It returns nil if the directory may not
// be read, or its file system does not sync directories.
func syncDir(dir *os.Root) error {
	if !posix { // the system syncs directories itself
		return nil
	}
	f, err := OpenDir(dir, ".")
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	return syncOpen(f)
}

// syncOpen writes the names in an open directory to the disk.
func syncOpen(f *os.File) error {
	err := f.Sync()
	for _, none := range []error{syscall.EINVAL, syscall.EBADF, errors.ErrUnsupported} {
		if errors.Is(err, none) {
			return nil
		}
	}
	return err
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
// call. Package os repeats most of these calls. The functions below repeat the calls that it does not.

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

// Folders opens the directories below a root. Each directory is opened by its name in its parent,
// and the parents of the last directory stay open, so that a walk through a tree opens each
// directory once, however deep it is.
//
// On a long path only some directories stay open: the innermost, and fewer and fewer of those above
// (see keeps). A walk back up a tree of 10,000 levels opens each directory four times at most.
type Folders struct {
	Root  *os.Root
	Later map[string]bool // paths of directories that [GiveAttributes] syncs later
	name  string          // the path of the last directory, or "" for the root
	path  []step          // the steps to the last directory; the first is the root, which stays open
}

// A step leads from a directory to a subdirectory.
type step struct {
	end    int     // the length of the subdirectory's path, or -1 for the root
	folder *Folder // nil if the subdirectory does not stay open
}

// Open returns the directory with a slash-separated path below the root; "." is the root. The
// caller has to release it.
func (f *Folders) Open(name string) (*Folder, error) {
	if len(f.path) == 0 {
		root, err := f.in(f.Root, ".", ".")
		if err != nil {
			return nil, err
		}
		f.path = []step{{-1, root}}
	}
	if name == "." {
		name = ""
	}
	f.cut(f.common(name))
	f.name = name
	up := f.path[len(f.path)-1]
	for ; up.folder == nil; up = f.path[len(f.path)-1] { // the last open parent
		f.cut(len(f.path) - 1)
	}
	for name != "" && up.end < len(name) {
		part, _, _ := strings.Cut(name[up.end+1:], "/")
		end := up.end + 1 + len(part)
		next, err := f.in(up.folder.Root, part, name[:end])
		if err != nil && len(f.path) > 1 {
			// A symbolic link may lead elsewhere below the root.
			if linked, err2 := f.in(f.Root, name[:end], name[:end]); err2 == nil {
				next, err = linked, nil
			}
		}
		if err != nil {
			return nil, err
		}
		up = step{end, next}
		f.path = append(f.path, up)
		f.thin(len(f.path) - 1)
	}
	return up.folder.Hold(), nil
}

// Close releases all directories. It does not close the root.
func (f *Folders) Close() { f.cut(0) }

// common returns the number of steps that the last path and the path name have in common.
func (f *Folders) common(name string) int {
	for i, start := 1, 0; i < len(f.path); i++ {
		end := f.path[i].end
		if end > len(name) || name[start:end] != f.name[start:end] || end < len(name) && name[end] != '/' {
			return i
		}
		start = min(end+1, len(name))
	}
	return len(f.path)
}

// cut releases the directories after the first steps steps.
func (f *Folders) cut(steps int) {
	for i := range f.path[steps:] {
		f.path[steps+i].folder.Release()
	}
	clear(f.path[steps:])
	f.path = f.path[:steps]
}

// in opens a directory in the directory root. whole is its path below f.Root.
func (f *Folders) in(root *os.Root, name, whole string) (*Folder, error) {
	opened, err := root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	folder := NewFolder(opened)
	folder.later = f.Later[whole]
	return folder, nil
}

// window is the number of directories of each kind that stay open: see keeps.
const window = 16

// thin closes directories on a path of steps open steps, once for each window.
func (f *Folders) thin(steps int) {
	if steps%window != 0 {
		return
	}
	for i := 1; i <= steps; i++ {
		if f.path[i].folder != nil && !keeps(i, steps) {
			f.path[i].folder.Release()
			f.path[i].folder = nil
		}
	}
}

// keeps reports whether the directory after step at stays open on a path of steps steps. The last
// window directories stay open. Farther up, every 16th directory stays open, again up to window
// directories; above these every 256th, and so on.
func keeps(at, steps int) bool {
	for unit := 1; at%unit == 0; unit *= window {
		if steps/unit-at/unit < window {
			return true
		}
	}
	return false
}
