package extract

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	slashpath "path"
	"path/filepath"
	"slices"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// An output is the directory that files are written to.
type output struct {
	name    string
	force   bool
	inputs  []fs.FileInfo // the inputs, which must not be replaced
	temps   *atomicfile.Temporaries
	folders atomicfile.Folders
}

// openOutput opens a directory, and makes it if it does not exist.
func (r *Run) openOutput(name string) (*output, error) {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause.Of(errors.Unwrap(err)))
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause.Of(errors.Unwrap(err)))
	}
	return &output{name: name, force: r.Force, inputs: r.inputs, temps: r.temps, folders: atomicfile.Folders{Root: root}}, nil
}

// close closes the directory.
func (o *output) close() error {
	o.folders.Close()
	return o.folders.Root.Close()
}

// explain returns the error of a directory that cannot be opened. A directory that is, or is in, a
// symbolic link may lead out of the tree.
func (o *output) explain(dir string, err error) error {
	for part := slashpath.Clean(dir); part != "."; part = slashpath.Dir(part) {
		if info, failed := o.folders.Root.Lstat(part); failed == nil && info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("not written: %s is a symbolic link that leads to no directory in %s: remove it, or give another directory", o.pathOf(part), o.name)
		}
	}
	return err
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
	parent, err := o.folder(slashpath.Dir(dir))
	if err != nil {
		return nil, err
	}
	defer parent.Release()
	if err := o.temps.Mkdir(parent, slashpath.Base(dir), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return o.folders.Open(dir)
}

// errExists is the error of a file that exists and stays.
var errExists = errors.New("not written: the file exists: give --force to replace it")

// mayWrite returns an error if a file called name must stay.
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
	case isAmong(there, o.inputs):
		return errInput
	}
	return nil
}

// isAmong reports whether a file is one of the files in others, whatever their names are.
func isAmong(file fs.FileInfo, others []fs.FileInfo) bool {
	return slices.ContainsFunc(others, func(other fs.FileInfo) bool { return os.SameFile(file, other) })
}

// errInput is the error of a file that is an input, which stays.
var errInput = errors.New("not written: the file is an input: give another directory")

// A file is a temporary file that gets its name when it is complete.
type file struct {
	*atomicfile.File
	out  *output
	in   *atomicfile.Folder
	name string
}

// begin begins a file. If the error is nil, finish must be called.
func (o *output) begin(path string, date time.Time) (*file, error) {
	dir, name := slashpath.Split(path)
	in, err := o.folder(slashpath.Clean(dir))
	if err != nil {
		return nil, o.explain(dir, err)
	}
	f := &file{out: o, in: in, name: name}
	if err = o.mayWrite(in, name); err == nil {
		f.File, err = o.temps.Create(in, nil)
	}
	if err != nil {
		in.Release()
		return nil, err
	}
	f.SetTime(date)
	return f, nil
}

// finish gives the file its name. End must be called before. If err is not nil, finish discards the file.
func (f *file) finish(err error) error {
	defer f.in.Release()
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit(f.name, func() error { return f.out.mayWrite(f.in, f.name) })
}

// write writes a file. content writes all of the text.
func (o *output) write(path string, date time.Time, content func(io.Writer) error) error {
	f, err := o.begin(path, date)
	if err != nil {
		return err
	}
	if err = content(f); err == nil {
		err = f.End()
	}
	return f.finish(err)
}
