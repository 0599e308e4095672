package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// mkdirUnfinished makes an unfinished directory in the directory in, by one system call, so that a
// killed run leaves no directory that the next run cannot recognise. name has no slash.
func mkdirUnfinished(in *os.Root, name string) error {
	dir, err := OpenDir(in, ".")
	if err != nil {
		return in.Mkdir(name, Private) // the directory may be writable, but not readable
	}
	defer dir.Close()
	conn, err := dir.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		failed = syscall.Mkdirat(int(fd), name, uint32(Private.Perm()|syscall.S_ISVTX))
	})
	if err == nil && failed != nil {
		err = &fs.PathError{Op: "mkdirat", Path: name, Err: failed}
	}
	return err
}
