package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// errInUse is the error of locking what somebody else has locked.
var errInUse = errors.New("in use by another process")

// has reports whether that file has that name in the folder.
func (f *folder) has(name string, file *os.File) bool {
	there, err := f.Lstat(name)
	if err != nil || !there.Mode().IsRegular() {
		return false
	}
	info, err := file.Stat()
	return err == nil && os.SameFile(there, info)
}

// seize opens a temporary, and locks it. So nobody has use for it: it was left behind.
// The error is errInUse if somebody has, and [fs.ErrNotExist] if it is not there, or
// no regular file; any other says that this cannot be known.
func (f *folder) seize(name string) (*os.File, error) {
	process, _, ok := parseTemporary(name)
	if info, err := f.Lstat(name); err != nil || !ok || !info.Mode().IsRegular() {
		return nil, errors.Join(fs.ErrNotExist, err)
	}
	// Locks that are kept by a server are for those who may write.
	file, err := f.OpenFile(name, os.O_RDWR|nonblock, 0)
	if err != nil {
		file, err = f.OpenFile(name, os.O_RDONLY|nonblock, 0)
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

// removeOrphan removes a temporary that was left behind. The error is that of seize, or
// says that it cannot be removed.
func (f *folder) removeOrphan(name string) error {
	file, err := f.seize(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return f.Remove(name)
}

// sweep removes what other runs left behind in a folder, the first time that it is
// asked to. What has to stay is told by [tree.orphan] of another run.
func (t *temporaries) sweep(in *folder) {
	if _, again := t.swept.LoadOrStore(in.Name(), nil); again {
		return
	}
	dir, err := in.Open(".")
	if err != nil {
		return
	}
	defer dir.Close()
	for err == nil {
		var names []string
		names, err = dir.Readdirnames(1000) // which all directories but few have
		for _, name := range names {
			if isTemporary(name) && !t.made(name) {
				_ = in.removeOrphan(name)
			}
		}
	}
}

// orphan takes a temporary of another run, which is told under that name: one that was
// left behind is removed if files are written in place.
func (t *tree) orphan(name, rel string) {
	in, err := t.folders.open(path.Dir(rel))
	if err == nil {
		defer in.release()
		var file io.Closer
		if t.c.flags.write {
			err = in.removeOrphan(path.Base(rel))
		} else if file, err = in.seize(path.Base(rel)); err == nil {
			file.Close()
		}
	}
	switch {
	case errors.Is(err, errInUse) || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		t.put(nil, remark{fmt.Errorf("%s: passed over: a temporary file of hrefix: remove it unless another run is writing", name)})
	case !t.c.flags.write:
		t.put(nil, remark{fmt.Errorf("%s: passed over: left behind by a run of hrefix that did not end well: remove it", name)})
	}
}
