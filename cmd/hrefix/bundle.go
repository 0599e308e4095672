package main

import (
	"io/fs"
	"os"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// openBundle opens a file as the tree of a book. The tree is nil if the file is no bundle.
func (c *command) openBundle(path string) (fs.FS, error) {
	t, _ := detect.ParseType(c.flags.docType) // a wrong type is reported
	tree, err := source.OpenTree(path, t, c.flags.charset, c.flags.limits())
	if tree == nil || err != nil {
		return nil, cause.Of(err)
	}
	return tree, nil
}

// bundles returns the paths that name bundles.
func (c *command) bundles(paths []string) (all []string) {
	for _, path := range paths {
		if c.isBundleArg(path) {
			all = append(all, path)
		}
	}
	return all
}

// isBundleArg does what isBundle does for an argument, which a run may ask for several times.
func (c *command) isBundleArg(path string) bool {
	is, known := c.kept.bundles[path]
	if !known {
		if c.kept.bundles == nil {
			c.kept.bundles = make(map[string]bool)
		}
		is = c.isBundle(path)
		c.kept.bundles[path] = is
	}
	return is
}

// isBundle reports whether a path names a bundle.
func (c *command) isBundle(path string) bool {
	if info, err := os.Stat(path); path == inputs.Stdin || err != nil || !info.Mode().IsRegular() {
		return false
	}
	t, _ := detect.ParseType(c.flags.docType) // a wrong type is reported
	return source.IsBundle(path, t, c.flags.limits())
}
