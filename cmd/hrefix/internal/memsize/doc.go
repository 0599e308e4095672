// Package memsize finds out how much memory a process may use, and shares it out.
//
// [Available] returns the memory that the machine, the control group and the limits of the
// process leave (getrlimit(2), RLIMIT_AS and RLIMIT_DATA). A Go program that allocates more
// than its limit ends, so it should ask before it allocates much.
//
// A [Budget] is a number of bytes that goroutines take and give back. A goroutine that asks
// for more than is free waits. If it asks for more than the whole budget, it waits until no
// other goroutine has any.
package memsize
