//go:build !linux

package atomicfile

import "os"

// mkdirUnfinished makes a directory in another one, which is made unfinished next.
func mkdirUnfinished(in *os.Root, name string) error { return in.Mkdir(name, Private) }
