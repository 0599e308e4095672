//go:build darwin || freebsd || netbsd

package atomicfile

import (
	"syscall"
	"time"
)

// times returns when a file was last read, and when its content or its attributes changed last (ctime). Programs
// cannot set the second.
func times(s *syscall.Stat_t) (read, changed time.Time) {
	return time.Unix(int64(s.Atimespec.Sec), int64(s.Atimespec.Nsec)), time.Unix(int64(s.Ctimespec.Sec), int64(s.Ctimespec.Nsec))
}
