package source

import (
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/wacz"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/tempfile"
)

// A bundle is one input. Each document in it is a separate source, with the URL of its path in the
// bundle.

// members has the state that the sources of the documents in a bundle share.
type members struct {
	o     *Opener
	book  *addressbook.Bundle // the URLs of the bundle, or nil
	tree  *Tree               // nil if the names of the members are not known
	pages savedPages          // the pages of a MAFF archive
	own   bool                // tree is closed when the source is closed
	inner bool                // the bundle is an EPUB, whose relative links stay
}

// openMembers sets s.members for a source that is a bundle. It reads the list of files, if the bundle has such a list, and
// the URLs of pages that the bundle itself gives. It copies a pipe to a temporary file, since the list may be at the end.
func (o *Opener) openMembers(s *Source) (err error) {
	head, _ := s.Text.Peek(headSize) // the head was read before, so there is no error
	kind, _ := filekind.Magic(head)
	in := &members{o: o, inner: kind == filekind.EPUB}
	s.members = in
	if s.In != nil && o.Book != nil {
		in.book = o.Book.Bundle(s.Name)
	}
	if in.book != nil {
		in.tree, _ = in.book.FS().(*Tree)
	}
	if (o.Mode == engine.MakeRelative || o.Converted) && (in.book == nil || !in.book.HasURLs()) {
		return s.errNoURL()
	}
	if !s.Type.IsIndexed() || s.Coded != nil {
		return nil
	}
	if s.Folder == nil {
		if s.spool, err = tempfile.NewSpool(s.buf); err != nil {
			return s.Error(fmt.Errorf("reading: %w", cause.Of(err)))
		}
	}
	if in.tree == nil {
		at, size := s.random()
		tree := treeOf(at, size, s.Type, o.Charset, o.Limits)
		if err := tree.list(); err != nil {
			return nil // reading the members reports the error
		}
		in.tree, in.own = tree, true
	}
	in.inner = in.inner || in.tree.IsBook()
	if in.pages = in.tree.savedPages(); in.pages != nil && in.book == nil {
		in.book, _ = addressbook.NewBundle("", in.tree, addressbook.Options{}) // these options are valid
	}
	return nil
}

// random returns the file of a bundle that is not compressed, so that it can be read at any offset.
// at is nil for a pipe that was not copied.
func (s *Source) random() (at io.ReaderAt, size int64) {
	switch {
	case s.spool != nil:
		return s.spool, s.spool.Size
	case s.Folder != nil:
		return s.In, s.Info.Size()
	}
	return nil, 0
}

// Member returns the document in a piece of a bundle as a source, and the document itself as a piece.
// The source has no Rewriter if there is no document, or if the document needs a path but has none.
func (s *Source) Member(p engine.Piece) (*Source, engine.Piece, error) {
	if p.Continued || !p.HasDocument() && p.IsSound() {
		return &Source{}, p, nil
	}
	within, ok := pathOf(p.Name())
	if !ok {
		within = p.Name()
	}
	f := &inputs.File{Name: s.Name + "/" + within, Base: path.Base(within), Rel: within}
	m := &Source{File: f, Document: true, Info: s.Info, bundle: s}
	doc, found, ok := s.Rewriter.Content(p)
	if !ok {
		m.Type, m.Rewriter = s.Type, s.Rewriter // the Rewriter notes why the document is not read
		return m, p, nil
	}
	m.Type, m.Rule = found.Type, found.Rule
	err := s.members.open(m)
	return m, doc, err
}

// Bundle returns the source of the bundle that contains the source, or nil.
func (s *Source) Bundle() *Source { return s.bundle }

// open sets the Rewriter of m, which is the document of a member.
func (in *members) open(m *Source) (err error) {
	var place *addressbook.Place
	within, ok := pathOf(m.Rel)
	if in.tree != nil { // other members may have the same path
		within, ok = in.tree.Path(m.Rel)
	}
	if ok && in.book != nil {
		// The bundle itself may give a page its URL: see savedIn.
		isSaved := in.o.Base == "" && !in.o.NoHints && in.pages.has(within)
		if place = in.book.Place(within); place.URL() == "" && !place.MayLackURL() && !isSaved {
			place = nil
		}
	}
	if place == nil && (in.o.Mode == engine.MakeRelative || in.o.Converted) {
		return nil
	}
	m.Rewriter, err = in.o.rewriterAt(m, m.Type, place)
	return err
}

// Input returns a reader of the source. If the source is a bundle, and can be read at any offset,
// the reader is an [io.ReaderAt].
func (s *Source) Input() io.Reader {
	if s.Coded == nil && s.Type.IsBundle() {
		if at, size := s.random(); at != nil {
			return io.NewSectionReader(randomInput{at, s.input.read}, 0, size)
		}
	}
	return s.Text
}

// A randomInput reads a file at any offset.
type randomInput struct {
	io.ReaderAt
	read func(int64) // is called with the number of bytes of each read
}

// ReadAt implements [io.ReaderAt].
func (in randomInput) ReadAt(b []byte, at int64) (int, error) {
	n, err := in.ReaderAt.ReadAt(b, at)
	in.read(int64(n))
	return n, err
}

// OddNames returns a message about the files of a bundle that get no URL because of their names, or "".
func (s *Source) OddNames() string {
	if s.members == nil || !s.members.hasOdd() {
		return ""
	}
	odd := s.members.tree.odd
	return fmt.Sprintf("%s without a URL, such as %s: the name is no path in the archive, or that of another file", console.Plural(len(odd), "file"), odd[0])
}

// hasOdd reports whether files of a bundle of the book have no URLs because of their names.
func (in *members) hasOdd() bool {
	return in.book != nil && in.tree != nil && len(in.tree.odd) > 0
}

// IsBook reports whether the source is an EPUB.
func (s *Source) IsBook() bool { return s.members != nil && s.members.inner }

// adviseRoot does what AdviseBase does, for the documents of a bundle.
func (s *Source) adviseRoot() (advice, flag string) {
	if in := s.members; in != nil && (in.pages != nil || in.hasOdd() && in.book.HasURLs()) {
		return "", "" // a root would give a wrong URL to files that were saved with a page, and no URL to odd names
	}
	if s.Name == inputs.Stdin {
		return ": store the archive in a file, and give --root URL=FILE", "--root"
	}
	return ": give --root URL=" + console.ShellWord(s.Name), "--root"
}

// A WACZ file is one input, and each web archive in it is a source. All goroutines read one archive
// together, then the next.

// isWACZ reports whether the source is a WACZ file that is not compressed.
func (s *Source) isWACZ() bool { return s.Coded == nil && s.Kind == filekind.WACZ }

// passes reports whether a source is passed over: a bundle or, with PassArchives, a web archive, that was
// found in a directory. If so, passes makes the source no document.
func (o *Opener) passes(s *Source) bool {
	if !s.Found || s.Chosen || o.Type != detect.Auto {
		return false
	}
	if s.Document && s.Type.IsBundle() {
		head, _ := s.Text.Peek(headSize) // the head was read before, so there is no error
		s.Document, s.Kind = false, filekind.Of(s.Name, head)
		return true
	}
	if !o.PassArchives {
		return false
	}
	if s.Document && s.Type.HasRecords() {
		s.Document, s.Kind = false, filekind.Kind{Group: filekind.WebArchive, Name: "a web archive"}
		return true
	}
	return s.isWACZ()
}

// findArchives sets the archives of a WACZ file. It copies a pipe to a temporary file.
func (s *Source) findArchives(inTurn bool) (err error) {
	s.Document = false // recognise sets it for stdin, which a filter copies
	switch {
	case s.Folder == nil:
		if s.spool, err = tempfile.NewSpool(s.buf); err == nil {
			s.Archives, err = wacz.Archives(s.spool, s.spool.Size)
		}
	case !inTurn && s.Info.Size() > SharedMailbox:
		return ErrInTurn
	default:
		s.Archives, err = wacz.Archives(s.In, s.Info.Size())
	}
	if err != nil {
		return s.Error(fmt.Errorf("reading: %w", cause.Of(err)))
	}
	return nil
}

// OpenArchive opens a web archive in a WACZ file. The source has to be closed before the WACZ file is
// closed, even if there is an error. read is called with the number of bytes of each read.
func (o *Opener) OpenArchive(in *Source, a *wacz.Archive, read func(int64)) (*Source, error) {
	file := *in.File
	file.Name, file.Size = in.Name+"/"+a.Name, a.Size
	s := &Source{File: &file, Info: in.Info}
	r, err := a.Open(o.Limits)
	if err != nil {
		return s, s.Error(fmt.Errorf("reading: %w", err))
	}
	s.entry = r
	s.input = input{from: r, read: read}
	typ := o.detect(s, &s.input, detect.Auto, o.ToWrite)
	switch {
	case s.input.err != nil && !s.Document:
		return s, s.Error(fmt.Errorf("reading: %w", s.input.err))
	case !typ.HasRecords():
		return s, s.Error(errors.New("is no web archive, although the WACZ file has it as one: unzip it to look at it"))
	}
	if s.Document = true; s.Coded == nil {
		s.Text.size = int(a.Size)
	}
	return s, o.prepare(s, typ)
}
