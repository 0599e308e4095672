//go:build !unix

package atomicfile

// nonblock is for systems that know it.
const nonblock = 0
