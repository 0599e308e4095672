package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/hrefix/hrefix/internal/filelock"
)

// ErrInUse is the error of locking a file that another process has locked.
var ErrInUse = filelock.ErrInUse

// has reports whether the open file is called name in the folder.
func (f *Folder) has(name string, file *os.File) bool {
	there, err := f.Lstat(name)
	if err != nil || !there.Mode().IsRegular() {
		return false
	}
	info, err := file.Stat()
	return err == nil && os.SameFile(there, info)
}

// openToLock opens a regular file that another process may use, rename or remove meanwhile. The error is
// [fs.ErrNotExist] if there is no regular file called name.
func (f *Folder) openToLock(name string) (*os.File, error) {
	if info, err := f.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(fs.ErrNotExist, err)
	}
	// Some servers give locks only to processes that may write.
	file, err := f.OpenFile(name, os.O_RDWR|nonblock, 0)
	if err != nil {
		file, _, err = f.OpenRead(name)
	}
	return file, err
}

// Orphaned returns nil if a temporary, or a link that was made beside a temporary, is an orphan: the temporary can be
// locked, so no process uses it. If remove is set, Orphaned removes the orphan. The error is [ErrInUse] if a process uses
// the file, and [fs.ErrNotExist] if there is no regular file called name. After any other error it is not known whether
// the file is an orphan.
func (f *Folder) Orphaned(name string, remove bool) error {
	guard, isLink := strings.CutSuffix(name, linkSuffix)
	process, _, ok := parseName(guard)
	if !ok {
		return fs.ErrNotExist
	}
	file, err := f.openToLock(guard)
	if err == nil {
		defer file.Close()                                                // the file was only read
		if err = lock(file, process); err == nil && !f.has(guard, file) { // the file was renamed or removed
			err = fs.ErrNotExist
		}
	}
	switch {
	case err != nil && !(isLink && errors.Is(err, fs.ErrNotExist)): // a temporary is removed after the link beside it
		return err
	case !remove:
		return nil
	}
	return f.Remove(name)
}

// Sweep removes the orphans in a folder when it is first called for the folder. A run that reads
// the directory reports the orphans that it cannot remove.
func (t *Temporaries) Sweep(in *Folder) {
	if _, again := t.swept.LoadOrStore(in.Name(), nil); again {
		return
	}
	dir, err := OpenDir(in.Root, ".")
	if err != nil {
		return
	}
	defer dir.Close()
	for err == nil {
		var names []string
		names, err = dir.Readdirnames(1000) // more names than most directories have
		for _, name := range names {
			if t.MayRemove(name) && !t.Made(name) {
				_ = in.Orphaned(name, true)
			}
		}
	}
}
