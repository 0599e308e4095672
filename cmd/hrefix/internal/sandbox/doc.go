// Package sandbox takes from the process, for good, all rights that it does not need: the process
// can read and write only the files that [Rules] name. A document that made hrefix do something
// else could not harm other files.
//
// The operating system has to support this. Linux does, as Landlock (version 5.13 or later,
// unless it was built or started without). On other systems [Enter] returns [ErrUnsupported].
//
// # Rights
//
// The process keeps its rights to files that are open already. It may still find out whether a
// file exists, and read its attributes. Rights to a directory are rights to everything below
// it. In the sandbox, no program can be started. Since Linux 6.7, no TCP connection can be
// opened or accepted either.
package sandbox

import (
	"errors"
	"time"
)

// Rules are the rights that the process keeps. Names of files that do not exist are ignored,
// and symbolic links are followed.
type Rules struct {
	Files []string // the files that may be read
	Names []string // directories whose names may be read, but not the files
	Trees []string // directories whose names and files may be read
	Write []string // directories in which files and links may be read, written, made, renamed and removed
}

// ErrUnsupported is the error on a system that has no sandbox, or whose sandbox does not prevent
// reading, writing and truncating other files.
var ErrUnsupported = errors.New("the system has no sandbox for files (Landlock of Linux 6.2 or later)")

// Enter puts all threads of the process into the sandbox for good. If strict is set, the error is
// [ErrUnsupported] unless the sandbox enforces the rules in full. Otherwise the process gets the
// part of the sandbox that the system supports, if any.
func Enter(r Rules, strict bool) error {
	_, _ = time.Now().Zone() // reads the file of the time zone, which is read once
	return enter(r, strict)
}
