package main

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/addressbook"
)

// checkPaths reports, once, what is odd about the book, and that it has no URL for any of the paths
// that are given. To make links relative, that is an error.
func (c *command) checkPaths(b *addressbook.Book) error {
	why := c.unknownPaths(b)
	if c.verb == "rel" && why != "" && (len(c.flags.maps) == 0 || c.flags.isAuto()) {
		return errors.New(why)
	}
	if c.flags.hasBook() && !c.flags.noHints {
		wrong, sure := b.WrongLevel(c.paths)
		if sure && (c.verb == "abs" || c.verb == "pin") {
			return errors.New(wrong + ", or --no-hints if the URL that you gave is right")
		}
		if wrong != "" {
			c.Report("%s", wrong)
		}
	}
	for _, remark := range b.Remarks() {
		c.Report("%s", remark)
	}
	if why != "" && c.verb != "map" {
		c.Report("%s", why)
	}
	if c.flags.hasBook() { // otherwise the links will show it
		c.reportHosts()
	}
	return nil
}

// unknownPaths returns a sentence if the book has no URL for any of the paths that are given, or "".
func (c *command) unknownPaths(b *addressbook.Book) string {
	f := &c.flags
	if !f.hasBook() || len(c.paths) == 0 || len(f.inputs.lists) > 0 || slices.Contains(c.paths, inputs.Stdin) {
		return ""
	}
	roots := f.rootDirs()
	if f.isAuto() {
		if c.verb == "rel" && len(roots) == 0 && !b.HasEntries() {
			return c.paths[0] + ": no page there says which URL it has: give --root URL=DIR and not --map auto"
		}
		return ""
	}
	for _, path := range c.paths {
		if !exists(path) || len(roots) == 0 && !c.inputs(nil).IsDir(path) {
			return ""
		}
		if slices.ContainsFunc(roots, func(dir string) bool { return isReallyIn(path, dir) || isReallyIn(dir, path) }) {
			return ""
		}
	}
	for e := range b.Entries() {
		if slices.ContainsFunc(c.paths, func(path string) bool { return isReallyIn(e.Path, path) }) {
			return ""
		}
	}
	if len(roots) == 0 {
		return "no line of --map names a file of " + c.paths[0] + ": paths are relative to the current directory"
	}
	return c.paths[0] + ": has no URL by --root or --map: give a root that it is in"
}

// isReallyIn does what isIn does, by the paths without symbolic links.
func isReallyIn(path, dir string) bool {
	if isIn(path, dir) {
		return true
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	top, err := filepath.EvalSymlinks(dir)
	return err == nil && isIn(real, top)
}
