package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/pkg/xattr"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// originAttr is the extended attribute in which programs that fetch a file note
// where it came from.
const originAttr = "user.xdg.origin.url"

// origin returns the URL that stands beside a file as the one that it was
// retrieved from: in its attributes, in a copy of the stream that Windows keeps
// with a file, or in the index of an archive that it was unpacked from. It is
// empty if there is none.
func (s *source) origin() string {
	if value, err := xattr.FGet(s.in, originAttr); err == nil {
		return string(value)
	}
	if s.folder == nil {
		return ""
	}
	zone, _ := savedfrom.ZoneIdentifier(s.beside(s.base + ":Zone.Identifier"))
	index, _ := savedfrom.IndexRDF(s.beside("index.rdf"), s.base)
	return cmp.Or(zone, index)
}

// beside returns the start of the file of that name in the directory of the
// source, nil if there is none.
func (s *source) beside(name string) []byte {
	const enough = 64 << 10
	if info, err := s.folder.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := s.folder.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, enough))
	if err != nil {
		return nil
	}
	return text
}

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
// but the owner may have: without it, the group would have them.
func copyACL(to, from *os.File) error {
	list, err := xattr.FGet(from, aclAttr)
	switch {
	case err == nil:
		return xattr.FSet(to, aclAttr, list)
	case errors.Is(err, xattr.ENOATTR):
		_ = xattr.FRemove(to, aclAttr) // it hardly ever has one
	}
	return nil
}
