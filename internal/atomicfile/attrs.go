package atomicfile

import (
	"errors"
	"os"
	"runtime"
	"strings"

	"github.com/pkg/xattr"
)

// copyAttrs copies the extended attributes of users, where there are such.
func copyAttrs(to, from *os.File) {
	names, err := xattr.FList(from)
	if err != nil {
		return
	}
	for _, name := range names {
		if !strings.HasPrefix(name, "user.") {
			continue
		}
		if value, err := xattr.FGet(from, name); err == nil {
			_ = xattr.FSet(to, name, value) // not every file system has them
		}
	}
}

// aclAttr is the extended attribute in which Linux keeps the access control list of a
// file that has more than permissions.
const aclAttr = "system.posix_acl_access"

// copyACL gives a file the access control list of another, or takes away the one that
// its directory gave it. With one, the permissions of the group are the most that anybody
// but the owner may have: without it, the group would have them. Other systems have no
// such lists.
func copyACL(to, from *os.File) error {
	if runtime.GOOS != "linux" {
		return nil
	}
	list, err := xattr.FGet(from, aclAttr)
	switch {
	case err == nil:
		return xattr.FSet(to, aclAttr, list)
	case hasNone(err):
		err = xattr.FRemove(to, aclAttr) // it hardly ever has one
	}
	if hasNone(err) {
		return nil
	}
	return err
}

// hasNone reports whether the error is that there is no list, or that the file system has
// none. A list that cannot be read is another matter.
func hasNone(err error) bool {
	return errors.Is(err, xattr.ENOATTR) || errors.Is(err, errors.ErrUnsupported)
}
