package sandbox

import (
	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// The rights of Landlock that the rules grant.
const (
	readFiles = unix.LANDLOCK_ACCESS_FS_READ_FILE
	readNames = unix.LANDLOCK_ACCESS_FS_READ_DIR
	write     = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE
)

func enter(r Rules, strict bool) error {
	write := landlock.AccessFSSet(write)
	if version() >= 2 { // version 1 forbids all hard links between directories
		write |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	rules := []landlock.Rule{
		landlock.PathAccess(readFiles, r.Files...).IgnoreIfMissing(),
		landlock.PathAccess(readNames, r.Names...).IgnoreIfMissing(),
		landlock.PathAccess(readFiles|readNames, r.Trees...).IgnoreIfMissing(),
		landlock.PathAccess(readFiles|readNames|write, r.Write...).IgnoreIfMissing(),
	}
	if strict && version() < 3 { // version 3 is the first that can forbid to truncate files
		return ErrUnsupported
	}
	// Later versions restrict signals. Before Linux 6.15, such a restriction kept the threads of a
	// process from sending signals to each other, as Go does.
	return landlock.V5.BestEffort().Restrict(rules...)
}

// version returns the version of Landlock in the kernel, 0 without Landlock.
func version() int {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}
