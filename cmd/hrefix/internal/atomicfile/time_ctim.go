//go:build unix && !(darwin || freebsd || netbsd)

package atomicfile

import (
	"syscall"
	"time"
)

// times returns when a file was last read, and when its content or its attributes changed last (ctime). Programs
// cannot set the second.
func times(s *syscall.Stat_t) (read, changed time.Time) {
	return time.Unix(int64(s.Atim.Sec), int64(s.Atim.Nsec)), time.Unix(int64(s.Ctim.Sec), int64(s.Ctim.Nsec))
}
