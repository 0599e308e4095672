package main

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/engine"
)

// rel writes links for the places that files have in their tree. A new tree that puts files of
// several directories into one would have broken links, so rel refuses these.

// placesKept finds out whether all files that are named have the same places in a new tree as
// before, in one directory.
type placesKept struct {
	first string // the name of the first file
	dir   string // the directory
}

// has reports whether a file has its place in the directory of the first file.
func (p *placesKept) has(name, dir string) bool {
	if p.first == "" {
		p.first, p.dir = name, dir
	}
	return dir == p.dir
}

// add returns an error if a file gets a different place than earlier files. A file that was found
// in a directory never does.
func (p *placesKept) add(f *inputs.File) error {
	if f.Found || !f.IsRead() || f.Name == inputs.Stdin {
		return nil
	}
	abs, err := filepath.Abs(f.Name)
	if err != nil {
		return err
	}
	abs = filepath.ToSlash(abs)
	dir, ok := strings.CutSuffix(abs, "/"+path.Join(filepath.ToSlash(f.Top), f.Rel))
	if !ok {
		dir = path.Dir(abs)
	}
	if !p.has(f.Name, dir) {
		return fmt.Errorf("%s: not written: %s", f.Name, otherPlaces(p.first))
	}
	return nil
}

// otherPlaces says why a file and the file called name cannot be in one new tree.
func otherPlaces(name string) string {
	return fmt.Sprintf("in the new tree it would not be where it is from %s, and links between them would be broken: give their directory, and choose files in it by --glob", name)
}

// checkPlaces returns an error if named files would not keep their places in a new tree of rel.
func (d *destination) checkPlaces(in *inputs.Inputs) error {
	if d.mode != engine.MakeRelative || d.output == "" {
		return nil
	}
	var p placesKept
	for _, arg := range in.Args {
		abs, err := filepath.Abs(arg)
		switch {
		case arg == inputs.Stdin:
		case err != nil:
			return err
		case !p.has(arg, filepath.Dir(abs)):
			return fmt.Errorf("%s: %s", arg, otherPlaces(p.first))
		}
	}
	return nil
}

// lacksFiles reports whether the new tree may lack files that a document leads to: it gets only the
// files that are named, or patterns exclude some.
func (d *destination) lacksFiles(f *inputs.File) bool {
	isExcluding := func(glob string) bool { return strings.HasPrefix(glob, "!") }
	return d.mode == engine.MakeRelative && d.target != nil && (!f.Found || slices.ContainsFunc(d.c.flags.inputs.globs, isExcluding))
}

// reportNeeded reports files that links lead to, and that are not in the new tree.
func (d *destination) reportNeeded() {
	if d.target == nil {
		return
	}
	dir := d.output
	if !d.target.IsTree() {
		dir = filepath.Dir(dir)
	}
	for _, name := range d.c.found.Needed() {
		if d.passed[name] {
			continue
		}
		if name = filepath.Join(dir, filepath.FromSlash(name)); !exists(name) {
			d.c.Remark(name, "needed", "does not exist, though a link leads there: give the directory of the files, which is copied whole, except for what a !PATTERN excludes")
		}
	}
}
