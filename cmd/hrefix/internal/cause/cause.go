// Package cause says of an error of the system what went wrong, and what to do about it.
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

// An advised error is one of the system, and what to do about it.
type advised struct {
	error
	text string
}

func (a *advised) Error() string { return a.error.Error() + ": " + a.text }
func (a *advised) Unwrap() error { return a.error }

// Of takes the operation and paths off an error of package os, which the caller says,
// and adds what to do about it, if that is known. It wraps the rest.
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
