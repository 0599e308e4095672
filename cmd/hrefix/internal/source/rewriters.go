package source

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/resolve"
)

// Close closes the book.
func (o *Opener) Close() error {
	if o.Book == nil {
		return nil
	}
	return o.Book.Close()
}

// WriteNames writes the names and URLs of the files that links may lead to, in an order that is always
// the same. It leaves out temporary files, and files for whose path in the file system skip returns
// true.
func (o *Opener) WriteNames(w io.Writer, skip func(name string) bool) error {
	out := bufio.NewWriter(w)
	for at := range o.Book.Files() {
		if !atomicfile.IsTemporary(path.Base(at.Path)) && !skip(o.Book.Name(at)) {
			fmt.Fprintf(out, "%d %q %q\n", at.Tree, at.Path, at.URL)
		}
	}
	for e := range o.Book.Entries() {
		fmt.Fprintf(out, "%q %q %q %d\n", e.URL, e.Path, e.Rule, e.Line)
	}
	return out.Flush()
}

// SetMissingPage sets the location of the page for links to missing files. path is its path in the
// file system. It must be called before a source is opened.
func (o *Opener) SetMissingPage(path string) error {
	place, err := o.Book.Place(path)
	switch {
	case err != nil:
		return err
	case place == nil:
		return fmt.Errorf("%s: in no directory of --root: give one that it is in", path)
	}
	o.MissingPage = place.Location()
	return nil
}

// rewriterAt returns a rewriter for a source of type t with a place in the roots, or without a
// place if that is nil.
func (o *Opener) rewriterAt(s *Source, t detect.Type, place *addressbook.Place) (*engine.Rewriter, error) {
	opts := o.Options
	opts.Type, opts.InnerLinks = t, s.bundle != nil && s.bundle.IsBook()
	s.Suggester = o.Suggester
	if place != nil && o.Checks && (t == detect.Message || t.HasMembers()) && place.URL() == place.Location() {
		place, opts.Converted = nil, false // the place where a message is stored says nothing about its links
	}
	if s.InTree = place != nil; s.InTree {
		if o.Mode == engine.MakeRelative || o.Mode == engine.MoveLinks || o.Checks {
			s.Place = place
		}
		s.Endings, s.besideHosts, s.InHost = place.Endings(), place.IsBesideHosts(), place.IsInHost()
		if place.IsShown() {
			s.Shown = place.URL()
		}
		opts.Tree = place
		tree := engine.Tree(place)
		if url, saved := s.savedIn(place, o); saved {
			tree = savedPlace{place, url}
		} else if place.URL() == "" && o.setOrigin(s, &opts) {
			return engine.New(opts)
		}
		rw, err := o.share(opts)
		if err != nil {
			return nil, err
		}
		return rw.In(tree)
	}
	if s.Found && o.Book == nil && o.Base == "" {
		s.Endings = addressbook.EndingsOf(path.Base(s.Rel))
	}
	s.oneBase = o.pages != anyPage
	if o.setOrigin(s, &opts) {
		return engine.New(opts)
	}
	if o.Base != "" && !o.NoHints && s.isPage() && t != detect.Message {
		opts.Beside = func(directory string) bool {
			return savedfrom.IsFolderOf(directory, path.Base(filepath.ToSlash(s.Rel))) && s.HasBeside(directory)
		}
		return engine.New(opts)
	}
	return o.share(opts)
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
func (o *Opener) setOrigin(s *Source, opts *engine.Options) bool {
	switch {
	case o.Base != "" || o.NoHints || !s.isPage():
	case s.bundle != nil:
		opts.Origin = s.bundle.members.pages.origin(s.Rel)
	case s.In != nil:
		_, opts.Origin = s.origin()
	}
	return opts.Origin != ""
}

// A rewriterKey has the options by which shared rewriters differ from each other.
type rewriterKey struct {
	t      detect.Type
	inTree bool
	inner  bool
}

// share returns the shared rewriter for these options. The first call with them makes the rewriter.
func (o *Opener) share(opts engine.Options) (*engine.Rewriter, error) {
	key := rewriterKey{opts.Type, opts.Tree != nil, opts.InnerLinks}
	if rw, ok := o.shared.Load(key); ok {
		return rw.(*engine.Rewriter), nil
	}
	rw, err := engine.New(opts)
	if err == nil {
		o.shared.Store(key, rw)
	}
	return rw, err
}

// place returns the place of a source in the roots, or nil if it is in no root. A source in no root
// is an error if links become relative, or if links are read as paths of files.
func (o *Opener) place(s *Source) (*addressbook.Place, error) {
	if o.Book == nil {
		return nil, nil
	}
	var place *addressbook.Place
	if s.In != nil {
		var err error
		if place, err = o.Book.Place(s.Name); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	if place != nil && place.URL() == "" && !place.MayLackURL() {
		place = nil
	}
	if place == nil && (o.Mode == engine.MakeRelative || o.Converted) {
		return nil, s.errNoURL()
	}
	return place, nil
}

// errNoURL returns the error of a source that needs a URL from --root or --map, but has none.
func (s *Source) errNoURL() error {
	return fmt.Errorf("%s: has no URL by --root or --map: give a root that it is in", s.DisplayName())
}

// HasMoved reports whether links move, and url is the new URL of a file of the tree.
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

// A savedPlace is the place of a page in a MAFF file, with the URL that the page was retrieved from, or
// the place of a file that was saved with a page, without a URL. It implements the interface Tree of
// package engine.
type savedPlace struct {
	*addressbook.Place
	url string
}

// URL returns the URL that the page was retrieved from.
func (p savedPlace) URL() string { return p.url }

// Mapped returns the name of the property that has the URL.
func (savedPlace) Mapped() (from string, saved bool) { return "MAF:originalurl of index.rdf", false }

// KeepsURL reports that index.rdf stays when links move.
func (savedPlace) KeepsURL() bool { return true }

// At returns the URL of the file at a location. The URL of the page is the URL that it was
// retrieved from.
func (p savedPlace) At(location string) (url string, ok bool) {
	if location == p.Location() && p.url != "" {
		return p.url, true
	}
	return p.Place.At(location)
}

// savedIn returns the URL that a page was retrieved from, if the bundle around the page has that URL and
// no other source of a base takes precedence. saved reports whether the page has such a URL, or was
// saved together with a page that has one.
func (s *Source) savedIn(place *addressbook.Place, o *Opener) (url string, saved bool) {
	known := place.URL() != "" && (!o.Checks || place.URL() != place.Location())
	if s.bundle == nil || known || o.Base != "" || o.NoHints {
		return "", false
	}
	pages := s.bundle.members.pages
	if s.isPage() {
		url = pages.origin(s.Rel)
	}
	return url, url != "" || !o.Checks && pages.has(s.Rel)
}

// NewTarget returns the file that the relative reference written by the verb rel leads to, as a path in
// the new tree. ok is false if the reference leads to no file of its tree. It is also false in most
// documents with a BASE element, because NewTarget resolves the reference against the document.
func (s *Source) NewTarget(ref *engine.Reference) (name string, ok bool) {
	target, _, _ := bytes.Cut(ref.Target, []byte("#"))
	if s.Place == nil || ref.Part != "" || len(target) == 0 || ref.Status != engine.Resolved && ref.Status != engine.Relative || ref.Base.IsAbsolute(target) {
		return "", false
	}
	location, outcome := resolve.RFC3986.Base(s.Place.Location()).AppendReplacement(nil, target)
	if outcome != resolve.Resolved {
		return "", false
	}
	at := s.Place.LookupAt(string(location))
	if at.State != addressbook.File {
		return "", false
	}
	rel, err := filepath.Rel(path.Dir("/"+s.Place.Path()), "/"+at.Path)
	if err != nil {
		return "", false
	}
	return path.Join(path.Dir(path.Join(s.Top, s.Rel)), filepath.ToSlash(rel)), true
}
