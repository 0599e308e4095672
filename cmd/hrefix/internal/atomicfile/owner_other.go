//go:build !unix

package atomicfile

import (
	"io/fs"
	"os"
)

// setOwner does nothing: files have no owner in the sense of POSIX.
func setOwner(*os.File, fs.FileInfo) error { return nil }
