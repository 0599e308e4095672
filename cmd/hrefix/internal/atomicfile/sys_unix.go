//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hrefix/hrefix/internal/filelock"
)

// nonblock is a flag with which opening a named pipe does not wait for its writer, and the runtime does not ask
// whether it can wait for a regular file.
const nonblock = syscall.O_NONBLOCK

// noatime is O_NOATIME, with which reading a file leaves its access time. Only Linux has it.
var noatime = map[string]int{"linux": 0x40000}[runtime.GOOS]

// posix says that the system has permissions, and that an open file can be renamed, and so stays locked until then.
const posix = true

// lock locks a file until it is closed by all processes. The error is ErrInUse if another process
// has locked it. Any other error means that the file cannot be locked; some systems and some file
// systems have no locks that end with their process.
func lock(f *os.File, _ int) error { return filelock.Lock(f) }

// Identify returns the identity of a file, and the number of its hard links. For nil, it returns the zero Identity and 1.
func Identify(info fs.FileInfo) (id Identity, links int) {
	if info == nil {
		return id, 1
	}
	s := info.Sys().(*syscall.Stat_t)
	return Identity{uint64(s.Dev), uint64(s.Ino)}, int(s.Nlink)
}

// timesOf returns when a file was last read, and when its content or attributes changed last.
func timesOf(info fs.FileInfo) (read, changed time.Time) { return times(info.Sys().(*syscall.Stat_t)) }

// setOwner gives f the owner and the group in info.
func setOwner(f *os.File, info fs.FileInfo) error {
	now, err := f.Stat()
	if err != nil {
		return err
	}
	is, want := now.Sys().(*syscall.Stat_t), info.Sys().(*syscall.Stat_t)
	if is.Uid == want.Uid && is.Gid == want.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}

// MayOwn returns the error [ErrOwner] if setOwner would fail for a file that this process creates in the folder. It
// creates no file. Only root may give files to other users; a user may give a file to the groups of that user.
func (f *Folder) MayOwn(info fs.FileInfo) error {
	want := info.Sys().(*syscall.Stat_t)
	if os.Geteuid() == 0 {
		return nil
	}
	groups, _ := os.Getgroups() // nil if they are not known
	isOurs := slices.Contains(append(groups, os.Getegid()), int(want.Gid))
	if dir, err := f.Root.Stat("."); err == nil && !isOurs { // a new file may have the group of its folder
		isOurs = dir.Sys().(*syscall.Stat_t).Gid == want.Gid && (runtime.GOOS != "linux" || dir.Mode()&fs.ModeSetgid != 0)
	}
	if int(want.Uid) != os.Geteuid() || !isOurs {
		return ErrOwner
	}
	return nil
}

// MayCreate returns an error if this process may not create files in the folder. It creates none.
func (f *Folder) MayCreate() error {
	dir, err := OpenDir(f.Root, ".")
	if err != nil {
		return err
	}
	defer dir.Close() // nothing was written to the directory
	return unix.Faccessat(int(dir.Fd()), ".", unix.W_OK|unix.X_OK, 0)
}

// likeLink gives a symbolic link in a folder the owner and the time of another link.
func likeLink(in *Folder, name string, info fs.FileInfo) error {
	s := info.Sys().(*syscall.Stat_t)
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
