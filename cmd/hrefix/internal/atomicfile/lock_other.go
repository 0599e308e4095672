//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package atomicfile

import (
	"errors"
	"os"
)

// locks says that there are no locks that end with the process that has them.
const locks = false

// lock cannot tell.
func lock(*os.File, int) error { return errors.ErrUnsupported }
