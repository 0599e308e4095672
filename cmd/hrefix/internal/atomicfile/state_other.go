//go:build !(aix || darwin || dragonfly || freebsd || linux || netbsd || openbsd || solaris)

package atomicfile

import (
	"io/fs"
	"time"
)

// changeTime returns the zero time: the system does not keep when a file changed.
func changeTime(fs.FileInfo) time.Time { return time.Time{} }
