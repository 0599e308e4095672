package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/sandbox"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// addSandbox adds the flag for the sandbox.
func (f *flags) addSandbox(set *pflag.FlagSet) {
	set.StringVar(&f.sandbox, "sandbox", "auto", "`WHEN` to give up the rights to all files that are not named: "+anyOf(sandboxChoices)+"; auto is where the system supports it")
}

// sandboxChoices are the values of --sandbox.
var sandboxChoices = []string{"auto", "on", "off"}

// confine gives up all rights except those that the run needs. It is called when the outputs are open, and before any
// document is read.
func (c *command) confine(needed sandbox.Rules) error {
	if c.flags.sandbox == "off" || c.enter == nil {
		return nil
	}
	must := c.flags.sandbox == "on"
	if err := c.enter(needed, must); err != nil && must {
		return fmt.Errorf("--sandbox on: %w: leave it out, or give --sandbox auto", err)
	}
	return nil
}

// rights returns the rights that a run with this destination needs.
func (d *destination) rights(in *inputs.Inputs) sandbox.Rules {
	r := sandbox.Rules{Write: []string{os.TempDir()}} // compressed data may have to be stored in temporary files
	for _, arg := range in.Args {
		if arg != inputs.Stdin {
			rightsTo(&r, in, arg, d.write)
		}
	}
	r.Files = append(r.Files, in.Lists...)
	if len(in.Lists) > 0 { // a list may name any file
		everything := string(filepath.Separator)
		r.Trees = append(r.Trees, everything)
		if d.write {
			r.Write = append(r.Write, everything)
		}
	}
	if f := &d.c.flags; f.hasBook() {
		isFile := func(path string) bool { return !in.IsDir(path) } // a bundle is open already
		r.Names = append(r.Names, slices.DeleteFunc(append(f.rootDirs(), d.c.bookDirs()...), isFile)...)
	}
	if name := d.c.flags.archive.cdxj; name != "" {
		r.Write = append(r.Write, filepath.Dir(name))
	}
	if dir := d.backup.dir(); dir != "" {
		r.Write = append(r.Write, dir)
	}
	if d.target != nil {
		r.Write = append(r.Write, d.target.Writes())
	}
	return r
}

// rightsTo adds the rights to what an argument names.
func rightsTo(r *sandbox.Rules, in *inputs.Inputs, arg string, write bool) {
	info, err := in.Stat(arg)
	if err != nil {
		return // opening the file reports the error
	}
	real, err := filepath.EvalSymlinks(arg)
	if err != nil {
		return // a pipe, which may be opened by its descriptor (/dev/fd/63)
	}
	switch {
	case info.IsDir() && write:
		r.Write = append(r.Write, real)
	case info.IsDir():
		r.Trees = append(r.Trees, real)
	case !info.Mode().IsRegular():
		r.Files = append(r.Files, real)
	default:
		dir, name := filepath.Split(real)
		r.Names = append(r.Names, filepath.Clean(dir))
		r.Files = append(r.Files, real)
		for _, name := range source.OriginNames(name) {
			if info, err := os.Lstat(dir + name); err == nil && info.Mode().IsRegular() {
				r.Files = append(r.Files, dir+name)
			}
		}
		if write {
			r.Write = append(r.Write, filepath.Clean(dir))
		}
	}
}
