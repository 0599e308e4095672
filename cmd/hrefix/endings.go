//go:build !js

package main

import (
	"os"
	"syscall"
)

// endings are the signals that end a run.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE}
