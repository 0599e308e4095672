package main

import (
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A walkable is a directory for [fs.WalkDir]. In that of [os.Root.FS] names have to be
// UTF-8: those of old archives are not.
type walkable struct{ *os.Root }

// Open implements [fs.FS].
func (w walkable) Open(name string) (fs.File, error) { return w.Root.Open(name) }

// ReadDir implements [fs.ReadDirFS].
func (w walkable) ReadDir(name string) ([]fs.DirEntry, error) {
	dir, err := w.Root.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}
