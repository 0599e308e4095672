package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/gz"
	"github.com/hrefix/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/rewrite"
)

// An outFile is the file that the result of one document goes to (-o FILE). Like all
// files it is written as a temporary and gets its name at the end.
type outFile struct {
	folder *atomicfile.Folder
	name   string // in folder
}

// isTree reports whether -o names a directory, in which the results become a new tree:
// one that exists, or a name that ends in a slash, or what the results of several
// documents go to. Otherwise it is a file. The error says what of the two cannot be.
func (d *destination) isTree(args []string) (bool, error) {
	info, err := os.Stat(d.output)
	if err == nil && info.IsDir() || endsInSlash(d.output) {
		return true, nil
	}
	many := ""
	switch {
	case len(d.c.flags.inputs.lists) > 0:
		many = "--files-from names many documents"
	case len(args) > 1:
		many = fmt.Sprintf("%d documents are given", len(args))
	case len(args) == 1 && isDir(args[0]):
		many = args[0] + " is a directory"
	default:
		return false, nil
	}
	if err == nil {
		return false, fmt.Errorf("-o %s: is a file, and %s: give a directory for the results", d.output, many)
	}
	if _, known := rewrite.DetectType(gz.TrimExt(d.output), nil); known {
		return false, fmt.Errorf("-o %s: is named like a document, and %s: give -o %s/ for a directory of that name", d.output, many, d.output)
	}
	return true, nil
}

// endsInSlash reports whether a path can only be that of a directory.
func endsInSlash(name string) bool {
	last := filepath.Base(name)
	return os.IsPathSeparator(name[len(name)-1]) || last == "." || last == ".."
}

// openFile opens the directory of the file that -o names. The error says why the result
// of the one input must not go there; nothing is read by then.
func (d *destination) openFile(args []string) error {
	if err := d.checkFile(args); err != nil {
		return fmt.Errorf("-o %s: %w", d.output, cause.Of(err))
	}
	real := d.output
	if resolved, err := filepath.EvalSymlinks(real); err == nil {
		real = resolved // a symbolic link stays, and the file that it leads to is written
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("-o %s: no such directory: make it first", d.output)
	case err != nil:
		return fmt.Errorf("-o %s: %w", d.output, cause.Of(err))
	}
	d.file = &outFile{folder: atomicfile.NewFolder(root), name: filepath.Base(real)}
	d.c.flags.intoFile = true
	return nil
}

func (d *destination) checkFile(args []string) error {
	there, err := os.Stat(d.output)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if in := d.c.statInput(args); in != nil && os.SameFile(in, there) {
		return errIsInput
	}
	return d.mayReplace(there)
}

// statInput returns what is known of the one input, nil if that is nothing.
func (c *command) statInput(args []string) fs.FileInfo {
	if len(args) == 1 && args[0] != inputs.Stdin {
		info, _ := os.Stat(args[0])
		return info
	}
	if f, ok := c.stdin.(*os.File); ok {
		info, _ := f.Stat()
		return info
	}
	return nil
}
