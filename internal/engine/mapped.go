package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/treepath"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A mapped tree has an entry for the document alone, rather than a rule for many files: the URL that
// a program noted when it saved the document, or that a map gives.
type mapped interface {
	// Mapped returns the name of the place that has the URL of the document, or "" if the
	// document has no entry. saved reports whether the program that saved the document made
	// its links lead to files.
	Mapped() (from string, saved bool)
}

// A fixed tree stores the URL of the document in a place that stays as it is when links move. So
// links must not depend on that URL.
type fixed interface{ KeepsURL() bool }

// A failing tree has files in which a server's answer was saved in place of a missing page.
type failing interface {
	// IsFailed reports whether the file at a location has such an answer.
	IsFailed(location string) bool
}

// A requested tree has documents of HTTP responses.
type requested interface {
	// Request returns the URL that the document was requested by. The URL of the tree differs if
	// the header of the response gives a base.
	Request() string
}

// A nearing tree can find files by names that differ from theirs in case, or in their Unicode
// normal form, as the file systems of Windows and macOS do.
type nearing interface {
	// FindNear does what Find does, for a file whose name differs in case or normal form. The URL
	// is a location if byLocation is set.
	FindNear(url string, byLocation bool) (own, location string, ok bool)
}

// isFailed reports whether the file at a location has the answer of a server in place of a missing
// page. The tree lacks that page, too.
func (v *treeReader) isFailed(location string) bool {
	t, ok := v.tree.(failing)
	return ok && t.IsFailed(location)
}

// takeBase takes the base from the tree.
func (o *Options) takeBase() {
	o.Base, o.mappedBy, o.saved = o.Tree.URL(), "", false
	t, ok := o.Tree.(fixed)
	o.fixed = ok && t.KeepsURL()
	if t, ok := o.Tree.(mapped); ok {
		o.mappedBy, o.saved = t.Mapped()
	}
	if o.Mode != MoveLinks && isMisread(o.Dialect, o.Base) {
		o.Dialect = resolve.RFC3986
	}
}

// isMisread reports whether a dialect and the tree disagree about the directory of a file. If so, the
// references of the document are resolved by RFC 3986.
//
//   - RFC 1808 section 2.4.5 cuts a base at its first ";", even if that is in the name of a
//     directory.
//   - The URL Standard reads a directory such as "C:" at the top of a file: URL, which a
//     location is, as a drive: ".." does not lead out of it.
func isMisread(d resolve.Dialect, url string) bool {
	switch d {
	case resolve.RFC1808:
		return strings.IndexByte(lastDirectory(urltext.Path(url)), ';') >= 0
	case resolve.WHATWG:
		name, below := strings.CutPrefix(url, treepath.Top)
		return below && len(name) > 2 && ascii.IsAlpha(name[0]) && (name[1] == ':' || name[1] == '|') && name[2] == '/'
	}
	return false
}

// lastDirectory returns a path up to its last "/".
func lastDirectory(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// FromOptions is the name of [Options].Base as a [base.Source].
const FromOptions = "the options"

// given returns the retrieval URL that the caller gives.
func (o *Options) given() base.Source {
	if o.mappedBy != "" {
		return base.Source{Layer: base.Retrieval, From: o.mappedBy, Value: o.Base, Hint: o.saved || o.fixed}
	}
	return base.Source{From: FromOptions, Value: o.Base}
}

// savedSources returns the hints in a document, unless an entry gives its URL. It sets isSaved: a
// document with a usable hint is a saved page.
func (w *walk) savedSources() []base.Source {
	w.isSaved = w.collector.Saved.IsSaved()
	if w.opts.mappedBy != "" {
		return nil
	}
	return w.collector.Saved.Sources()
}

// isHint reports whether a base is the URL of a saved page, or is relative to that URL. If so,
// relative links to files that were saved with the page lead to these files.
func (w *walk) isHint(b *base.Result) bool { return b.Hint || w.isSaved }
