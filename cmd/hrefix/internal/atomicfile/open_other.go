//go:build !unix

package atomicfile

// nonblock is a flag of Unix.
const nonblock = 0
