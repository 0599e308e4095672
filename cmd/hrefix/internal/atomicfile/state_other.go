//go:build !(aix || darwin || dragonfly || freebsd || linux || netbsd || openbsd || solaris)

package atomicfile

import (
	"io/fs"
	"time"
)

// changeTime returns the zero time: the system does not keep when a file changed.
func changeTime(fs.FileInfo) time.Time { return time.Time{} }

// accessTime returns the time of the content: the system does not report when a file was read.
func accessTime(info fs.FileInfo) time.Time { return info.ModTime() }
