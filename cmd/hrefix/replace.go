package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// A replacement is a file that a flag names, and that is written as a whole, or not at all. If the
// file exists, it must be empty, or of the kind that is written.
type replacement struct {
	flag, name string
	kind       string                        // the kind of the output, for messages
	is         func(io.Reader) (bool, error) // reports whether a file is of that kind
	guarded    bool                          // the run has a guard already
}

// replaceFile writes the file. write gets the old file, or nil. If write returns
// [console.ErrReported], the file is still written, unless it is errNothing.
func (c *command) replaceFile(r *replacement, write func(w io.Writer, old fs.FileInfo) error) (err error) {
	defer func() {
		if err != nil && !errors.Is(err, console.ErrReported) {
			err = r.failed(err)
		}
	}()
	in, real, old, err := r.open()
	if err != nil {
		return err
	}
	defer in.Release()
	if !r.guarded {
		defer c.guard()()
	}
	t, err := c.temps.Create(in, nil)
	if err != nil {
		return err
	}
	discard := func() {
		if err := t.Discard(); err != nil {
			c.ReportError(r.failed(err))
		}
	}
	failed := write(t, old)
	if failed != nil && !errors.Is(failed, console.ErrReported) || errors.Is(failed, errNothing) {
		discard()
		return failed
	}
	if old != nil {
		_ = t.Chmod(old.Mode().Perm()) // other users may not be allowed to read the mail in a report
	}
	if err := t.End(); err != nil {
		discard()
		return err
	}
	if err := t.Commit(filepath.Base(real), func() error { return nil }); err != nil {
		return err
	}
	return failed
}

// failed returns the error of a replacement that failed.
func (r *replacement) failed(err error) error {
	return fmt.Errorf("%s %s: %w", r.flag, r.name, cause.Of(err))
}

// check returns the error that replaceFile would return before it calls write.
func (r *replacement) check() error {
	in, _, _, err := r.open()
	if err != nil {
		return r.failed(err)
	}
	in.Release()
	return nil
}

// open opens the folder of the file, and returns the name of the file without symbolic links, and
// the file if it exists. It returns an error if that cannot be replaced.
func (r *replacement) open() (in *atomicfile.Folder, real string, old fs.FileInfo, err error) {
	old, err = os.Stat(r.name)
	to, noLink := os.Readlink(r.name)
	switch real = r.name; {
	case errors.Is(err, fs.ErrNotExist) && noLink == nil:
		return nil, "", nil, fmt.Errorf("is a symbolic link whose target does not exist (%s): restore the target, or give another name", to)
	case err != nil: // creating the file reports a real error
		old = nil
	case old.IsDir():
		return nil, "", nil, errors.New("is a directory: give the name of a file")
	case !old.Mode().IsRegular():
		return nil, "", nil, fmt.Errorf("is not a regular file: give the name of one, or leave %s out", r.flag)
	default:
		if real, err = filepath.EvalSymlinks(r.name); err != nil {
			return nil, "", nil, err
		}
	}
	in, err = atomicfile.OpenFolder(filepath.Dir(real))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", nil, errors.New("no such directory: make it first")
	case err != nil:
		return nil, "", nil, err
	}
	if old != nil {
		if err := r.mayReplace(in, filepath.Base(real)); err != nil {
			in.Release()
			return nil, "", nil, err
		}
	}
	return in, real, old, nil
}

// mayReplace returns an error unless the named file is empty or of the kind that is written. In
// "report -o *.html", the shell would put the name of a document after -o.
func (r *replacement) mayReplace(in *atomicfile.Folder, name string) error {
	f, old, err := in.OpenRead(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if old.Size() == 0 {
		return nil
	}
	switch is, err := r.is(f); {
	case err != nil:
		return err
	case !is:
		return fmt.Errorf("exists, and is not %s: give another name, or remove it", r.kind)
	}
	return nil
}
