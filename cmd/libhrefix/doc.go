// Libhrefix is the library of hrefix for programs in C, and for all languages that call C. hrefix.h
// has its functions, and README.md describes how to build and use it. The folder python has a module
// for Python that uses it.
//
// # The way of a call
//
//	hrefix.h     the functions, as a program sees them
//	call.c       checks the arguments, packs them into a hrefix_call, and calls Go
//	main.go      does the work by package rewrite
//	links.go     puts links into memory of C
//	ask.go       calls the callback for a link
//	memory.go    memory of C that Go writes
//	internal/options reads the options
//
// # Memory
//
// Go reads the source where C has it. Each result is written once, into memory of C. C never gets a
// pointer to memory of Go: GODEBUG=cgocheck=1, the default, stops a program that does. Go keeps no
// pointer to memory of C after a call.
//
// # Errors
//
// A panic in Go becomes HREFIX_ERROR_INTERNAL. Only what Go cannot recover from ends the process: no
// memory, or a pointer of the caller that is wrong.
package main
