package atomicfile

import "syscall"

// See open_unix.go.
const (
	nonblock = syscall.O_NONBLOCK
	noatime  = syscall.O_NOATIME
)
