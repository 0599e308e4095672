// Package dirpath answers questions about directories by names alone: whether a path is in a
// directory, and whether a directory belongs to a version control system. It reads no file: a
// caller who minds symbolic links resolves them first. Paths are absolute, or relative to the same
// directory.
package dirpath

import "path/filepath"

// Rel returns the path from a directory to path. ok is false if path is not in the directory; the
// directory itself is, with the path ".".
func Rel(dir, path string) (rel string, ok bool) {
	rel, err := filepath.Rel(dir, path)
	return rel, err == nil && filepath.IsLocal(rel)
}

// Contains reports whether path is a directory, or is in it.
func Contains(dir, path string) bool {
	_, ok := Rel(dir, path)
	return ok
}

// AnyContains reports whether path is in one of some directories. It does not count if path is
// itself one of the directories. All paths are clean.
func AnyContains(dirs map[string]bool, path string) bool {
	for up := filepath.Dir(path); up != path && filepath.Base(path) != ".."; path, up = up, filepath.Dir(up) {
		if dirs[up] {
			return true
		}
	}
	return false
}

// IsVersionControl reports whether a directory has a name that version control systems give to the
// directories of their metadata.
func IsVersionControl(name string) bool {
	switch name {
	case ".git", ".svn", ".hg", ".bzr", "_darcs", ".jj":
		return true
	}
	return false
}
