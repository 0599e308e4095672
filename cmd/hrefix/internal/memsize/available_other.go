//go:build !linux

package memsize

// Available returns how many bytes of memory the process may still take, 0 if that is not
// known, and whether a limit of the process itself says so.
func Available() (n int64, limited bool) { return 0, false }
