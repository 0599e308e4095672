package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// takeBase takes the base from the tree.
func (o *Options) takeBase() {
	o.Base, o.entry = o.Tree.URL(), decide.EntryOf(o.Tree)
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
		name, below := strings.CutPrefix(url, decide.Top)
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
	if o.entry.From != "" {
		return base.Source{Layer: base.Retrieval, From: o.entry.From, Value: o.Base, Hint: o.entry.Saved || o.entry.Fixed}
	}
	return base.Source{From: FromOptions, Value: o.Base}
}

// savedSources returns the hints in a document, unless an entry gives its URL. It sets isSaved: a
// document with a usable hint is a saved page.
func (w *walk) savedSources() []base.Source {
	w.isSaved = w.collector.Saved.IsSaved()
	if w.opts.entry.From != "" {
		return nil
	}
	return w.collector.Saved.Sources()
}

// isHint reports whether a base is the URL of a saved page, or is relative to that URL. If so,
// relative links to files that were saved with the page lead to these files.
func (w *walk) isHint(b *base.Result) bool { return b.Hint || w.isSaved }
