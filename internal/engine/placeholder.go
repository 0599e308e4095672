package engine

import (
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
)

// isPlaceholder reports whether ref is left because it begins with a placeholder: see
// package syntax.
func (w *walk) isPlaceholder(ref []byte) bool {
	return w.opts.Also&places.Templates == 0 && syntax.IsPlaceholder(ref)
}

// mayBeKept has the first bytes of references that may be left because of their text:
// placeholders, and references that are encoded in quoted-printable twice.
var mayBeKept = func() [256]bool {
	t := syntax.MayBeginPlaceholder
	t['3'] = true
	return t
}()
