package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// isHint reports whether a base is the URL of a saved page, or is relative to that URL. If so,
// relative links to files that were saved with the page lead to these files.
func (w *walk) isHint(b *base.Result) bool { return b.Hint || w.saved.IsSaved() }

// isPlainBase reports whether no hint of a saved file and no foreign base counts for references against b. It
// caches the result.
func (w *walk) isPlainBase(sc *scope, b *base.Result) bool {
	if sc.plain.base != b {
		hinted := !w.opts.NoHints && !w.inFeed && (b.Layer == base.Default || w.isHint(b) || w.saved.IsArchived())
		sc.plain = plainBase{b, !hinted && !w.isForeign(sc, b)}
	}
	return sc.plain.ok
}

// hint applies what a saved file says about a reference: its absolute form, or that it names a file
// saved with the page.
func (w *walk) hint(ref *Reference, sc *scope, s *sites.Site) {
	if w.opts.NoHints || w.inFeed || w.isPlainBase(sc, ref.Base) && !w.mayBeOwn(ref.Text) || ref.Base.IsAbsolute(ref.Text) {
		return
	}
	if url, ok := w.saved.Archived(ref.Text); ok { // the absolute form of a link that an archive has rewritten
		// If the base is a URL of an archive, the link is an ordinary link of the archive.
		if _, inArchive := savedfrom.Unarchived(ref.Base.String()); !inArchive && w.setSaved(ref, "the link to the archive", url) {
			ref.Facts.Archived = true
			return
		}
	}
	if a := s.Details().Original; a != nil && (ref.Base.Layer == base.Default || w.isHint(ref.Base)) {
		url := w.collector.BaseURL(sc.bytes, a.Value, a.Quote)
		sc.outcomes.apart = w.setSaved(ref, "tppabs attribute", url) || sc.outcomes.apart
		return
	}
	switch {
	case sc.savedWhole || !isRelativePath(ref.Text):
	case s.Element == "base" && w.isHint(ref.Base):
		ref.Rules.Keep, sc.outcomes.apart = reason.OwnBase, true
	case s.Element != "base" && w.isOwn(ref, sc):
		ref.Rules.Keep, sc.outcomes.apart = reason.OwnFile, true
	}
}

// mayBeOwn reports whether a reference against a plain base may lead to a file that was saved with the document.
func (w *walk) mayBeOwn(ref []byte) bool {
	return (w.opts.Beside != nil || w.opts.entry.From != "") && savedfrom.OwnFile(ref)
}

// isOwn reports whether a relative reference leads to a file that was saved with the document, whatever
// gave the base. If a saved page gives the base, the name of the folder decides. If the base is another
// URL from outside the document, the document must be a saved page, or have the folder beside it.
func (w *walk) isOwn(ref *Reference, sc *scope) bool {
	named, all := savedfrom.OwnFile(ref.Text), w.saved.OwnsLinks() && len(urltext.Path(ref.Text)) > 0
	b := ref.Base
	switch {
	case !named && !all, b.Layer == base.Default:
		return false
	case named && b.Hint && b.From != savedfrom.FromBanner:
		return true
	case !b.Hint && b.Layer > base.Retrieval && (b != sc.doc.Base || !isRelativePath([]byte(decide.UsedValue(b)))):
		return false // the reference is relative to a URL in the document
	}
	switch t := w.opts.Tree; {
	case t != nil && w.opts.entry.From == "":
		return false // the tree gives the document a URL
	case named && w.saved.IsSaved():
		return true
	case t != nil:
		out, _ := resolve.RFC3986.Base(decide.LocationURL(t.Location())).AppendReplacement(nil, urltext.Path(ref.Text))
		if url, ok := t.At(decide.LocationOf(string(out))); ok {
			return url == ""
		}
	}
	return all || w.isBeside(ref.Text)
}

// isBeside reports whether a relative reference leads to a file in the folder beside the document that has
// its name. Browsers save all files of a page in one directory. If that directory has subdirectories, such as
// "P_files/figure-html/1.png", a program such as R Markdown or Quarto wrote it, and it is published with the
// page.
func (w *walk) isBeside(ref []byte) bool {
	directory, file, _ := strings.Cut(savedfrom.FilePath(ref), "/")
	if strings.Contains(file, "/") {
		return false
	}
	if t, ok := w.opts.Tree.(interface{ HasBeside(directory string) bool }); ok {
		return t.HasBeside(directory)
	}
	return w.opts.Beside != nil && w.opts.Beside(directory)
}

// setSaved sets the absolute form of a reference that a saved file has, unless no page could have
// been retrieved from there. White space in the form stays.
func (w *walk) setSaved(ref *Reference, from, url string) bool {
	h := savedfrom.Hint(from, strings.ReplaceAll(url, " ", "%20"))
	if h.Ignored != "" {
		return false
	}
	ref.Base = base.NewContext(w.opts.Dialect).WithRetrieval(h).Establish()
	ref.Facts.Saved = []byte(url)
	return true
}

// unarchived returns the value of a BASE element, or its absolute form if an archive has rewritten it.
func (w *walk) unarchived(value string) string {
	if w.opts.NoHints || w.inFeed || !w.saved.IsArchived() {
		return value
	}
	if url, ok := w.saved.Archived([]byte(value)); ok {
		return url
	}
	return value
}

// isRelativePath reports whether a reference is relative and does not begin with "/", so that it
// may lead to a file on a disk.
func isRelativePath(ref []byte) bool {
	return !resolve.IsAbsolute(ref) && !urltext.IsRooted(ref)
}
