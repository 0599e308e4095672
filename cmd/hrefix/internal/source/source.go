// Package source opens the inputs of a run.
//
// An [Opener] has the settings that all inputs of a run share. It finds the type of an input by its
// name and its first 64 KiB, decompresses it, waits for memory if it is large, finds the URL that
// it was retrieved from, and gives it a rewriter with the right base. Inputs that are not
// documents, and pages that must not get the base of --base, are refused. A bundle, such as a zip or tar
// archive, is one input: each document in it is a source, whose place is in the [Tree] of the bundle.
//
// # Files
//
//   - source.go opens an input, which may be compressed; kind.go finds its type.
//   - memory.go has the memory that documents share, and available_linux.go how much there is.
//   - rewriters.go chooses the rewriter and the place; origin.go reads records of where a file was retrieved from;
//     samebase.go refuses pages that would share a base, and has advice.
//   - bundle.go and tree.go: documents in bundles, and web archives in WACZ files.
package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/wacz"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/pack"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/internal/tempfile"
)

// A Source is an input that is open for reading.
type Source struct {
	*inputs.File
	Type        detect.Type   // Auto until the type is known
	Rule        detect.Rule   // how the type of a document was found
	Document    bool          // false for files that are not documents, for backups, and for files that are not selected
	Kind        filekind.Kind // the kind of a file that is not a document, if its content was read
	In          *os.File      // nil for stdin
	Info        fs.FileInfo
	Coded       *Coded // nil unless the source has a coding
	Text        Text   // the decompressed content
	Rewriter    *engine.Rewriter
	Place       *addressbook.Place  // the place in the tree in which links are changed; nil without a tree
	InHost      bool                // the name of a directory of --root-hosts is the host of its URL
	InTree      bool                // the source is in a root or a map
	Endings     addressbook.Endings // what the name shows about the names of the tree
	besideHosts bool                // the source has no URL: it is outside of the directories of hosts (--root-hosts)
	oneBase     bool                // --base gives all sources one base, and --same-base is not given
	Shown       string              // the URL of the document if its links show it, and not its name: see package addressbook
	Suggester   *moves.Suggester    // suggests moves for links that do not move; nil unless links move

	// Archives are the web archives in a WACZ file, if [Opener].Unpack is set. See [Opener.OpenArchive].
	Archives []*wacz.Archive

	members *members        // the members of a bundle; nil for other sources
	bundle  *Source         // the source of the bundle around this source, or nil
	input   input           // In, or stdin
	entry   io.Closer       // the entry of a web archive in a WACZ file; nil for other sources
	spool   *tempfile.Spool // the data of a WACZ file that can be read only once; nil for other sources
	buf     *bufio.Reader
	release func() // gives the memory budget for the source back, or nil
}

// An Opener opens the sources of a run. Closing it closes the book.
type Opener struct {
	engine.Options
	Book         *addressbook.Book // the URLs of the documents; nil without a book
	Suggester    *moves.Suggester  // suggests moves for links that do not move; nil unless links move
	Stdin        io.Reader
	Stdout       io.Writer // is compared with the inputs, because the shell may have emptied an input ("> FILE")
	Limits       format.Limits
	ToWrite      bool // compressed sources are written, too
	Unpack       bool // the web archives in WACZ files are read
	PassArchives bool // web archives in directories are passed over unless --ext or --type chooses them
	Memory       *Memory
	Checks       bool // for the verb check: all sources have places in the book, but messages get no base from their place

	pages   pageRule // the pages that may get the base of --base
	inPlace bool     // the run writes in place: then pages is the rule for messages, too
	shared  sync.Map // *engine.Rewriter by rewriterKey
}

// ErrInTurn is the error of work that was begun out of turn. The work must be done again after all
// inputs before it have been finished.
var ErrInTurn = errors.New("to be done in turn")

// Open opens an input. inTurn reports whether all inputs before it are finished. Some inputs, such
// as pipes, can be opened only if inTurn is true; otherwise the error is [ErrInTurn]. read
// is called with the number of bytes of each read. The source has to be closed even if there is an
// error.
func (o *Opener) Open(f *inputs.File, inTurn bool, read func(int64)) (*Source, error) {
	s := &Source{File: f, Type: f.DirType}
	if s.Folder == nil && !inTurn {
		return s, ErrInTurn // a pipe can be read only once
	}
	s.input = input{from: o.Stdin, read: read}
	if s.Name != inputs.Stdin {
		if err := s.openFile(); err != nil {
			return s, err
		}
		s.input.from = s.In
	}
	if err := s.checkEmptied(o); err != nil {
		return s, err
	}
	if s.Copied || s.isBackup() {
		return s, nil
	}
	typ := o.detect(s, &s.input, o.Type, o.ToWrite)
	switch {
	case o.passes(s):
		return s, nil
	case o.Unpack && s.isWACZ():
		return s, s.findArchives(inTurn)
	case !s.Document && s.input.err != nil:
		return s, s.Error(fmt.Errorf("reading: %w", s.input.err)) // the source may be a document
	case !s.Document:
		return s, nil
	case typ.HasMembers() && !inTurn && s.Info.Size() > SharedMailbox:
		return s, ErrInTurn // all goroutines work on the mailbox together
	}
	return s, o.prepare(s, typ)
}

// prepare waits for memory for a document, and gives it a rewriter. Documents share rewriters, except for a document with a
// record of the URL that it was retrieved from. The rewriter of a bundle reads the members, and changes no links.
func (o *Opener) prepare(s *Source, typ detect.Type) error {
	o.Memory.take(s)
	if err := o.checkBase(s); err != nil {
		return err
	}
	if typ.IsBundle() {
		err := o.openMembers(s)
		if err == nil {
			s.Rewriter, err = engine.New(engine.Options{
				Type: typ, Dialect: o.Dialect, Charset: o.Charset, MaxDocument: o.MaxDocument, Limits: o.Options.Limits, Archive: o.Archive, Signed: o.Signed,
				Skips: skips, JSONFields: o.JSONFields,
			})
		}
		return err
	}
	place, err := o.place(s)
	if err == nil {
		s.Rewriter, err = o.rewriterAt(s, typ, place)
	}
	return err
}

// SharedMailbox is the size in bytes from which on all goroutines work on the messages of one
// mailbox. It is a variable for tests.
var SharedMailbox int64 = 1 << 20

// isPage reports whether the source is a page, whose base is the URL that it was fetched from. A
// mailbox is not a page: its URL is not the URL of its messages.
func (s *Source) isPage() bool {
	switch s.Type {
	case detect.Message:
		ext := strings.ToLower(path.Ext(container.TrimCoding(s.Name)))
		return ext == ".mht" || ext == ".mhtml"
	case detect.Other:
		return false
	}
	return !s.Type.IsContainer()
}

// isAmongMail reports whether the source is mail, and there is probably more than one message, each with links of its own
// sender.
func (s *Source) isAmongMail() bool {
	return s.isMail() && (s.Found || s.Type != detect.Message)
}

// isMail reports whether the source is one or more messages, and no saved page.
func (s *Source) isMail() bool {
	return s.Type == detect.Message && !s.isPage() || s.Type.Noun() == "message"
}

// SharesBase reports whether several messages probably get the same base, without --same-base.
func (s *Source) SharesBase() bool { return s.oneBase && s.isAmongMail() }

// ErrGone is the error of a file that this run has found, and that is gone when it is opened.
var ErrGone = errors.New("another program removed or renamed it: try again")

func (s *Source) openFile() (err error) {
	if s.Folder != nil {
		s.In, s.Info, err = s.Folder.OpenRead(s.Base)
	} else if s.In, err = os.Open(s.Name); err == nil { // waits for the writer of a pipe
		s.Info, err = s.In.Stat()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.Found:
		return fmt.Errorf("%s: %w", s.Name, ErrGone)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: permission denied: make it readable", s.Name)
	case errors.Is(err, atomicfile.ErrIrregular):
		return fmt.Errorf("%s: %w any more: check what is there, then try again", s.Name, err)
	case err != nil:
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	return nil
}

// headSize is the number of bytes that are read at once to find the type of a file.
const headSize = 64 << 10

// buffers are the readers of closed sources, for reuse.
var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, headSize) }}

// detect prepares s for reading from r, and returns its type. given is the type that the user
// gives, or Auto. toWrite says whether the source is also written, which matters if it is compressed.
func (o *Opener) detect(s *Source, r io.Reader, given detect.Type, toWrite bool) detect.Type {
	s.buf = buffers.Get().(*bufio.Reader)
	s.buf.Reset(r)
	buf, name, size := s.buf, s.Name, 0
	if s.Info != nil {
		size = int(s.Info.Size())
	}
	head, _ := buf.Peek(container.CodingMagicSize) // a later read returns the error, too
	if coding := container.Coding(head); coding != nil {
		s.Coded = &Coded{Coding: coding}
		raw := io.Reader(buf)
		if toWrite && s.Folder == nil {
			held, err := pack.Hold(buf)
			if err != nil && s.input.err == nil {
				s.input.err = err // the data are not complete
			}
			s.Coded.held, s.Coded.unheld = held, err
			raw = held.Reader()
		}
		s.Coded.From = coding.Open(raw, format.Options{Limits: o.Limits})
		if toWrite {
			s.Coded.Back = s.Coded.From.Rewrite(s.Coded)
		}
		buf = bufio.NewReaderSize(s.Coded.From, headSize)
		name, size = container.TrimCoding(name), 0
	}
	s.Text = Text{buf, size, s.Coded}
	s.recognise(name, buf, given, &o.Options)
	return s.Type
}

// An input reads a file up to its end or an error. Later calls of Read read nothing: bytes that are read
// after an error would be taken for the missing bytes, and on a terminal the user would have to end the
// input twice.
type input struct {
	from  io.Reader
	read  func(int64) // is called with the number of bytes of each read
	err   error       // nil at the end of the file
	ended bool
}

// Read implements [io.Reader].
func (in *input) Read(b []byte) (int, error) {
	if in.err != nil {
		return 0, in.err
	}
	if in.ended {
		return 0, io.EOF
	}
	n, err := in.from.Read(b)
	in.read(int64(n))
	in.ended = err == io.EOF
	if err != nil && err != io.EOF {
		in.err = cause.Of(err)
		err = in.err
	}
	return n, err
}

// A Text is the decompressed content of a source.
type Text struct {
	*bufio.Reader
	size  int
	coded *Coded // nil unless the source was decompressed
}

// Units implements [engine.Decoded].
func (t Text) Units() format.Units {
	if t.coded == nil {
		return nil
	}
	return t.coded.From
}

// Back implements [engine.Decoded].
func (t Text) Back() format.UnitWriter {
	if t.coded == nil {
		return nil
	}
	return t.coded.Back
}

// Len returns the number of bytes that the text should have, or 0 if it is not known.
func (t Text) Len() int { return t.size }

// Close closes the source. It returns the error of removing the held data of a compressed source.
func (s *Source) Close() (err error) {
	if s.release != nil {
		s.release()
	}
	if s.Coded != nil {
		err = s.Coded.From.Close()
		if s.Coded.held != nil {
			err = errors.Join(err, s.Coded.held.Close())
		}
	}
	if s.members != nil && s.members.own {
		err = errors.Join(err, s.members.tree.Close())
	}
	if s.entry != nil {
		s.entry.Close() // the entry was only read
	}
	if s.spool != nil {
		err = errors.Join(err, s.spool.Close())
	}
	if s.In != nil {
		s.In.Close() // the file was only read
	}
	if s.buf != nil {
		s.buf.Reset(nil)
		buffers.Put(s.buf)
		s.buf = nil
	}
	return err
}

// ReadError returns the error of reading the file, or nil.
func (s *Source) ReadError() error { return s.input.err }

// CheckUnchanged returns [atomicfile.ErrChanged] if the source is a regular file, and its content has
// changed since it was opened. The bytes that were read are then a mixture, or lack the end.
func (s *Source) CheckUnchanged() error {
	if s.In == nil || s.Info == nil || !s.Info.Mode().IsRegular() {
		return nil
	}
	now, err := s.In.Stat()
	if err != nil {
		return cause.Of(err)
	}
	if !atomicfile.SameContent(s.Info, now) {
		return atomicfile.ErrChanged
	}
	return nil
}

// Error adds the name of the source to an error.
func (s *Source) Error(err error) error { return fmt.Errorf("%s: %w", s.DisplayName(), err) }

// DisplayName returns the name of the source for messages: stdin for "-".
func (s *Source) DisplayName() string {
	switch {
	case s.Name == inputs.Stdin:
		return "stdin"
	case s.bundle != nil && strings.HasPrefix(s.Name, inputs.Stdin+"/"): // a document in a bundle on standard input
		return "stdin" + strings.TrimPrefix(s.Name, inputs.Stdin)
	}
	return s.Name
}

// A compressed file that cannot be read to its end is not rewritten. The missing part may still be
// recovered, and other programs may get more text out of the broken file than out of a new file. So
// it is kept as it is, with an error:
//
//   - In place (-w), the file stays.
//   - Into a new tree or file (-o), it is copied after rewriting it has failed.
//   - What is written to stdout cannot be undone, so the file is read to its end first. The
//     data of a pipe are held for that, up to 8 MiB in memory, then in a temporary file.

// A Coded is the encoded side of a source that has a coding, such as a compression. Back writes to To, which
// the caller sets before the first write.
type Coded struct {
	Coding *format.Coding
	From   format.Decoder
	Back   format.UnitWriter // nil if the source is only read
	To     io.Writer

	held   *pack.Held // the data of a source that can be read only once; nil for other sources
	unheld error      // why held does not have all data, or nil
}

// Write implements [io.Writer] for Back.
func (z *Coded) Write(b []byte) (int, error) { return z.To.Write(b) }

// Raw returns a reader of the compressed bytes from the start, or nil if the source is not
// compressed or can be read only once.
func (s *Source) Raw() io.Reader {
	switch {
	case s.Coded == nil:
		return nil
	case s.Coded.held != nil:
		return s.Coded.held.Reader()
	case s.Folder == nil:
		return nil
	}
	return io.NewSectionReader(s.In, 0, math.MaxInt64)
}

// Unheld returns the reason why the data of a compressed source that can be read only once are not
// complete, or nil.
func (s *Source) Unheld() error { return s.Coded.unheld }

// AdviseBroken adds advice to an error of a compressed file that is cut short or corrupt: first
// outcome, which says what was done with the file, then what the user can do. It returns other
// errors, and nil, as they are.
func AdviseBroken(err error, outcome string) error {
	var broken format.Broken
	if !errors.As(err, &broken) || broken.Advice() == "" {
		return err
	}
	return fmt.Errorf("%w%s: %s", err, outcome, broken.Advice())
}
