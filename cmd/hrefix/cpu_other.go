//go:build !unix

package main

import "time"

// cpuTime returns 0: the time that processors have worked for this process is not known.
func cpuTime() time.Duration { return 0 }
