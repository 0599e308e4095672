package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"

	"github.com/hrefix/hrefix/internal/gz"
	"github.com/hrefix/hrefix/rewrite"
)

// A source is a file that is open for reading.
type source struct {
	*file
	in       *os.File // nil for stdin
	info     fs.FileInfo
	document bool        // false for a file in a directory that is something else
	gzip     *compressed // nil unless it is compressed
	text     io.Reader   // decompressed
	rw       *rewrite.Rewriter
}

// A compressed source is written back through to, once it is known where that
// leads: what is to be kept has to be held from the start.
type compressed struct {
	from *gz.Reader
	back *gz.Writer // nil if it is only read
	to   io.Writer
}

// Write implements [io.Writer] for back.
func (z *compressed) Write(b []byte) (int, error) { return z.to.Write(b) }

// A use is what a source is opened for.
type use bool

const (
	toRead  use = false
	toWrite use = true
)

// read calls do for the documents that the arguments name. Those that cannot be
// read are complained of, and the others are still done.
func (c *command) read(args []string, do func(*source) error) error {
	opts, err := c.flags.options()
	if err != nil {
		return err
	}
	return c.each(args, func(f *file) error {
		s, err := c.open(f, opts, toRead)
		if err == nil && s.document {
			err = do(s)
		}
		return errors.Join(err, s.Close())
	})
}

// open opens a file. The error says what to do. The source has to be closed in
// any case.
func (c *command) open(f *file, opts rewrite.Options, u use) (*source, error) {
	s := &source{file: f}
	var r io.Reader = c.stdin
	if f.name != stdin {
		if err := s.openFile(); err != nil {
			return s, err
		}
		r = s.in
	}
	s.detect(r, c.flags.limits(), u, &opts)
	if s.in != nil && opts.Base == "" && !opts.NoHints && s.isPage() {
		opts.Origin = s.origin()
	}
	var err error
	s.rw, err = rewrite.New(opts)
	return s, err
}

// isPage reports whether the source is what a browser shows, so that the URL it
// was fetched from is its own: that of a mailbox is not the URL of the mail in
// it.
func (s *source) isPage() bool {
	switch s.typ {
	case rewrite.Message:
		ext := strings.ToLower(path.Ext(withoutGzip(s.name)))
		return ext == ".mht" || ext == ".mhtml"
	case rewrite.Mbox, rewrite.Emlx:
		return false
	}
	return true
}

func (s *source) openFile() (err error) {
	if s.root == nil {
		s.in, err = os.Open(s.name)
	} else {
		s.in, err = s.root.Open(s.rel)
	}
	if err == nil {
		s.info, err = s.in.Stat()
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: permission denied: make it readable", s.name)
	case err != nil:
		return fmt.Errorf("%s: %w", s.name, cause(err))
	case s.info.Size() == 0 && s.info.Mode().IsRegular() && !s.found && !s.mayBeEmpty:
		return fmt.Errorf("%s: is empty: check whether it was saved whole", s.name)
	}
	return nil
}

const (
	buffered = 64 << 10 // bytes that are read at once to find out what a file is
	telling  = 3        // those by which package gz knows its own
)

// detect finds out how a source is read, and of which type it is unless that is
// given.
func (s *source) detect(r io.Reader, limits gz.Limits, u use, opts *rewrite.Options) {
	buf := bufio.NewReaderSize(r, buffered)
	head, _ := buf.Peek(telling) // the error comes again
	name, size := s.name, 0
	if s.info != nil {
		size = int(s.info.Size())
	}
	if gz.Detect(head) {
		s.gzip = &compressed{from: gz.NewReader(buf, limits)}
		if u == toWrite {
			s.gzip.back = gz.NewWriter(s.gzip, s.gzip.from)
		}
		buf = bufio.NewReaderSize(s.gzip.from, buffered)
		name, size = withoutGzip(name), 0
	}
	detected, known, text := rewrite.Sniff(name, buf)
	s.text = sized{text, size}
	s.document = known || !s.found || s.typ != rewrite.Auto
	switch {
	case opts.Type != rewrite.Auto:
		s.typ = opts.Type
	case s.typ == rewrite.Auto:
		s.typ = detected
	}
	opts.Type = s.typ
}

// sized is a reader that can tell how many bytes there should be.
type sized struct {
	io.Reader
	size int
}

func (s sized) Len() int { return s.size }

// pieces yields the pieces of the source.
func (s *source) pieces() iter.Seq2[rewrite.Piece, error] {
	return rewrite.Pieces(s.text, s.typ)
}

// Close closes the source.
func (s *source) Close() error {
	var errs [2]error
	if s.gzip != nil {
		errs[0] = s.gzip.from.Close()
	}
	if s.in != nil {
		errs[1] = s.in.Close()
	}
	return errors.Join(errs[:]...)
}

// failure says of an error met while reading which file it is about.
func (s *source) failure(err error) error {
	name := s.name
	if name == stdin {
		name = "stdin"
	}
	return fmt.Errorf("%s: %w", name, err)
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
