//go:build !linux

package main

import "errors"

// private returns an error: only Linux has networks of a process.
func private() (ran bool, err error) {
	return false, errors.New("this system has no networks of a process")
}
