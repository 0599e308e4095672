//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Lock locks a file until it is closed by all processes. The error is [ErrInUse] if another process
// has locked it. Any other error means that the file cannot be locked.
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

// Locked reports whether another program has a lock on a file, made by fcntl (POSIX), by an open
// file description (Linux), or by flock.
func Locked(f *os.File) bool {
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	lock := syscall.Flock_t{Type: syscall.F_WRLCK}
	var failed error
	err = conn.Control(func(fd uintptr) {
		failed = syscall.FcntlFlock(fd, syscall.F_GETLK, &lock)
	})
	if errors.Join(err, failed) == nil && lock.Type != syscall.F_UNLCK || errors.Is(Lock(f), ErrInUse) {
		return true
	}
	_ = conn.Control(func(fd uintptr) { _ = syscall.Flock(int(fd), syscall.LOCK_UN) }) // if this fails, closing f unlocks the file
	return false
}
