//go:build !linux

package atomicfile

import "os"

// mkdirUnfinished makes a directory in another one. The caller adds the sticky bit, which makes it
// unfinished.
func mkdirUnfinished(in *os.Root, name string) error { return in.Mkdir(name, Private) }
