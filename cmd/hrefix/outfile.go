package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/container/gzip"
	"github.com/hrefix/hrefix/internal/engine"
)

// An outFile is the file that the result of one document is written to (-o FILE). Like all
// files, it is written under a temporary name, and renamed at the end.
type outFile struct {
	folder *atomicfile.Folder
	name   string // in folder
}

// isTree reports whether -o names the directory of a new tree: the directory exists, or the
// name ends in a slash, or there may be several documents. Otherwise -o names a file. isTree
// returns an error if there may be several documents, and the name is that of a file or has
// the extension of a document.
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
	case len(args) == 1 && args[0] != inputs.Stdin:
		switch in, err := os.Stat(args[0]); {
		case err != nil && isFault(err):
			return false, fmt.Errorf("%s: %w", args[0], cause.Of(err)) // it may be a directory
		case err != nil || !in.IsDir():
			return false, nil
		}
		many = args[0] + " is a directory"
	default:
		return false, nil
	}
	if err == nil {
		return false, fmt.Errorf("-o %s: is a file, and %s: give a directory for the results", d.output, many)
	}
	if _, known := engine.DetectType(gzip.TrimExt(d.output), nil); known {
		return false, fmt.Errorf("-o %s: is named like a document, and %s: give -o %s/ for a directory of that name", d.output, many, d.output)
	}
	return true, nil
}

// endsInSlash reports whether a path can only be that of a directory.
func endsInSlash(name string) bool {
	last := filepath.Base(name)
	return os.IsPathSeparator(name[len(name)-1]) || last == "." || last == ".."
}

// openFile opens the directory of the file that -o names, before anything is read. It
// returns an error if the result of the input must not be written there.
func (d *destination) openFile(args []string) error {
	if err := d.checkFile(args); err != nil {
		return fmt.Errorf("-o %s: %w", d.output, cause.Of(err))
	}
	root, err := os.OpenRoot(filepath.Dir(d.output))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("-o %s: no such directory: make it first", d.output)
	case err != nil:
		return fmt.Errorf("-o %s: %w", d.output, cause.Of(err))
	}
	d.file = &outFile{folder: atomicfile.NewFolder(root), name: filepath.Base(d.output)}
	d.c.flags.intoFile = true
	return nil
}

// checkFile returns an error if there is a file that the result must not replace.
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
	// Whoever may write to the directory could have the result replace any other file.
	if leads, err := os.Readlink(d.output); err == nil {
		return fmt.Errorf("not written: is a symbolic link: give the name of the file that it leads to (%s)", leads)
	}
	return d.mayReplace(there)
}

// statInput returns the file info of the one input, nil if there is none.
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
