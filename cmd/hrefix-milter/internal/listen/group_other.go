//go:build unix && !linux

package listen

import "os"

// setGroup gives a socket its group.
func setGroup(path string, gid int) error { return os.Lchown(path, -1, gid) }
