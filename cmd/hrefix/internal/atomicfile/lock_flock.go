//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package atomicfile

import (
	"os"

	"github.com/hrefix/hrefix/internal/filelock"
)

// locks says that the system has locks that end with their process, and that an open file can
// be renamed.
const locks = true

// lock locks a file until it is closed by all processes. The error is ErrInUse if another process
// has locked it. Any other error means that the file cannot be locked; some file systems have no
// locks.
func lock(f *os.File, _ int) error { return filelock.Lock(f) }
