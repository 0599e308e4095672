package main

import (
	"cmp"
	"io"

	"github.com/pkg/xattr"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// originAttr is the extended attribute in which programs that fetch a file note
// where it came from.
const originAttr = "user.xdg.origin.url"

// origin returns the URL that a file was retrieved from as it is recorded beside the file:
// in its attributes, in a copy of the stream that Windows keeps with a file, or in the
// index of an archive that it was unpacked from. It is "" if there is no record.
func (s *source) origin() string {
	if value, err := xattr.FGet(s.in, originAttr); err == nil {
		return string(value)
	}
	if s.Folder == nil {
		return ""
	}
	names := besides(s.Base)
	zone, _ := savedfrom.ZoneIdentifier(s.beside(names[0]))
	index, _ := savedfrom.IndexRDF(s.beside(names[1]), s.Base)
	return cmp.Or(zone, index)
}

// besides returns the names of files beside the named one that may record its URL.
func besides(name string) [2]string { return [2]string{name + ":Zone.Identifier", "index.rdf"} }

// beside returns the start of the file of that name in the directory of the
// source, nil if there is none.
func (s *source) beside(name string) []byte {
	const enough = 64 << 10
	if info, err := s.Folder.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil // nor is a symbolic link followed
	}
	f, _, err := s.Folder.OpenRead(name)
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
