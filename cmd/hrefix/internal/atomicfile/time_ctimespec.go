//go:build darwin || freebsd || netbsd

package atomicfile

import (
	"io/fs"
	"syscall"
	"time"
)

// changeTime returns the time of the last change of the content or the attributes of a file
// (ctime). Programs cannot set it.
func changeTime(info fs.FileInfo) time.Time {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}
	}
	return time.Unix(int64(s.Ctimespec.Sec), int64(s.Ctimespec.Nsec))
}

// accessTime returns the time at which a file was last read.
func accessTime(info fs.FileInfo) time.Time {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return info.ModTime()
	}
	return time.Unix(int64(s.Atimespec.Sec), int64(s.Atimespec.Nsec))
}
