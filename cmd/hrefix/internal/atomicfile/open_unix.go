//go:build unix && !linux

package atomicfile

import "syscall"

// nonblock, as a flag of open, prevents that the runtime asks whether a regular file can be
// waited for, and that opening a named pipe waits for its writer. noatime is the flag with which
// reading a file leaves its access time, as only Linux has it.
const (
	nonblock = syscall.O_NONBLOCK
	noatime  = 0
)
