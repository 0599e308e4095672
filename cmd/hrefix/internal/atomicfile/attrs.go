package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/pkg/xattr"
)

// Attributes are the metadata of a file or a directory that are copied with its content.
type Attributes struct {
	info  fs.FileInfo
	user  []attribute // extended attributes of users
	lists []attribute // access control lists
}

// An attribute is an extended attribute. Its value is nil if the file does not have it. err
// says why it cannot be read.
type attribute struct {
	name  string
	value []byte
	err   error
}

// attributesOf returns the attributes of an open file whose file info is info.
func attributesOf(f *os.File, info fs.FileInfo) *Attributes {
	return &Attributes{info: info, user: userAttrs(f), lists: accessLists(f, info.IsDir())}
}

// userAttrs returns the extended attributes in the user namespace. Others are not copied:
// they grant rights, or only the system may set them.
func userAttrs(f *os.File) (all []attribute) {
	names, err := xattr.FList(f)
	if err != nil {
		return nil // not every file system has any
	}
	for _, name := range names {
		if !strings.HasPrefix(name, "user.") {
			continue
		}
		if value, err := xattr.FGet(f, name); err == nil {
			all = append(all, attribute{name: name, value: value})
		}
	}
	return all
}

// The extended attributes in which Linux keeps the access control list of a file that has
// more than permissions, and the one that files get which are created in a directory.
const (
	aclAttr        = "system.posix_acl_access"
	defaultACLAttr = "system.posix_acl_default"
)

// accessLists returns the access control lists of a file, or of a directory. Other systems
// have no such lists.
func accessLists(f *os.File, isDir bool) []attribute {
	if runtime.GOOS != "linux" {
		return nil
	}
	all := []attribute{{name: aclAttr}}
	if isDir {
		all = append(all, attribute{name: defaultACLAttr})
	}
	for i := range all {
		one := &all[i]
		if one.value, one.err = xattr.FGet(f, one.name); hasNone(one.err) {
			one.value, one.err = nil, nil
		}
	}
	return all
}

// give gives a file the attributes except its permissions and its time. It returns the
// bits of the mode that the file must not get, and why: [ErrACL] or else [ErrOwner].
func (a *Attributes) give(to *os.File) (drop fs.FileMode, err error) {
	for _, one := range a.user {
		_ = xattr.FSet(to, one.name, one.value) // not every file system has them
	}
	if setOwner(to, a.info) != nil {
		drop, err = fs.ModeSetuid|fs.ModeSetgid, ErrOwner
	}
	for _, list := range a.lists {
		if list.give(to) != nil {
			drop, err = drop|0o070, ErrACL // with a list, the most that anybody on it has
		}
	}
	return drop, err
}

// give gives a file the access control list, or takes away the one that its directory gave
// it. With one, the permissions of the group are the most that anybody but the owner may
// have: without it, the group would have them.
func (list *attribute) give(to *os.File) error {
	if list.err != nil {
		return list.err
	}
	var err error
	if list.value != nil {
		err = xattr.FSet(to, list.name, list.value)
	} else if err = xattr.FRemove(to, list.name); hasNone(err) { // it hardly ever has one
		err = nil
	}
	return err
}

// hasNone reports whether the error is that there is no list, or that the file system has
// none. A list that cannot be read is another matter.
func hasNone(err error) bool {
	return errors.Is(err, xattr.ENOATTR) || errors.Is(err, errors.ErrUnsupported)
}
