package inputs

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/dirpath"
)

// Apart returns an error if the new tree is within an argument. inTurn is true if an argument is
// within the new tree. Inputs then have to be processed one after the other, because the result of
// one input may be another input.
func (in *Inputs) Apart() (inTurn bool, err error) {
	for _, arg := range in.Args {
		if arg == Stdin {
			continue
		}
		inside, err := in.inside(arg)
		if err != nil {
			return false, err
		}
		inTurn = inTurn || inside
	}
	return inTurn, nil
}

// inside reports whether name is in the new tree. If the new tree is in name, it returns an error.
func (in *Inputs) inside(name string) (_ bool, err error) {
	if in.out == "" {
		if in.out, err = RealPath(in.NewTree); err != nil {
			return false, err
		}
	}
	real, err := RealPath(name)
	switch {
	case err == nil && real == in.out:
		err = fmt.Errorf("-o %s: is the same as %s: give a directory elsewhere", in.NewTree, name)
	case err == nil && dirpath.Contains(real, in.out):
		err = fmt.Errorf("-o %s: is within %s: give a directory elsewhere", in.NewTree, name)
	}
	return err == nil && dirpath.Contains(in.out, real), err
}

// IsIn reports whether a file is in a directory, or is the directory itself. It compares their paths without symbolic
// links. Neither needs to exist.
func IsIn(name, dir string) bool {
	real, err := RealPath(name)
	if err != nil {
		return false
	}
	top, err := RealPath(dir)
	return err == nil && dirpath.Contains(top, real)
}

// RealPath returns the absolute path of a file without symbolic links. If the last elements of name, or
// the target of a symbolic link, do not exist, it is the path at which a new file would be made.
func RealPath(name string) (string, error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real // Abs would take "link/.." for the directory that has the link
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("%s: the current directory: %w", name, cause.Of(err))
	}
	return follow(abs, 0), nil
}

// follow does what RealPath does, with an absolute path. links is the number of links that were followed before.
func follow(abs string, links int) string {
	for dir, rest := abs, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if text, err := os.Readlink(dir); err == nil && links < maxLinks {
			if !filepath.IsAbs(text) {
				text = filepath.Join(follow(filepath.Dir(dir), links+1), text)
			}
			return follow(filepath.Join(text, rest), links+1)
		}
		if dir == filepath.Dir(dir) {
			return abs
		}
	}
}
