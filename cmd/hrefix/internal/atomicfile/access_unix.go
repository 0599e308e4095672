//go:build linux || darwin || freebsd || netbsd || openbsd

package atomicfile

import "golang.org/x/sys/unix"

// MayCreate returns an error if this process may not create files in the folder. It creates none.
func (f *Folder) MayCreate() error {
	dir, err := OpenDir(f.Root, ".")
	if err != nil {
		return err
	}
	defer dir.Close() // nothing was written to the directory
	return unix.Faccessat(int(dir.Fd()), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}
