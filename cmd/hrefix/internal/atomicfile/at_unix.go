//go:build unix && !aix && !dragonfly

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// MayCreate returns an error if this process may not create files in the folder. It creates none.
func (f *Folder) MayCreate() error {
	dir, err := OpenDir(f.Root, ".")
	if err != nil {
		return err
	}
	defer dir.Close() // nothing was written to the directory
	return unix.Faccessat(int(dir.Fd()), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}

// likeLink gives a symbolic link in a folder the owner and the time of another link.
func likeLink(in *Folder, name string, info fs.FileInfo) error {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	owner := in.Lchown(name, int(s.Uid), int(s.Gid))
	dir, err := OpenDir(in.Root, ".")
	if err != nil {
		return err
	}
	defer dir.Close() // nothing was written to the directory
	when, err := unix.TimeToTimespec(info.ModTime())
	if err == nil {
		err = unix.UtimesNanoAt(int(dir.Fd()), name, []unix.Timespec{when, when}, unix.AT_SYMLINK_NOFOLLOW)
	}
	return errors.Join(owner, err)
}

// mkdirUnfinished makes a directory in the directory in. On Linux it is unfinished from the beginning, so that a
// killed run leaves no directory that the next run cannot recognise. On other systems, the caller has to add the
// sticky bit. name has no slash.
func mkdirUnfinished(in *os.Root, name string) error {
	dir, err := OpenDir(in, ".")
	if err != nil {
		return in.Mkdir(name, Private) // the directory may be writable, but not readable
	}
	defer dir.Close()
	if err := unix.Mkdirat(int(dir.Fd()), name, uint32(Private.Perm()|unix.S_ISVTX)); err != nil {
		return &fs.PathError{Op: "mkdirat", Path: name, Err: err}
	}
	return nil
}
