// Package cause explains errors of the operating system, and says what to do about them.
package cause

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// advice says what to do about errors of the system.
var advice = []struct {
	of   error
	text string
}{
	{syscall.ENOSPC, "make room, then try again"},
	{syscall.EDQUOT, "make room, then try again"},
	{syscall.EFBIG, "raise the limit (ulimit -f), or give -o DIR elsewhere"},
	{syscall.EMFILE, "raise the limit (ulimit -n), or give a smaller --jobs"},
	{syscall.ENFILE, "try again when less is running"},
	{syscall.EROFS, "give -o DIR elsewhere, or make it writable"},
	{syscall.ENOTDIR, "a part of the path is no directory: check the name"},
	{syscall.EIO, "the disk or the network fails: copy what is there before anything else"},
	{syscall.EINTR, "try again"},
	{syscall.EEXIST, "remove it, or give -o DIR elsewhere"},
	{syscall.EISDIR, "give its name as an argument"},
	{syscall.ELOOP, "a symbolic link leads to itself: remove it"},
	{syscall.ENAMETOOLONG, "give a shorter one"},
	{fs.ErrPermission, "run as somebody who may, or change the permissions"},
}

// An advised error is an error of the system with advice.
type advised struct {
	error
	text string
}

func (a *advised) Error() string { return a.error.Error() + ": " + a.text }
func (a *advised) Unwrap() error { return a.error }

// Of removes the operation and the paths from an error of package os, since the caller reports
// them, and adds what to do about it if that is known. It wraps the error that remains.
func Of(err error) error {
	var known *advised
	if err == nil || errors.As(err, &known) {
		return err
	}
	var (
		pathErr *fs.PathError
		linkErr *os.LinkError
		callErr *os.SyscallError
	)
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	case errors.As(err, &callErr):
		err = callErr.Err
	}
	for _, a := range advice {
		if errors.Is(err, a.of) {
			return &advised{err, a.text}
		}
	}
	return err
}
