package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// hint applies what a saved file says about a reference: its absolute form, or that it names a file
// saved with the page.
func (w *walk) hint(ref *Reference, sc *scope, s *sites.Site) {
	if w.opts.NoHints || w.inFeed || ref.Base.IsAbsolute(ref.Text) {
		return
	}
	if url, ok := w.archived(ref); ok && w.setSaved(ref, "the link to the archive", url) {
		ref.traits.archived = true
		return
	}
	hinted := w.isHint(ref.Base)
	if ref.Base.Layer != base.Default && !hinted {
		return
	}
	if a := s.Details().Original; a != nil {
		url := w.collector.BaseURL(sc.bytes, a.Value, a.Quote)
		w.outcomes.apart = w.setSaved(ref, "tppabs attribute", url) || w.outcomes.apart
		return
	}
	own := hinted && !sc.whole
	switch {
	case own && s.Element == "base" && isRelativePath(ref.Text):
		ref.rules.keep, w.outcomes.apart = reason.OwnBase, true
	case own && savedfrom.OwnFile(ref.Text):
		ref.rules.keep, w.outcomes.apart = reason.OwnFile, true
	}
}

// setSaved sets the absolute form of a reference that a saved file has, unless no page could have
// been retrieved from there. White space in it stays as it is written.
func (w *walk) setSaved(ref *Reference, from, url string) bool {
	h := savedfrom.Hint(from, strings.ReplaceAll(url, " ", "%20"))
	if h.Ignored != "" {
		return false
	}
	ref.Base = base.NewContext(w.opts.Dialect).WithRetrieval(h).Establish()
	ref.traits.saved = []byte(url)
	return true
}

// archived returns the absolute form of a link that an archive, such as the Wayback Machine, has
// rewritten. If the base is a URL of an archive, the link is one of that, as any other.
func (w *walk) archived(ref *Reference) (url string, ok bool) {
	if url, ok = w.saved.Archived(ref.Text); !ok {
		return "", false
	}
	_, inArchive := savedfrom.Unarchived(ref.Base.String())
	return url, !inArchive
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
