// Package memsize says how much memory a process may use, and shares it out.
//
// [Available] is what the machine, the control group and the limits of the process leave
// (getrlimit(2), RLIMIT_AS and RLIMIT_DATA). A process that asks for more than its limit
// gets none, which ends a program in Go: so whoever takes much asks before.
//
// A [Budget] is a number of bytes that goroutines take and give back. Who wants more than
// is left waits; who wants more than there is at all waits until nobody else has any.
package memsize
