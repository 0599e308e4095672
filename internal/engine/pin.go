package engine

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/engine/pin"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// To pin a document is to write its base into it. Package pin finds where that goes in HTML and
// XML. In a message it goes into a Base field after the other fields of the header.
// A style sheet cannot hold a base.
//
// The parts of a message inherit its base, so nothing is written into them. If a document
// has a relative BASE element that counts, or a relative xml:base attribute on its root
// element, this becomes absolute instead, as RFC 1808 section 10 requires.

// notPinned begins the notes on documents that are not pinned.
const notPinned = "not pinned: "

// pinSpot returns where the base of a document is written. It gives all bases in the document a
// reason to stay, except for the base that becomes absolute.
func (w *walk) pinSpot(sc *scope) (at pin.Spot) {
	if w.opts.Mode != Pin {
		return at
	}
	var own *string
	switch {
	case w.depth > 0 || sc.doc.Part != "":
		w.keepBases(sc, nil, 0)
		return at
	case sc.doc.MediaType == "text/css":
		at.Reason = reason.NotPinned.With("a style sheet cannot contain its base")
	case sc.doc.MediaType == "text/html":
		at = pin.HTML(sc.bytes)
	default:
		at = pin.XML(pin.Document{
			Text: sc.bytes, Base: sc.doc.Base, LinksSheet: w.linksSheet(sc), HasSrcdocs: w.tallied().srcdocs > 0,
		})
	}
	switch f := &w.collector.Feed; {
	case at.Reason != none:
	case f.Format != nil && f.Format.NoBase != "":
		at.Reason = reason.NotPinned.With(f.Format.NoBase)
	case len(f.Items) > 0:
		at.Reason = reason.NotPinned.With("each item has a base of its own")
	case sc.feed.bound:
		at.Reason = reason.NotPinned.With("the link that gives its base is relative to another")
	}
	switch b := sc.doc.Base; {
	case b.Layer == base.Embedded && !b.Resolves():
		at.Reason = reason.NotPinned.With("its own BASE leaves it without a base")
	case b.Layer == base.Embedded:
		at.Reason = reason.NotPinned.With("it has a base of its own: " + b.From)
		if !w.linksSheet(sc) {
			own = &b.Candidates()[0].Value
		}
	case at.Root.HasBase:
		at.Reason = reason.NotPinned.With("it has a base of its own: xml:base attribute")
	case !b.Resolves():
		at.Reason = reason.NoBase
	case at.Reason == none && w.isForeign(sc, b):
		at.Reason = foreignBase(sc.enc)
	}
	w.keepBases(sc, own, at.Root.End)
	return at
}

// keptBases says which bases are kept: see [walk.keepBases].
type keptBases struct {
	own  *string // the URL in the BASE element that is not kept
	root int     // the end of the start tag whose xml:base is not kept
}

// keepBases gives BASE elements and xml:base attributes a reason to stay. Two kinds get none: BASE
// elements with the URL *own, if own is not nil, and an xml:base that gives a base and is in the start
// tag that ends at root. In a large document, this is done for each batch of sites.
func (w *walk) keepBases(sc *scope, own *string, root int) {
	k := &keptBases{own, root}
	if w.batches.stage == first {
		w.batches.keeps = k
		return
	}
	k.apply(w, sc)
}

// apply sets the reason to stay in the collected sites of bases that are kept.
func (k *keptBases) apply(w *walk, sc *scope) {
	for i := range w.collector.Sites {
		s := &w.collector.Sites[i]
		switch {
		case s.Attr == "xml:base" && s.Value.End < k.root && sc.xmlBaseAt(1).result.From == xmlBaseFrom:
		case s.Attr == "href" && k.own != nil && s.Details().Removable != nil && w.unarchived(w.collector.BaseURL(sc.bytes, s.Value, markup.Quote(s.Form))) == *k.own:
		case s.Attr == "xml:base", s.Attr == "href" && s.Element == "base":
			s.Keep(reason.Pinned)
		}
	}
}

// noteXMLBase is the text of the note on a document that browsers show but whose base is written as
// xml:base.
const noteXMLBase = "browsers ignore xml:base: to them its links are relative to the URL of the file"

// pin adds the edit that writes the base of a document at a spot, or notes why it is not
// written. edits are the edits of the document's references.
func (w *walk) pin(edits []edit.Edit, sc *scope, at pin.Spot) []edit.Edit {
	if w.opts.Mode != Pin || w.depth > 0 || sc.doc.Part != "" {
		return edits
	}
	if !sc.outcomes.based { // no base in the document becomes absolute
		e, ok := at.Edit(sc.doc.Base.String())
		switch {
		case at.Reason != none:
		case sc.outcomes.apart:
			at.Reason = reason.NotPinned.With("the saved file gives other URLs for some links, and BASE would apply to all")
		case !ok:
			at.Reason = reason.NotPinned.With("the base cannot be written as an attribute")
		case sc.doc.MediaType == "text/html":
			text, _ := sc.encoded(0)
			at.Reason = pin.MovesEncoding(text, sc.charset, sc.carry([]edit.Edit{e})[0])
		}
		if at.Reason != none {
			w.noteNotPinned("", sc.views.Source(0), at.Reason)
		} else {
			if policy := w.collector.BasePolicy; policy > 0 {
				w.note(BasePolicy, "", sc.views.Source(policy-1), "a Content-Security-Policy restricts BASE (base-uri): browsers may ignore BASE")
			}
			edits = append(edits, e)
		}
	}
	if len(edits) == 0 {
		return edits
	}
	switch f := w.collector.Feed.Format; {
	case f != nil && f.Ignores != "":
		w.note(IgnoredXMLBase, "", sc.views.Source(at.Root.NameEnd), f.Ignores+": to them its links are relative to another URL")
	case at.Root.Ignored:
		w.note(IgnoredXMLBase, "", sc.views.Source(at.Root.NameEnd), noteXMLBase)
	}
	return edits
}

// noteNotPinned notes why a document, or a message, does not get a base.
func (w *walk) noteNotPinned(part string, offset int, why Reason) {
	w.note(why.Code, part, offset, notPinned+why.Text)
}

// linksSheet reports whether a processing instruction links a style sheet by a relative URL. No
// base in the root element applies to that URL.
func (w *walk) linksSheet(sc *scope) bool {
	if w.batches.stage == first {
		return w.batches.tally.sheets > 0
	}
	return relativeSheets(w.collector.Sites, sc.doc.Base.Base, sc.bytes) > 0
}

// relativeSheets returns how many of the sites in text are xml-stylesheet instructions with
// a URL that is relative to b.
func relativeSheets(list []sites.Site, b *resolve.Base, text []byte) (n int) {
	for i := range list {
		if s := &list[i]; s.Element == "xml-stylesheet" && !b.IsAbsolute([]byte(s.URL(text))) {
			n++
		}
	}
	return n
}

// pin adds the edit that writes the base into the header of a message, or notes why there is no
// edit.
func (m *messageWalk) pin(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	if m.documents.opts.Mode != Pin {
		return edits
	}
	url, why := messages.BaseToAdd(e, m.documents.opts.baseSchemes(), m.documents.opts.BaseFields)
	if why != none {
		m.documents.noteNotPinned(e.Part, e.SourceOffset(e.Header.Start), why)
		return edits
	}
	if b := e.Context().Establish(); b.String() != url {
		m.documents.noteMapped(e.Part, e.SourceOffset(e.Header.Start), e.Context().WithURI().Establish(), "header fields are in ASCII")
	}
	for _, seal := range messages.Seals(e) {
		if _, ok := seal.Covers(messages.IsBaseField); ok { // it covers that there is no Base field (RFC 6376 section 5.4)
			m.note(BrokenSeal, e, seal.Offset, "a field that "+seal.Name+" covers is added: "+messages.BaseField)
		}
	}
	base := messages.AddBase(e, url)
	at, _ := slices.BinarySearchFunc(edits, base.Start, func(e edit.Edit, start int) int { return e.Start - start })
	return slices.Insert(edits, at, base)
}
