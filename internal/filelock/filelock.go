// Package filelock locks files, so that two processes do not use one at the same time. The system
// unlocks the files of a process that ends, however it ends.
//
// Locks are advisory: they keep no process from reading or writing the file that does not ask for
// the lock. Some network file systems have no locks, or have locks of one machine only.
package filelock

import "errors"

// ErrInUse is the error of locking a file that another process has locked.
var ErrInUse = errors.New("in use by another process")
