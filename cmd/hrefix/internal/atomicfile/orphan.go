package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// ErrInUse is the error of locking what somebody else has locked.
var ErrInUse = errors.New("in use by another process")

// has reports whether that file has that name in the folder.
func (f *Folder) has(name string, file *os.File) bool {
	there, err := f.Lstat(name)
	if err != nil || !there.Mode().IsRegular() {
		return false
	}
	info, err := file.Stat()
	return err == nil && os.SameFile(there, info)
}

// Seize opens a temporary, and locks it. So nobody has use for it: it is an orphan.
// The error is [ErrInUse] if somebody has, and [fs.ErrNotExist] if it is not there, or
// no regular file; any other says that this cannot be known.
func (f *Folder) Seize(name string) (*os.File, error) {
	process, _, ok := parseName(name)
	if info, err := f.Lstat(name); err != nil || !ok || !info.Mode().IsRegular() {
		return nil, errors.Join(fs.ErrNotExist, err)
	}
	// Locks that are kept by a server are for those who may write.
	file, err := f.OpenFile(name, os.O_RDWR|nonblock, 0)
	if err != nil {
		file, _, err = f.OpenRead(name)
	}
	if err != nil {
		return nil, err
	}
	err = lock(file, process)
	if err == nil && !f.has(name, file) { // it has got another name, or was removed
		err = fs.ErrNotExist
	}
	if err != nil {
		file.Close() // nothing was written to it
		return nil, err
	}
	return file, nil
}

// RemoveOrphan removes a temporary that was left behind. The error is that of
// [Folder.Seize], or says that it cannot be removed.
func (f *Folder) RemoveOrphan(name string) error {
	file, err := f.Seize(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return f.Remove(name)
}

// sweep removes the orphans in a folder, the first time that it is asked to. What has to
// stay is for a run that reads the directory to tell.
func (t *Temporaries) sweep(in *Folder) {
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
		names, err = dir.Readdirnames(1000) // which all directories but few have
		for _, name := range names {
			if IsTemporary(name) && !t.Made(name) {
				_ = in.RemoveOrphan(name)
			}
		}
	}
}
