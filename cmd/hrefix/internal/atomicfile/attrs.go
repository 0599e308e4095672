package atomicfile

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/pkg/xattr"
)

// Attributes are the metadata of a file or a directory that are copied with its content.
type Attributes struct {
	Also  fs.FileMode // permissions that a directory gets besides those in info
	info  fs.FileInfo
	user  []attribute // extended attributes of users
	lists []attribute // access control lists
}

// Mode returns the mode of the file that has the attributes.
func (a *Attributes) Mode() fs.FileMode { return a.info.Mode() }

// An attribute is an extended attribute. The value is nil if the file does not have the attribute.
// err says why the attribute cannot be read.
type attribute struct {
	name  string
	value []byte
	err   error
}

// The extended attributes in which Linux keeps the access control list of a file, and the list
// that files get when they are created in a directory.
const (
	aclAttr        = "system.posix_acl_access"
	defaultACLAttr = "system.posix_acl_default"
)

// attributesOf returns the attributes of an open file with this file info. Of the extended attributes, it returns the
// user namespace: others grant rights, or only the system may set them.
func attributesOf(f *os.File, info fs.FileInfo) *Attributes {
	a := &Attributes{info: info}
	names, _ := xattr.FList(f) // some file systems have no attributes
	for _, name := range names {
		if !strings.HasPrefix(name, "user.") {
			continue
		}
		if value, err := xattr.FGet(f, name); err == nil {
			a.user = append(a.user, attribute{name: name, value: value})
		}
	}
	lists := []string{aclAttr, defaultACLAttr}
	switch {
	case runtime.GOOS != "linux": // no other system has lists as extended attributes
		return a
	case !info.IsDir():
		lists = lists[:1]
	}
	for _, name := range lists {
		value, err := xattr.FGet(f, name)
		if hasNone(err) {
			value, err = nil, nil
		}
		a.lists = append(a.lists, attribute{name, value, err})
	}
	return a
}

// give gives a file all attributes except permissions and time. It returns the bits of the mode
// that the file must not get, and why: [ErrACL] or else [ErrOwner].
func (a *Attributes) give(to *os.File) (drop fs.FileMode, err error) {
	for _, one := range a.user {
		_ = xattr.FSet(to, one.name, one.value) // some file systems have no attributes
	}
	if setOwner(to, a.info) != nil {
		drop, err = fs.ModeSetuid|fs.ModeSetgid, ErrOwner
	}
	// With a list, the permissions of the group limit the rights of everybody on the list but the owner. Without the
	// list, the group itself would get them.
	for _, list := range a.lists {
		lost := list.err
		switch {
		case lost != nil:
		case list.value != nil:
			lost = xattr.FSet(to, list.name, list.value)
		default: // the file may have got a list from its directory; mostly there is none
			if lost = xattr.FRemove(to, list.name); hasNone(lost) {
				lost = nil
			}
		}
		if lost != nil {
			drop, err = drop|0o070, ErrACL
		}
	}
	return drop, err
}

// hasNone reports whether the error says that there is no list, or that the file system has no
// lists. It is false if a list cannot be read.
func hasNone(err error) bool {
	return errors.Is(err, xattr.ENOATTR) || errors.Is(err, errors.ErrUnsupported)
}

// ReadAttributes returns the attributes of a directory.
func ReadAttributes(dir *os.Root) (*Attributes, error) {
	f, err := OpenDir(dir, ".")
	if err != nil {
		return nil, err
	}
	defer f.Close()             // the directory was only read
	info, err := Stat(dir, ".") // f.Stat would return an info that keeps the path of the directory in memory
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
	var err error
	if perm == Private {
		err = uninterrupted(func() error { return mkdirUnfinished(in.Root, name) })
	} else {
		err = in.Root.Mkdir(name, perm)
	}
	if err != nil {
		return err
	}
	in.changedBy(t)
	if perm != Private {
		return nil
	}
	info, err := in.Lstat(name)
	if err != nil || IsUnfinished(info.Mode()) {
		return err
	}
	err = Reopen(in.Root, name, info.Mode())
	if info.Mode().Perm() == Private {
		return nil // some file systems have no sticky bit
	}
	return err
}

// Reopen makes a directory with a mode unfinished: see [IsUnfinished]. Its owner may write to it then.
func Reopen(in *os.Root, name string, mode fs.FileMode) error {
	return in.Chmod(name, mode&kept&^fs.ModePerm|Private|fs.ModeSticky)
}

// GiveTime gives a directory the time in a, and syncs the directory. It leaves the time of a
// directory that belongs to another user.
func GiveTime(dir *os.Root, a *Attributes) error {
	_ = dir.Chtimes(".", a.info.ModTime(), a.info.ModTime())
	return syncDir(dir)
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
	defer f.Close() // syncing reports the errors
	drop, lost := a.give(f)
	// The permissions come after the time: they may forbid setting it.
	err = dir.Chtimes(".", a.info.ModTime(), a.info.ModTime())
	if err == nil && posix { // other systems have no such permissions, and sync directories themselves
		err = cmp.Or(f.Chmod(a.info.Mode()&kept&^drop|a.Also), syncOpen(f))
	}
	if err != nil {
		return err
	}
	return lost
}
