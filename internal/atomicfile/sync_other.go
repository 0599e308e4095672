//go:build !unix

package atomicfile

import "os"

// syncDir does nothing: the system brings names to the disk itself.
func syncDir(*os.Root) error { return nil }

// syncFile does nothing either.
func syncFile(*os.File) error { return nil }
