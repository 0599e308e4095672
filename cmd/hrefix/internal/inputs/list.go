package inputs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// CheckLists returns an error if a list cannot be read. It reads nothing.
func (in *Inputs) CheckLists() error {
	taken := slices.Contains(in.Args, Stdin)
	for _, list := range in.Lists {
		if list == Stdin {
			if taken {
				return errors.New("--files-from -: stdin is named twice: give it once, as a PATH or as a list")
			}
			taken = true
			continue
		}
		switch info, err := os.Stat(list); {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("--files-from %s: no such file: check the name, or give - for stdin", list)
		case err != nil:
			return fmt.Errorf("--files-from %s: %w", list, cause.Of(err))
		case info.IsDir():
			return fmt.Errorf("--files-from %s: is a directory: give it as a PATH", list)
		}
	}
	return nil
}

// longest is the maximum size in bytes of a path in a list, with the byte that ends it. No
// system has longer paths.
const longest = 128 << 10

// list yields the inputs that a list names while it is read. The error concerns the list as a
// whole.
func (s *selection) list(list string) error {
	r, name := s.Stdin, "stdin"
	switch text, kept := s.ListTexts[list]; {
	case kept && list != Stdin:
		r, name = bytes.NewReader(text), list
	case kept:
		r = bytes.NewReader(text)
	case list != Stdin:
		f, err := os.Open(list)
		if err != nil {
			return fmt.Errorf("--files-from %s: %w", list, cause.Of(err))
		}
		defer f.Close()
		r, name = f, list
	}
	paths, n := s.Inputs.paths(r), 0
	for !s.over && paths.Scan() {
		n++
		if err := s.listed(paths.Text()); err != nil {
			s.fail(paths.Text(), fmt.Errorf("%s:%d: %w", name, n, err))
		}
		s.at, s.whole = "", false
	}
	switch err := paths.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: is not a path, and nothing after it is read: give -0 if paths end with NUL bytes, and only then", name, n+1)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, n+1, cause.Of(err))
	}
	return nil
}

// paths returns a scanner of the paths in a list. A list of lines may begin with a byte order
// mark, and may then be UTF-16.
func (in *Inputs) paths(r io.Reader) *bufio.Scanner {
	split := splitNUL
	if !in.Null {
		r, split = transform.NewReader(r, unicode.BOMOverride(transform.Nop)), bufio.ScanLines
	}
	paths := bufio.NewScanner(r)
	paths.Buffer(nil, longest)
	paths.Split(split)
	return paths
}

// Listed returns the paths in the lists that were read already.
func (in *Inputs) Listed() (names []string) {
	for _, list := range in.Lists {
		for paths := in.paths(bytes.NewReader(in.ListTexts[list])); paths.Scan(); {
			if name := paths.Text(); name != "" && !strings.Contains(name, "\x00") {
				names = append(names, name)
			}
		}
	}
	return names
}

// splitNUL is a [bufio.SplitFunc] for texts that end with NUL bytes.
func splitNUL(data []byte, atEOF bool) (advance int, token []byte, err error) {
	switch i := bytes.IndexByte(data, 0); {
	case i >= 0:
		return i + 1, data[:i], nil
	case atEOF && len(data) > 0:
		return len(data), data, nil
	}
	return 0, nil, nil
}

// listed yields the inputs that a path in a list names. If the path is below the current directory, the file gets the
// same path in a new tree, and not only its name there: files from several directories often have the same name.
func (s *selection) listed(name string) error {
	switch {
	case name == "" || !s.Null && strings.TrimSpace(name) == "":
		return nil
	case name == Stdin:
		return errors.New("-: stdin cannot be named in a list: give ./- for a file of that name")
	case strings.Contains(name, "\x00"):
		return fmt.Errorf("%s: is not a path: give -0 if paths end with NUL bytes", name)
	}
	if s.NewTree != "" {
		switch inside, err := s.inside(name); {
		case err != nil:
			return err
		case inside: // it is too late to process the inputs one after the other, as Apart demands
			return fmt.Errorf("%s: is within -o %s: give a directory elsewhere", name, s.NewTree)
		}
	}
	if local := filepath.Clean(name); filepath.IsLocal(local) {
		if s.here == nil {
			var err error
			if s.here, err = atomicfile.OpenFolder("."); err != nil {
				return cause.Of(err)
			}
		}
		s.at = filepath.ToSlash(local)
	}
	if s.passes(name) {
		return nil
	}
	return s.argument(name)
}
