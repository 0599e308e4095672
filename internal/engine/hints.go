package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// hint applies what a saved file says about a reference whose base, if any, is a hint: the
// absolute form of the reference, or that it names a file saved with the page.
func (w *walk) hint(ref *Reference, sc *scope, s *sites.Site) {
	if w.opts.NoHints || w.inFeed || ref.Base.Layer != base.Default && !w.isHint(ref.Base) {
		return
	}
	own := w.isHint(ref.Base) && !sc.whole
	switch from, url := w.original(ref.Text, sc, s); {
	case url != "":
		if h := savedfrom.Hint(from, url); h.Ignored == "" {
			ref.Base = base.NewContext(w.opts.Dialect).WithRetrieval(h).Establish()
			ref.traits.saved, w.outcomes.apart = []byte(url), true
		}
	case own && s.Element == "base" && isRelativePath(ref.Text):
		ref.rules.keep, w.outcomes.apart = reason.OwnBase, true
	case own && savedfrom.OwnFile(ref.Text):
		ref.rules.keep, w.outcomes.apart = reason.OwnFile, true
	}
}

// original returns the absolute form of a reference in a saved file, and where it was
// found.
func (w *walk) original(ref []byte, sc *scope, s *sites.Site) (from, url string) {
	if a := s.Details().Original; a != nil {
		return "tppabs attribute", w.collector.BaseURL(sc.bytes, a.Value, a.Quote)
	}
	if w.collector.Saved.Archived() {
		if original, ok := savedfrom.Archived(ref); ok {
			return "the link to the Wayback Machine", string(original)
		}
	}
	return "", ""
}

// isRelativePath reports whether a reference is relative and does not begin with "/", so that it
// may lead to a file on a disk.
func isRelativePath(ref []byte) bool {
	return !resolve.IsAbsolute(ref) && !urltext.IsRooted(ref)
}
