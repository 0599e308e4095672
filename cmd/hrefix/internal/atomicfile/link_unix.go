//go:build linux || darwin || freebsd || netbsd || openbsd

package atomicfile

import (
	"errors"
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

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
