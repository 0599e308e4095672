//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// syncDir writes the names in a directory to the disk. It returns nil if the directory may not
// be read, or its file system does not sync directories.
func syncDir(dir *os.Root) error {
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

// chmodDir sets the permissions of an open directory.
func chmodDir(dir *os.File, mode fs.FileMode) error { return dir.Chmod(mode) }
