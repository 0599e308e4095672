//go:build unix && !linux

package atomicfile

import "syscall"

// With nonblock, opening a named pipe does not wait for its writer, and the runtime does not ask
// whether it can wait for a regular file. With noatime, which only Linux has, reading a file leaves
// its access time.
const (
	nonblock = syscall.O_NONBLOCK
	noatime  = 0
)
