//go:build unix

package atomicfile

import "syscall"

// nonblock, as a flag of open, prevents that the runtime asks whether a regular file can be
// waited for, and that opening a named pipe waits for its writer.
const nonblock = syscall.O_NONBLOCK
