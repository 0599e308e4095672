package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock locks a file until it is closed. The error is [ErrInUse] if another process has locked it.
// Any other error means that the file cannot be locked. Windows keeps other processes from reading
// locked bytes, so the lock is on a byte far after the end of the file.
func Lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	far := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, far)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrInUse
	}
	return err
}

// Locked reports whether another process has called Lock for a file. Locked itself locks the file.
func Locked(f *os.File) bool { return errors.Is(Lock(f), ErrInUse) }
