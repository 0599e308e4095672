package listen

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// setGroup gives a socket its group. It opens the path, checks that it has opened the socket, and changes
// the open file: meanwhile the path may name another file.
func setGroup(path string, gid int) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	defer unix.Close(fd)
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		return fmt.Errorf("stat %s: %w", path, err)
	}
	if info.Mode&unix.S_IFMT != unix.S_IFSOCK || info.Nlink != 1 {
		return fmt.Errorf("%s is no longer the socket that was made", path)
	}
	if err := unix.Fchownat(fd, "", -1, gid, unix.AT_EMPTY_PATH); err != nil {
		return fmt.Errorf("change the group of %s: %w", path, err)
	}
	return nil
}
