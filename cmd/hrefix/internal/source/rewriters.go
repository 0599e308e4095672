package source

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// Rewriters makes the rewriters for the sources of a run.
type Rewriters struct {
	engine.Options
	Suggester *moves.Suggester  // suggests moves for links that do not move; nil unless links move
	pages     pageRule          // the pages that may get the base of --base
	book      *addressbook.Book // nil without a book
	shared    sync.Map          // *engine.Rewriter by rewriterKey
	checks    bool              // sources get their places; messages get none by their location
}

// NewRewriters returns rewriters with these options, for documents whose URLs are in book, which
// may be nil. Closing the rewriters closes the book.
func NewRewriters(o engine.Options, book *addressbook.Book) *Rewriters {
	return &Rewriters{Options: o, book: book}
}

// Close closes the book.
func (r *Rewriters) Close() error {
	if r.book == nil {
		return nil
	}
	return r.book.Close()
}

// PathOf returns the path that a URL has in the roots: see [addressbook.Book.PathOf].
func (r *Rewriters) PathOf(url string) (path string, ok bool) {
	if r.book == nil {
		return "", false
	}
	return r.book.PathOf(url)
}

// WriteNames writes the names and URLs of the files that links may lead to, in an order that is always
// the same. It leaves out temporary files, and files for whose path in the file system skip returns
// true.
func (r *Rewriters) WriteNames(w io.Writer, skip func(name string) bool) error {
	out := bufio.NewWriter(w)
	for at := range r.book.Files() {
		if !atomicfile.IsTemporary(path.Base(at.Path)) && !skip(r.book.Name(at)) {
			fmt.Fprintf(out, "%d %q %q\n", at.Tree, at.Path, at.URL)
		}
	}
	for e := range r.book.Entries() {
		fmt.Fprintf(out, "%q %q %q %d\n", e.URL, e.Path, e.Rule, e.Line)
	}
	return out.Flush()
}

// MissingPage sets the location of the page for links to missing files. path is its path in the
// file system. It must be called before a source is opened.
func (r *Rewriters) MissingPage(path string) error {
	place, err := r.book.Place(path)
	switch {
	case err != nil:
		return err
	case place == nil:
		return fmt.Errorf("%s: in no directory of --root: give one that it is in", path)
	}
	r.Options.MissingPage = place.Location()
	return nil
}

// Check makes the sources have places in a book, which replaces the book of the roots.
func (r *Rewriters) Check(book *addressbook.Book) error {
	before := r.Close()
	r.book, r.checks = book, true
	return before
}

// rewriter returns a rewriter for a source of type t. Sources share rewriters, except for a source
// with a record of the URL that it was retrieved from.
func (r *Rewriters) rewriter(s *Source, t detect.Type) (*engine.Rewriter, error) {
	if t.IsBundle() {
		return r.rewriterOfBundle(t)
	}
	place, err := r.place(s)
	if err != nil {
		return nil, err
	}
	return r.rewriterAt(s, t, place)
}

// rewriterAt returns a rewriter for a source of type t with a place in the roots, or without a
// place if that is nil.
func (r *Rewriters) rewriterAt(s *Source, t detect.Type, place *addressbook.Place) (*engine.Rewriter, error) {
	opts := r.Options
	opts.Type, opts.InnerLinks = t, s.bundle != nil && s.bundle.IsBook()
	s.Suggester = r.Suggester
	if place != nil && r.checks && (t == detect.Message || t.HasMembers()) && place.URL() == place.Location() {
		place, opts.Converted = nil, false // the place where a message is stored says nothing about its links
	}
	if s.InTree = place != nil; s.InTree {
		url, saved := s.savedIn(place, r)
		if r.Mode == engine.MakeRelative || r.Mode == engine.MoveLinks || r.checks {
			s.Place = place
		}
		s.Endings = place.Endings()
		if place.IsShown() {
			s.Shown = place.URL()
		}
		if opts.Tree = place; saved {
			rw, err := r.share(opts)
			if err != nil {
				return nil, err
			}
			return rw.In(savedPlace{place, url})
		}
		if place.URL() == "" && r.setOrigin(s, &opts) {
			return engine.New(opts)
		}
		rw, err := r.share(opts)
		if err != nil {
			return nil, err
		}
		return rw.In(place)
	}
	if s.Found && r.book == nil && r.Base == "" {
		s.Endings = addressbook.EndingsOf(path.Base(s.Rel))
	}
	s.oneBase = r.pages != anyPage
	if r.setOrigin(s, &opts) {
		return engine.New(opts)
	}
	if r.Base != "" && !r.NoHints && s.isPage() && t != detect.Message {
		opts.Beside = func(directory string) bool {
			return savedfrom.IsFolderOf(directory, path.Base(filepath.ToSlash(s.Rel))) && s.HasBeside(directory)
		}
		return engine.New(opts)
	}
	return r.share(opts)
}

// HasBeside reports whether there is a file or a directory at a path beside the file of the source.
func (s *Source) HasBeside(name string) bool {
	var err error
	switch {
	case s.bundle != nil && s.bundle.members.tree != nil:
		_, err = s.bundle.members.tree.Stat(path.Join(path.Dir(s.Rel), name))
	case s.bundle != nil, s.Folder == nil, !filepath.IsLocal(name):
		return false
	default:
		_, err = atomicfile.Stat(s.Folder.Root, name)
	}
	return err == nil
}

// setOrigin sets the URL that is recorded outside of a page, and reports whether there is one.
func (r *Rewriters) setOrigin(s *Source, opts *engine.Options) bool {
	switch {
	case r.Base != "" || r.NoHints || !s.isPage():
	case s.bundle != nil:
		opts.Origin = s.bundle.members.pages.Origin(s.Rel)
	case s.In != nil:
		_, opts.Origin = s.origin()
	}
	return opts.Origin != ""
}

// A rewriterKey has the options in which shared rewriters differ.
type rewriterKey struct {
	t      detect.Type
	inTree bool
	inner  bool
}

// share returns the rewriter for these options. It makes one if necessary.
func (r *Rewriters) share(opts engine.Options) (*engine.Rewriter, error) {
	key := rewriterKey{opts.Type, opts.Tree != nil, opts.InnerLinks}
	if rw, ok := r.shared.Load(key); ok {
		return rw.(*engine.Rewriter), nil
	}
	rw, err := engine.New(opts)
	if err == nil {
		r.shared.Store(key, rw)
	}
	return rw, err
}

// place returns the place of a source in the roots, or nil if it is in no root. A source in no root
// is an error if links become relative, or if links are read as paths of files.
func (r *Rewriters) place(s *Source) (*addressbook.Place, error) {
	if r.book == nil {
		return nil, nil
	}
	var place *addressbook.Place
	if s.In != nil {
		var err error
		if place, err = r.book.Place(s.Name); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	if place != nil && place.URL() == "" && !r.book.HasEntries() {
		place = nil
	}
	if place == nil && (r.Mode == engine.MakeRelative || r.Converted) {
		return nil, s.errNoURL()
	}
	return place, nil
}

// errNoURL returns the error of a source that needs a URL from --root or --map, but has none.
func (s *Source) errNoURL() error {
	return fmt.Errorf("%s: has no URL by --root or --map: give a root that it is in", s.DisplayName())
}

// HasMoved reports whether a URL is the new URL of a file of the tree in which links move.
func (s *Source) HasMoved(url []byte) bool {
	if s.Place == nil || s.Suggester == nil {
		return false
	}
	old := s.Suggester.Before(url)
	return old != "" && s.has(old)
}

// LeadsToFile reports whether the URL of a reference is the URL of a file of the tree.
func (s *Source) LeadsToFile(ref *engine.Reference) bool {
	url, ok := ref.AppendURI(nil)
	return ok && s.Place != nil && s.has(string(url))
}

// has reports whether the tree has the file of a URL.
func (s *Source) has(url string) bool {
	url, _, _ = strings.Cut(url, "#")
	return s.Place.Lookup(url).State == addressbook.File
}
