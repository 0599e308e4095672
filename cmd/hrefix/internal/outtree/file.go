package outtree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A file is the file that the result of one document is written to (-o FILE).
type file struct {
	folder *atomicfile.Folder
	name   string // the name of the file in folder
}

// isTree reports whether -o names the directory of a new tree: the directory exists, or the
// name ends in a slash, or there may be several documents. Otherwise -o names a file. isTree
// returns an error if there may be several documents, and the name is the name of a file or has
// the extension of a document.
func (t *Target) isTree(in *inputs.Inputs) (bool, error) {
	info, err := os.Stat(t.Output)
	if err == nil && info.IsDir() || endsInSlash(t.Output) {
		return true, nil
	}
	many := ""
	switch {
	case len(in.Lists) > 0:
		many = "--files-from names many documents"
	case len(in.Args) > 1:
		many = fmt.Sprintf("%d documents are given", len(in.Args))
	case len(in.Args) == 1 && in.Args[0] != inputs.Stdin:
		arg := in.Args[0]
		switch info, err := in.Stat(arg); {
		case err != nil && isFault(err):
			return false, fmt.Errorf("%s: %w", arg, cause.Of(err)) // the argument may be a directory
		case err != nil || !info.IsDir():
			return false, nil
		}
		many = arg + " is a directory"
	default:
		return false, nil
	}
	if err == nil {
		return false, fmt.Errorf("-o %s: is a file, and %s: give a directory for the results", t.Output, many)
	}
	if _, known := detect.TypeOf(container.TrimCoding(t.Output), nil); known {
		return false, fmt.Errorf("-o %s: is named like a document, and %s: give -o %s/ for a directory of that name", t.Output, many, t.Output)
	}
	return true, nil
}

// endsInSlash reports whether a path can only be the path of a directory.
func endsInSlash(name string) bool {
	last := filepath.Base(name)
	return os.IsPathSeparator(name[len(name)-1]) || last == "." || last == ".."
}

// openFile opens the directory of the file that -o names, before anything is read. It
// returns an error if the result of the input must not be written there.
func (t *Target) openFile(in *inputs.Inputs) error {
	if err := t.checkFile(in); err != nil {
		return fmt.Errorf("-o %s: %w", t.Output, cause.Of(err))
	}
	root, err := os.OpenRoot(filepath.Dir(t.Output))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("-o %s: no such directory: make it first", t.Output)
	case err != nil:
		return fmt.Errorf("-o %s: %w", t.Output, cause.Of(err))
	}
	t.file = &file{folder: atomicfile.NewFolder(root), name: filepath.Base(t.Output)}
	return nil
}

// checkFile returns an error if there is a file that the result must not replace.
func (t *Target) checkFile(in *inputs.Inputs) error {
	there, err := os.Stat(t.Output)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info := statInput(in); info != nil && os.SameFile(info, there) {
		return errIsInput
	}
	// Anybody who may write to the directory could make the link lead to another file.
	if leads, err := os.Readlink(t.Output); err == nil {
		return fmt.Errorf("not written: is a symbolic link: give the name of the file that it leads to (%s)", leads)
	}
	if t.Resumes && there.Mode().IsRegular() {
		return nil // the file may be the result of an earlier run
	}
	return t.mayReplace(there)
}

// statInput returns the file info of the only input, or nil.
func statInput(in *inputs.Inputs) fs.FileInfo {
	if len(in.Args) == 1 && in.Args[0] != inputs.Stdin {
		info, _ := in.Stat(in.Args[0])
		return info
	}
	if f, ok := in.Stdin.(*os.File); ok {
		info, _ := f.Stat()
		return info
	}
	return nil
}
