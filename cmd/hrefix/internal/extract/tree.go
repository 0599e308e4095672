package extract

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// An output is the directory that files are written to.
type output struct {
	name    string
	force   bool
	temps   *atomicfile.Temporaries
	folders atomicfile.Folders
}

// openOutput opens a directory, and makes it if it does not exist.
func openOutput(name string, force bool, temps *atomicfile.Temporaries) (*output, error) {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause.Of(errors.Unwrap(err)))
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause.Of(errors.Unwrap(err)))
	}
	return &output{name: name, force: force, temps: temps, folders: atomicfile.Folders{Root: root}}, nil
}

// close closes the directory.
func (o *output) close() error {
	o.folders.Close()
	return o.folders.Root.Close()
}

// pathOf returns the path of a file in the file system.
func (o *output) pathOf(file string) string { return filepath.Join(o.name, filepath.FromSlash(file)) }

// folder opens a directory of the tree, and makes it if it does not exist. The caller has to
// release it.
func (o *output) folder(dir string) (*atomicfile.Folder, error) {
	in, err := o.folders.Open(dir)
	if err == nil || dir == "." || !errors.Is(err, fs.ErrNotExist) {
		return in, err
	}
	parent, err := o.folder(path.Dir(dir))
	if err != nil {
		return nil, err
	}
	defer parent.Release()
	if err := o.temps.Mkdir(parent, path.Base(dir), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return o.folders.Open(dir)
}

// errExists is the error of a file that exists and stays.
var errExists = errors.New("not written: the file exists: give --force to replace it")

// mayWrite returns an error if a file of that name must stay.
func (o *output) mayWrite(in *atomicfile.Folder, name string) error {
	switch there, err := in.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !there.Mode().IsRegular():
		return errors.New("not written: the existing file is not a regular file: remove it, or give another directory")
	case !o.force:
		return errExists
	}
	return nil
}

// write writes a file as a whole, by a call of content. If the error is errExists, content was not
// called.
func (o *output) write(file string, date time.Time, content func(*atomicfile.File) error) error {
	in, err := o.folder(path.Dir(file))
	if err != nil {
		return err
	}
	defer in.Release()
	name := path.Base(file)
	if err := o.mayWrite(in, name); err != nil {
		return err
	}
	t, err := o.temps.Create(in, nil)
	if err != nil {
		return err
	}
	t.SetTime(date)
	if err = content(t); err == nil {
		err = t.End()
	}
	if err != nil {
		return errors.Join(err, t.Discard())
	}
	return t.Commit(name, func() error { return o.mayWrite(in, name) })
}
