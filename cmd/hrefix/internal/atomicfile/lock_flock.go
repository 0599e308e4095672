//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// locks says that the system has locks that end with their process, and that an open file can
// be renamed.
const locks = true

// lock locks a file until it is closed by all processes. The error is ErrInUse if another
// process has locked it. Any other error says that the file cannot be locked, as in some file
// systems.
func lock(f *os.File, _ int) error {
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
