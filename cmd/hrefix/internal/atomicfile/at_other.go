//go:build !unix || aix || dragonfly

package atomicfile

import (
	"io/fs"
	"os"
)

// MayCreate returns nil: the system does not tell whether this process may create files in the folder.
func (f *Folder) MayCreate() error { return nil }

// likeLink does nothing: links have no owner and no time here, or the system cannot set these.
func likeLink(*Folder, string, fs.FileInfo) error { return nil }

// mkdirUnfinished makes a directory in the directory in. The caller adds the sticky bit, which
// makes the new directory unfinished.
func mkdirUnfinished(in *os.Root, name string) error { return in.Mkdir(name, Private) }
