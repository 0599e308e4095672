// Package memsize says how much memory a process may use, and shares it out.
//
// [Available] is what the machine, the control group and the limits of the process leave
// (getrlimit(2), RLIMIT_AS and RLIMIT_DATA). A process that asks for more than its limit
// gets none, which ends a program in Go, so a program should ask before it allocates much.
//
// A [Budget] is a number of bytes that goroutines take and give back. A goroutine that wants
// more than is left waits. One that wants more than the whole budget waits until no other
// goroutine has any.
package memsize
