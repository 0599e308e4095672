//go:build !unix

package main

// nonblock is for systems that know it.
const nonblock = 0
