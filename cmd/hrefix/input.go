package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/rewrite"
)

// An input is a document that was read whole.
type input struct {
	name string // as given; "-" is stdin
	src  []byte
}

// read reads the document called name. The error says what to do.
func (c *command) read(name string) (*input, error) {
	if name == "-" {
		src, err := io.ReadAll(c.stdin)
		if err != nil {
			return nil, fmt.Errorf("stdin: after %d bytes: %w", len(src), cause(err))
		}
		return &input{name, src}, nil
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file: check the name, or give - for stdin", name)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a directory: give the files in it", name)
	}
	src, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s: permission denied: make it readable", name)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	case len(src) == 0:
		return nil, fmt.Errorf("%s: is empty: check whether it was saved whole", name)
	}
	return &input{name, src}, nil
}

// cause takes the operation and path off an error of package os: the caller
// says them.
func cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// rewriter returns the rewriter for an input: its name tells the type, unless
// a flag does.
func (in *input) rewriter(opts rewrite.Options) (*rewrite.Rewriter, error) {
	if opts.Type == rewrite.Auto {
		opts.Type = rewrite.DetectType(in.name, in.src)
	}
	return rewrite.New(opts)
}

// each calls do for the documents named, stdin if there are none. A document
// that cannot be read is complained of, and the others are still done.
func (c *command) each(names []string, do func(*input, *rewrite.Rewriter) error) error {
	opts, err := c.flags.options()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	var failed error
	for _, name := range names {
		if err := c.one(name, opts, do); err != nil {
			c.complain("%v", err)
			failed = errSaid
		}
	}
	return failed
}

func (c *command) one(name string, opts rewrite.Options, do func(*input, *rewrite.Rewriter) error) error {
	in, err := c.read(name)
	if err != nil {
		return err
	}
	rw, err := in.rewriter(opts)
	if err != nil {
		return err
	}
	return do(in, rw)
}

// tell prints the notes on a document to stderr.
func (c *command) tell(in *input, notes []rewrite.Note) {
	for _, n := range notes {
		where := in.name
		if n.Part != "" {
			where += ": part " + n.Part
		}
		c.complain("%s: byte %d: %s", where, n.Offset, n.Text)
	}
}

// printable returns s with what a terminal would obey, and bytes that are no
// text, written as \xNN.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r < ' ' || 0x7f <= r && r < 0xa0 || r == utf8.RuneError && size == 1 {
			for _, c := range []byte(s[i : i+size]) {
				fmt.Fprintf(&b, `\x%02x`, c)
			}
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}
