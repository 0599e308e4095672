//go:build !unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// nonblock and noatime are flags of Unix.
const (
	nonblock = 0
	noatime  = 0
)

// posix is false: an open file cannot be renamed here. Files are closed before, and not locked.
const posix = false

// lock returns nil if the process that created the file has ended, so no process uses the file. Only Windows
// tells.
func lock(_ *os.File, process int) error {
	const invalidParameter = syscall.Errno(87) // ERROR_INVALID_PARAMETER: no such process
	p, err := os.FindProcess(process)
	if errors.Is(err, invalidParameter) {
		return nil
	}
	if err == nil {
		err = p.Release()
	}
	return errors.Join(errors.ErrUnsupported, err)
}

// Identify returns the zero Identity and 1 link: here an info has neither.
func Identify(fs.FileInfo) (id Identity, links int) { return id, 1 }

// setOwner does nothing: files have no owner in the sense of POSIX.
func setOwner(*os.File, fs.FileInfo) error { return nil }

// MayOwn returns nil.
func (f *Folder) MayOwn(fs.FileInfo) error { return nil }

// timesOf returns the time of the content and the zero time: the system does not report when a file was last read, and
// does not record when its attributes changed.
func timesOf(info fs.FileInfo) (read, changed time.Time) { return info.ModTime(), changed }

// MayCreate returns nil: the system does not tell whether this process may create files in the folder.
func (f *Folder) MayCreate() error { return nil }

// likeLink does nothing: links have no owner and no time here, or the system cannot set these.
func likeLink(*Folder, string, fs.FileInfo) error { return nil }

// mkdirUnfinished makes a directory in the directory in. The caller adds the sticky bit, which
// makes the new directory unfinished.
func mkdirUnfinished(in *os.Root, name string) error { return in.Mkdir(name, Private) }
