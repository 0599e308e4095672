//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd

package atomicfile

// MayCreate returns nil: the system does not tell whether this process may create files in the folder.
func (f *Folder) MayCreate() error { return nil }
