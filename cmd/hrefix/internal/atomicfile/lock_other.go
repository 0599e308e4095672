//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package atomicfile

import (
	"errors"
	"os"
)

// locks says that the system has no locks that end with their process.
const locks = false

// lock always fails.
func lock(*os.File, int) error { return errors.ErrUnsupported }
