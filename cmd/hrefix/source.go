package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/container/gzip"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/roots"
)

// A source is a file that is open for reading.
type source struct {
	*inputs.File
	typ      engine.Type // Auto until it is known
	in       *os.File    // nil for stdin
	info     fs.FileInfo
	document bool          // false for a file in a directory that is something else, not taken, or a backup
	kind     filekind.Kind // of what is no document
	feed     feed          // of in, or of stdin
	gzip     *compressed   // nil unless it is compressed
	buf      *bufio.Reader
	text     sized // decompressed
	rw       *engine.Rewriter
	giveBack func()       // the memory that was taken for it, nil if none was
	place    *roots.Place // in the tree that links become relative in, nil otherwise
}

// A compressed source is written back through to, once it is known where that
// leads: what is to be kept has to be held from the start.
type compressed struct {
	from   *gzip.Reader
	back   *gzip.Writer // nil if it is only read
	held   *gzip.Held   // what was read, if that can be done once; nil otherwise
	unheld error        // why held does not have all of the file, nil if it has
	to     io.Writer
}

// Write implements [io.Writer] for back.
func (z *compressed) Write(b []byte) (int, error) { return z.to.Write(b) }

// A feed reads a file up to its end or an error, and nothing after that: bytes read after an
// error would be taken for the missing ones, and on a terminal the user would have to end
// the input twice. It counts the bytes.
type feed struct {
	from  io.Reader
	j     *job
	err   error // the fault, nil at the end of the file
	ended bool
}

// Read implements [io.Reader].
func (f *feed) Read(b []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	if f.ended {
		return 0, io.EOF
	}
	n, err := f.from.Read(b)
	f.j.read(int64(n))
	f.ended = err == io.EOF
	if err != nil && err != io.EOF {
		f.err = cause.Of(err)
		err = f.err
	}
	return n, err
}

// A use says what a source is opened for.
type use bool

const (
	toRead  use = false
	toWrite use = true
)

// open opens the file of a job. The error says what to do; it is errTurn if that is
// to wait until it is the turn of the job. The source has to be closed in any case.
func (j *job) open(o *options, u use) (*source, error) {
	s := &source{File: j.file, typ: j.file.Told}
	if s.Folder == nil && !j.inTurn {
		return s, errTurn // what is no file can be read once
	}
	s.feed = feed{from: j.c.stdin, j: j}
	if s.Name != inputs.Stdin {
		if err := s.openFile(); err != nil {
			return s, err
		}
		s.feed.from = s.in
	}
	if err := s.emptied(j.c); err != nil {
		return s, err
	}
	if s.Copied || s.isBackup(j.c.flags.backup.text) {
		return s, nil
	}
	typ := s.detect(&s.feed, j.c.flags.limits(), u, o.Type)
	if !s.document && s.feed.err != nil {
		return s, s.failure(fmt.Errorf("reading: %w", s.feed.err)) // it may be one
	}
	if !s.document {
		return s, s.passOver(j)
	}
	if typ == engine.Mbox && !j.inTurn && s.info.Size() > large {
		return s, errTurn // all goroutines are wanted for it
	}
	s.takeMemory(j.c)
	err := o.admits(s)
	if err == nil || !s.document {
		s.rw, err = o.rewriter(s, typ)
	}
	return s, err
}

// large is the size in bytes from which on the messages of a mailbox are shared out among
// goroutines.
const large = 1 << 20

// isPage reports whether the source is a page, so that the URL it was fetched from is its
// own. In contrast, the URL of a mailbox is not that of the mail in it.
func (s *source) isPage() bool {
	switch s.typ {
	case engine.Message:
		ext := strings.ToLower(path.Ext(gzip.TrimExt(s.Name)))
		return ext == ".mht" || ext == ".mhtml"
	case engine.Mbox, engine.Emlx, engine.Other:
		return false
	}
	return true
}

func (s *source) openFile() (err error) {
	if s.Folder != nil {
		s.in, s.info, err = s.Folder.OpenRead(s.Base)
	} else if s.in, err = os.Open(s.Name); err == nil { // a pipe is waited for
		s.info, err = s.in.Stat()
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: permission denied: make it readable", s.Name)
	case errors.Is(err, atomicfile.ErrIrregular):
		return fmt.Errorf("%s: %w any more: check what is there, then try again", s.Name, err)
	case err != nil:
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	return nil
}

const (
	buffered = 64 << 10 // bytes that are read at once to find out what a file is
	telling  = 3        // those by which package gzip recognises its files
)

// buffers are those that sources were read with.
var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, buffered) }}

// detect finds out how a source is read, and returns its type: the one that is given
// unless that is Auto.
func (s *source) detect(r io.Reader, limits gzip.Limits, u use, given engine.Type) engine.Type {
	s.buf = buffers.Get().(*bufio.Reader)
	s.buf.Reset(r)
	buf, name, size := s.buf, s.Name, 0
	if s.info != nil {
		size = int(s.info.Size())
	}
	if head, _ := buf.Peek(telling); gzip.Detect(head) { // the feed fails again
		s.gzip = &compressed{}
		raw := io.Reader(buf)
		if u == toWrite && s.Folder == nil {
			raw = s.hold(buf)
		}
		s.gzip.from = gzip.NewReader(raw, limits)
		if u == toWrite {
			s.gzip.back = gzip.NewWriter(s.gzip, s.gzip.from)
		}
		buf = bufio.NewReaderSize(s.gzip.from, buffered)
		name, size = gzip.TrimExt(name), 0
	}
	s.text = sized{buf, size}
	s.recognise(name, buf, given)
	return s.typ
}

// sized is a reader that knows how many bytes there should be.
type sized struct {
	*bufio.Reader
	size int
}

func (s sized) Len() int { return s.size }

// Close closes the source. The error is that of what was held of a compressed one.
func (s *source) Close() (err error) {
	if s.giveBack != nil {
		s.giveBack()
	}
	if s.gzip != nil {
		err = s.gzip.from.Close()
		if s.gzip.held != nil {
			err = errors.Join(err, s.gzip.held.Close())
		}
	}
	if s.in != nil {
		s.in.Close() // nothing was written to it
	}
	if s.buf != nil {
		s.buf.Reset(nil)
		buffers.Put(s.buf)
		s.buf = nil
	}
	return err
}

// failure adds the name of the source to an error met while reading it.
func (s *source) failure(err error) error { return fmt.Errorf("%s: %w", s.called(), err) }

// called returns the name of the source for messages: stdin for "-".
func (s *source) called() string {
	if s.Name == inputs.Stdin {
		return "stdin"
	}
	return s.Name
}
