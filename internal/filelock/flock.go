//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Lock locks a file until it is closed by all processes. The error is [ErrInUse] if another
// process has locked it. Any other error says that the file cannot be locked.
func Lock(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		failed = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB)
	})
	if errors.Is(failed, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return errors.Join(err, failed)
}
