//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// isForeground reports whether this process is in the foreground of the terminal: POSIX.1-2024,
// 11.1.4.
func isForeground(terminal *os.File) bool {
	own, _ := unix.Getpgid(0)
	group, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	return err != nil || group == own
}
