//go:build !linux

package source

// available returns the number of bytes of memory that the process may still take, or 0 if it is
// not known. limited reports whether the number comes from a limit of the process itself.
func available() (n int64, limited bool) { return 0, false }
