//go:build unix

package atomicfile

import (
	"io/fs"
	"syscall"
)

// identify returns the identity of a file, and the number of its hard links.
func identify(info fs.FileInfo) (id fileID, links uint64) {
	if info == nil {
		return id, 1
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return id, 1
	}
	return fileID{uint64(s.Dev), uint64(s.Ino)}, uint64(s.Nlink)
}
