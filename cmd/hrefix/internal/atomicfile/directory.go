package atomicfile

import (
	"io/fs"
	"os"
)

// ReadAttributes returns the attributes of a directory.
func ReadAttributes(dir *os.Root) (*Attributes, error) {
	f, err := OpenDir(dir, ".")
	if err != nil {
		return nil, err
	}
	defer f.Close()             // the directory was only read
	info, err := Stat(dir, ".") // the info of f would keep the path of the directory in memory
	if err != nil {
		return nil, err
	}
	return attributesOf(f, info), nil
}

// Private are the permissions of a directory that only its owner may use.
const Private fs.FileMode = 0o700

// IsUnfinished reports whether a directory has the mode that Mkdir gives with [Private], and so has not
// got its attributes yet: the run that made it has not ended, or was killed. The mode has the sticky
// bit, which has no effect on a directory that only its owner may use, so other directories hardly ever
// have it.
func IsUnfinished(mode fs.FileMode) bool {
	return mode&(fs.ModePerm|fs.ModeSticky) == Private|fs.ModeSticky
}

// Mkdir makes a directory in a folder. Its permissions are perm as far as the umask allows, or
// exactly [Private], even if the folder gives its directories an access control list that
// denies something to the owner. With Private, the directory is unfinished: see [IsUnfinished]. The
// folder is synced when it is released.
func (t *Temporaries) Mkdir(in *Folder, name string, perm fs.FileMode) error {
	if perm != Private {
		err := uninterrupted(func() error { return in.Root.Mkdir(name, perm) })
		if err == nil {
			in.changedBy(t)
		}
		return err
	}
	if err := uninterrupted(func() error { return mkdirUnfinished(in.Root, name) }); err != nil {
		return err
	}
	in.changedBy(t)
	info, err := in.Lstat(name)
	if err != nil || IsUnfinished(info.Mode()) {
		return err
	}
	err = uninterrupted(func() error { return in.Chmod(name, unfinished(info.Mode())) })
	if info.Mode().Perm() == Private {
		return nil // some file systems have no sticky bit
	}
	return err
}

// Reopen makes a directory with a mode unfinished: see [IsUnfinished]. Its owner may write to it then.
func Reopen(in *os.Root, name string, mode fs.FileMode) error {
	return uninterrupted(func() error { return in.Chmod(name, unfinished(mode)) })
}

// unfinished returns the mode of an unfinished directory whose mode was mode.
func unfinished(mode fs.FileMode) fs.FileMode {
	return mode&kept&^fs.ModePerm | Private | fs.ModeSticky
}

// GiveTime gives a directory the time in a, and syncs the directory. It leaves the time of a
// directory that belongs to another user.
func GiveTime(dir *os.Root, a *Attributes) error {
	_ = uninterrupted(func() error { return dir.Chtimes(".", a.info.ModTime(), a.info.ModTime()) })
	return uninterrupted(func() error { return syncDir(dir) })
}

// GiveAttributes gives a directory the attributes a of another directory, and syncs it. Writing to
// the directory afterwards changes its time. The error is [ErrACL] or else [ErrOwner] if the list
// or the owner cannot be kept; even then, nobody gets more rights than in the other directory. Any
// other error says what failed.
func GiveAttributes(dir *os.Root, a *Attributes) error {
	f, err := OpenDir(dir, ".")
	if err != nil {
		return err
	}
	defer f.Close() // an earlier error counts
	drop, lost := a.give(f)
	// The permissions come after the time: they may forbid setting it.
	err = uninterrupted(func() error { return dir.Chtimes(".", a.info.ModTime(), a.info.ModTime()) })
	if err == nil {
		err = chmodDir(f, a.info.Mode()&kept&^drop|a.Also)
	}
	if err == nil {
		err = syncOpen(f)
	}
	if err != nil {
		return err
	}
	return lost
}
