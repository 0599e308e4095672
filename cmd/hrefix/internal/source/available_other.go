//go:build !linux

package source

// available returns the number of bytes of memory that the process may still take, 0 if it is
// not known, and whether a limit of the process itself sets the number.
func available() (n int64, limited bool) { return 0, false }
