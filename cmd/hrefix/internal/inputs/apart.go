package inputs

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// Apart says whether the new tree would be within an argument: it must not. If one of them
// is within the new tree, inputs have to be worked on one after the other: what is
// written for one may be another.
func (in *Inputs) Apart() (inTurn bool, err error) {
	out, err := realPath(in.NewTree)
	if err != nil {
		return false, err
	}
	for _, arg := range in.Args {
		if arg == Stdin {
			continue
		}
		inside, err := in.inside(out, arg)
		if err != nil {
			return false, err
		}
		inTurn = inTurn || inside
	}
	return inTurn, nil
}

// apart says whether a path in a list lies in the new tree, if there is one, or that in
// it. How many files are worked on at once is settled by then.
func (s *selection) apart(name string) (err error) {
	if s.NewTree == "" {
		return nil
	}
	if s.out == "" {
		if s.out, err = realPath(s.NewTree); err != nil {
			return err
		}
	}
	inside, err := s.inside(s.out, name)
	if inside {
		return fmt.Errorf("%s: lies within -o %s: give a directory elsewhere", name, s.NewTree)
	}
	return err
}

// inside reports whether name lies in the new tree, of which out is the real path. The
// error says that the new tree lies in it.
func (in *Inputs) inside(out, name string) (bool, error) {
	real, err := realPath(name)
	if err == nil && within(out, real) {
		err = fmt.Errorf("-o %s: lies within %s: give a directory elsewhere", in.NewTree, name)
	}
	return err == nil && within(real, out), err
}

// within reports whether name is dir or lies in it.
func within(name, dir string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// realPath returns the absolute path of a file, of which the end need not exist,
// without symbolic links.
func realPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("%s: the current directory: %w", name, cause.Of(err))
	}
	for dir, rest := abs, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest), nil
		}
		if dir == filepath.Dir(dir) {
			return abs, nil
		}
	}
}
