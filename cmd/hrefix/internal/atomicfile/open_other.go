//go:build !unix

package atomicfile

// nonblock and noatime are flags of Unix.
const (
	nonblock = 0
	noatime  = 0
)
