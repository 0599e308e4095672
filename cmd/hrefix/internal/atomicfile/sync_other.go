//go:build !unix

package atomicfile

import (
	"io/fs"
	"os"
)

// syncDir does nothing: the system syncs directories itself.
func syncDir(*os.Root) error { return nil }

// syncOpen does nothing.
func syncOpen(*os.File) error { return nil }

// chmodDir does nothing: directories have no permissions in the sense of POSIX.
func chmodDir(*os.File, fs.FileMode) error { return nil }
