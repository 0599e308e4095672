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

// replaceFile writes the file that a flag names: as a whole, or not at all. A file that exists
// is replaced only if it is empty, or if is reports that it reads what write writes. what is the
// name of that for messages. write gets the file that is replaced, or nil. If its error is
// [console.ErrReported], the file is still written.
func (c *command) replaceFile(flag, name, what string, is func(io.Reader) (bool, error), write func(w io.Writer, old fs.FileInfo) error) error {
	err := c.replace(flag, name, what, is, write)
	if err != nil && !errors.Is(err, console.ErrReported) {
		return fmt.Errorf("%s %s: %w", flag, name, cause.Of(err))
	}
	return err
}

// replace does what replaceFile does, without the name in errors.
func (c *command) replace(flag, name, what string, is func(io.Reader) (bool, error), write func(w io.Writer, old fs.FileInfo) error) error {
	in, real, old, err := openReplaced(flag, name, what, is)
	if err != nil {
		return err
	}
	defer in.Release()
	defer c.guard()()
	t, err := c.temps.Create(in, nil)
	if err != nil {
		return err
	}
	discard := func() {
		if err := t.Discard(); err != nil {
			c.Report("%s %s: %v", flag, name, cause.Of(err))
		}
	}
	failed := write(t, old)
	if failed != nil && !errors.Is(failed, console.ErrReported) {
		discard()
		return failed
	}
	if old != nil {
		_ = t.Chmod(old.Mode().Perm()) // a report may show mail, which others may not read
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

// checkReplaced returns the error that replaceFile would return before it calls write.
func checkReplaced(flag, name, what string, is func(io.Reader) (bool, error)) error {
	in, _, _, err := openReplaced(flag, name, what, is)
	if err != nil {
		return fmt.Errorf("%s %s: %w", flag, name, cause.Of(err))
	}
	in.Release()
	return nil
}

// openReplaced opens the folder of a file that is written. It returns an error if the file
// exists and is not of the kind that is written.
func openReplaced(flag, name, what string, is func(io.Reader) (bool, error)) (in *atomicfile.Folder, real string, old fs.FileInfo, err error) {
	real, old, err = replacedFile(flag, name)
	if err != nil {
		return nil, "", nil, err
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", nil, errors.New("no such directory: make it first")
	case err != nil:
		return nil, "", nil, err
	}
	in = atomicfile.NewFolder(root)
	if old != nil {
		if err := replaceable(in, filepath.Base(real), what, is); err != nil {
			in.Release()
			return nil, "", nil, err
		}
	}
	return in, real, old, nil
}

// replacedFile returns the name of a file without symbolic links, and the file if it exists.
func replacedFile(flag, name string) (real string, old fs.FileInfo, err error) {
	old, err = os.Stat(name)
	switch {
	case err != nil: // creating the file reports the error, if it is one
		return name, nil, nil
	case !old.Mode().IsRegular():
		return "", nil, fmt.Errorf("is not a regular file: give the name of one, or leave %s out", flag)
	}
	real, err = filepath.EvalSymlinks(name)
	return real, old, err
}

// replaceable returns an error unless the named file is empty or is of the kind that is
// written. In "report -o *.html", the shell would put the name of a document after -o.
func replaceable(in *atomicfile.Folder, name, what string, is func(io.Reader) (bool, error)) error {
	f, old, err := in.OpenRead(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if old.Size() == 0 {
		return nil
	}
	switch is, err := is(f); {
	case err != nil:
		return err
	case !is:
		return fmt.Errorf("exists, and is not %s: give another name, or remove it", what)
	}
	return nil
}
