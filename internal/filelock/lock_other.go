//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package filelock

import (
	"errors"
	"os"
)

// Lock always fails: the system has no locks that end with their process.
func Lock(*os.File) error { return errors.ErrUnsupported }

// Locked always returns false.
func Locked(*os.File) bool { return false }
