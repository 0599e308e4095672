//go:build unix

package atomicfile

import "syscall"

// nonblock, given to an open, keeps the runtime from asking whether a regular file
// can be waited for. Such a file never waits; what has come in its place does not
// keep us.
const nonblock = syscall.O_NONBLOCK
