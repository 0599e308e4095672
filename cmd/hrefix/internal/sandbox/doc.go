// Package sandbox takes from the process, for good, the rights that it has no use for: it
// can read what is named, write what is named, and nothing else. A document that found a
// way to have hrefix do something else would find that it may not.
//
// The system has to know such sandboxes: Linux does, as Landlock (version 5.13 or later,
// unless it was built or started without). Elsewhere [Enter] returns [ErrUnsupported].
//
// # Rights
//
// What a process may do with files that are open already stays as it is, and so does what
// it may do with names: it may ask whether a file exists, and for its attributes. Rights to
// a directory are rights to everything below it. Within the sandbox no program can be
// started, and, since Linux 6.7, no TCP connection be made or taken.
package sandbox

import (
	"errors"
	"time"
)

// Rules say what the process goes on having rights to. Names of files that do not exist are
// passed over, and symbolic links are followed.
type Rules struct {
	Files []string // to be read
	Names []string // directories in which names are read, and not the files that they are of
	Trees []string // directories in which files and names are read
	Write []string // directories in which files are read, written, created, renamed and removed
}

// ErrUnsupported is the error of a system that has no sandbox, or none that keeps the
// process from reading, writing and truncating other files.
var ErrUnsupported = errors.New("the system has no sandbox for files (Landlock of Linux 6.2 or later)")

// Enter enters the sandbox, which nothing leads out of, with all threads of the process.
// If strict is set, the error is [ErrUnsupported] unless the sandbox keeps what is said
// above. Otherwise the process gets as much of a sandbox as the system has, or none.
func Enter(r Rules, strict bool) error {
	_, _ = time.Now().Zone() // the file of the time zone is read once
	return enter(r, strict)
}
