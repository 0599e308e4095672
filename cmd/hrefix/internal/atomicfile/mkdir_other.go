//go:build !linux

package atomicfile

import "os"

// mkdirUnfinished makes a directory in the directory in. The caller adds the sticky bit, which
// makes the new directory unfinished.
func mkdirUnfinished(in *os.Root, name string) error { return in.Mkdir(name, Private) }
