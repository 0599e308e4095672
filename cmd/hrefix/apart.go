package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/internal/cause"
)

// apart says whether the new tree would be within one that is read. If one that is
// read is within the new tree, files are read one after the other: what is written
// for one may be another.
func (d *destination) apart(args []string) error {
	out, err := realPath(d.output)
	if err != nil {
		return err
	}
	for _, arg := range args {
		in, err := realPath(arg)
		if err != nil {
			return err
		}
		switch {
		case arg == stdin:
		case within(out, in):
			return fmt.Errorf("-o %s: lies within %s: give a directory elsewhere", d.output, arg)
		case within(in, out):
			d.c.flags.jobs = 1
		}
	}
	return nil
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

// apart says whether a path in a list lies in the new tree, if there is one, or that in
// it. How many files are read at once is settled then.
func (s *selection) apart(name string) error {
	dir := s.c.flags.output
	if dir == "" {
		return nil
	}
	if s.out == "" {
		out, err := realPath(dir)
		if err != nil {
			return err
		}
		s.out = out
	}
	in, err := realPath(name)
	switch {
	case err != nil:
		return err
	case within(s.out, in):
		return fmt.Errorf("-o %s: lies within %s: give a directory elsewhere", dir, name)
	case within(in, s.out):
		return fmt.Errorf("%s: lies within -o %s: give a directory elsewhere", name, dir)
	}
	return nil
}
