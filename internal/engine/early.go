package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/resolve"
)

// BASE governs the whole document (RFC 1808 section 10). But a parser meets elements one
// by one, and what it loads at once it has asked for before it meets a BASE element after
// it: by the base from outside of the document. HTML 4.01 section 12.4 and the HTML Standard
// section 4.2.3 want BASE before all elements with URLs, for that reason, and so nothing
// but the practice of browsers says what becomes of others. What a reader of the page saw
// is what was loaded then: it is what such a reference means, in every dialect. What is
// resolved when it is used, as links are, has the base that the document ends up with.
//
// The table of places tells which load at once ([loading]), as it was measured in Chromium
// 156 by a server's log (internal/test/browser, TestBrowserLoads). Not in the table is what has
// now the one base, now the other, as the parser and the network happen to work: media
// and their posters, object, embed, image buttons, the background attribute and the
// presentation attributes of SVG. Those have the base of the document.
//
// Without a base from outside, BASE is all that is known of where the document was: it
// governs everything.

// setEarly finds the references that BASE comes too late for.
func (w *walk) setEarly(sc *scope) {
	if sc.doc.Base.Layer != base.Embedded || !sc.fallback.Resolves() {
		return
	}
	sc.early.base = sc.fallback
	if before := sc.bytes[:w.collector.BaseAt]; sc.doc.MediaType == "text/html" && sites.MayHoldTemplates(before) {
		sc.early.inert = w.collector.Templates(maskOf(sc.enc, &w.buf.mask, before))
	}
}

// noteEarly adds a note on the first reference whose target differs because BASE comes too
// late for it.
func (w *walk) noteEarly(ref *Reference) {
	sc := &w.scope
	if sc.early.noted || ref.Base != sc.early.base || ref.Status != Resolved && ref.Status != Relative {
		return
	}
	target, outcome := ref.resolve(nil)
	late := *ref
	late.Base = sc.doc.Base
	if other, _ := late.resolve(nil); outcome != resolve.Resolved || bytes.Equal(target, other) {
		return
	}
	sc.early.noted = true
	says := "is resolved against " + sc.early.base.String() + ", as browsers do"
	if w.opts.Mode != MakeAbsolute {
		says = "depends on where the document is"
	}
	w.note(LateBase, sc.doc.Part, ref.Offset(), "BASE comes too late for what loads at once before it: that "+says)
}
