package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
)

// styleSheet walks a style sheet (text/css). It returns the edits of the text.
func (w *walk) styleSheet(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t.enc = charenc.DetermineCSS(t.bytes, t.charset)
	return w.decoded(doc, t, ctx, func(doc *Document, t content, ctx *base.Context) []edit.Edit {
		t = t.inUTF8()
		w.walkSites(t, func() { w.collector.StyleSheet(t.bytes) })
		w.collector.Saved.SeeSheet(t.bytes)
		return t.carry(w.finish(doc, t, ctx))
	})
}
