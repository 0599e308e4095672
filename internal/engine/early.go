package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/resolve"
)

// BASE is the base of the whole document (RFC 1808 section 10). But a parser processes the
// elements one by one, and loads some URLs at once: it resolves them by the base from
// outside the document, before it has seen a later BASE element. This is why HTML 4.01
// section 12.4 and the HTML Standard section 4.2.3 require BASE before all elements with
// URLs. In documents that break the rule, the engine resolves such references as browsers
// do, by the base from outside, in every dialect. References that are resolved when they
// are used, such as links, have the base that BASE gives.
//
// The table of places says what loads at once ([places.Loading]), as measured in Chromium
// by the log of a server (internal/programs/browser, TestBrowserLoads). A lazy image, and the
// sources of its picture, load when it comes into view, which usually is after parsing. The
// poster of a video loads when the next script ends. Some URLs load by one base or the other,
// depending on parser and network: media, posters without a script before BASE, object, embed,
// image buttons, the background attribute and the presentation attributes of SVG. These have
// the base of the document.
//
// Without a base from outside, BASE is the base of all references.

// setEarly finds the references for which BASE comes too late.
func (w *walk) setEarly(sc *scope) {
	if sc.doc.Base.Layer != base.Embedded || !sc.fallback.Resolves() {
		return
	}
	sc.early.base = sc.fallback
	if before := sc.bytes[:w.collector.BaseAt]; sc.doc.MediaType == "text/html" && sites.MayHoldTemplates(before) {
		sc.early.inert = w.collector.Templates(before)
	}
}

// noteEarly adds a note on the first reference that has another target because BASE comes
// too late for it.
func (w *walk) noteEarly(ref *Reference, sc *scope) {
	if sc.early.noted || ref.Base != sc.early.base || ref.Status != Resolved && ref.Status != Relative {
		return
	}
	target, outcome := ref.Resolve(nil)
	late := *ref
	late.Base = sc.doc.Base
	if other, _ := late.Resolve(nil); outcome != resolve.Resolved || bytes.Equal(target, other) {
		return
	}
	sc.early.noted = true
	says := "are resolved against " + sc.early.base.String() + ", as browsers do"
	if w.opts.Mode != MakeAbsolute {
		says = "depend on where the document is"
	}
	w.note(LateBase, sc.doc.Part, ref.Offset(), "elements before BASE load at once: their URLs "+says)
}
