package engine

import (
	"cmp"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// decoded calls do with the text of a document, and returns the edits of t.bytes. It decodes
// UTF-16. do itself decodes the text from other encodings: see content.inUTF8. If the text cannot
// be decoded, it adds a note and returns no edits.
func (w *walk) decoded(doc *Document, t content, ctx *base.Context, do func(*Document, content, *base.Context) []edit.Edit) []edit.Edit {
	bigEndian, utf16 := t.enc.UTF16()
	is := t.enc.Contradiction(t.bytes)
	switch {
	case is != "":
		return w.unreadable(doc, t, ctx, contradiction(t.enc, is))
	case utf16:
		encoding := t.enc.Name()
		v := view.NewUTF16(t.bytes, 0, len(t.bytes), bigEndian)
		t.bytes, t.views = v.Text(), append(slices.Clip(t.views), v)
		t.enc, _ = charenc.Lookup(charenc.UTF8)
		return view.Carry(v, nil, w.decodedText(doc.Part, encoding, t.at, t.views, t.bytes, func() []edit.Edit {
			return do(doc, t, ctx)
		}))
	case !t.enc.Readable():
		return w.unreadable(doc, t, ctx, "the encoding "+t.enc.Label()+" cannot be read")
	}
	return do(doc, t, ctx)
}

// unreadable reports a document whose references cannot be found, and leaves it.
func (w *walk) unreadable(doc *Document, t content, ctx *base.Context, why string) []edit.Edit {
	w.siblings.unread = true
	doc.Base = ctx.Establish()
	w.document(doc)
	w.note(UnreadableEncoding, doc.Part, t.views.Source(0), "left: "+why)
	return nil
}

// contradiction returns the text of a note on a document that is read as enc but seems to be in
// the encoding is.
func contradiction(enc charenc.Encoding, is string) string {
	text := "the text seems to be in " + is
	if enc.Source() == charenc.Default {
		text += ", and does not declare it"
	} else {
		text += ", and is declared as " + enc.Name()
	}
	if e, _ := charenc.Lookup(is); is != charenc.EightBit && !e.Readable() {
		return text + ": convert it to UTF-8 first"
	}
	return text + ": give its charset"
}

// page walks HTML text whose encoding a meta element may declare. If that changes how the
// text is decoded, page starts again. It returns the edits of the text.
func (w *walk) page(doc *Document, was content, ctx *base.Context) []edit.Edit {
	t := was.inUTF8()
	w.gather(t, (*sites.Collector).HTML)
	tentative := t.enc.Tentative()
	if e := w.collector.MetaEncoding; tentative && w.collector.HasMeta {
		was.enc = e
		if e.Name() != t.enc.Name() && (t.raw != nil || !e.IsUTF8(was.bytes)) { // the text decodes to another text
			return w.decoded(doc, was, ctx, w.markup)
		}
		t.enc = e
	}
	if tentative && !w.collector.HasMeta && t.keep == none && w.mayMovePrescan(t) {
		t.keep = w.movesPrescan(*doc, t, ctx)
		w.gather(t, (*sites.Collector).HTML)
	}
	return t.carry(w.finish(doc, t, ctx))
}

// markup walks HTML text whose encoding is certain, and returns its edits.
func (w *walk) markup(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t = t.inUTF8()
	w.gather(t, (*sites.Collector).HTML)
	return t.carry(w.finish(doc, t, ctx))
}

// finish establishes the base of a document whose sites are collected, and decides their
// references. It returns the edits of the text.
func (w *walk) finish(doc *Document, t content, ctx *base.Context) []edit.Edit {
	sources := w.collector.Bases.Sources()
	if w.depth == 0 {
		w.saved = &w.collector.Saved
	}
	for i := range sources {
		sources[i].Value = w.unarchived(sources[i].Value)
	}
	savedWhole := doc.Part != "" && ctx.Establish().Hint
	if w.depth == 0 && !w.opts.NoHints && w.opts.entry.From == "" {
		ctx = ctx.WithRetrieval(w.collector.Saved.Sources()...)
	}
	if w.opts.Dialect == resolve.WHATWG {
		ctx = ctx.WithEncoding(t.urlCoding())
	}
	ctx, feed := w.feedContext(ctx)
	ctx = w.asciiBase(doc, t, ctx, sources)
	doc.Base = ctx.Establish(sources...)
	w.setFeedType(doc)
	if !t.sharesBase || len(sources) > 0 {
		w.document(doc)
	}
	if doc.Part != "" && doc.Base.Layer == base.Embedded && base.HasScheme(doc.Base.String(), []string{"file"}) {
		w.note(FileBase, doc.Part, t.views.Source(0), "BASE, and so the links, name files of one computer (file:)")
	}
	if w.collector.BasePolicy > 0 && doc.Base.Layer == base.Embedded {
		w.note(BasePolicy, doc.Part, t.views.Source(w.collector.BasePolicy-1), "a Content-Security-Policy restricts BASE (base-uri): BASE is used all the same")
	}
	sc := &w.scope
	*sc = scope{
		collector: &w.collector, doc: doc, savedWhole: savedWhole, prefixes: w.mayPrefix(), content: t,
		contexts: contexts{fallback: ctx.Establish(), sources: sources, outer: ctx, xmlBases: sc.xmlBases[:0], feed: feed},
	}
	if w.depth == 0 {
		w.beginFeed(sc)
		w.foreign, w.keepsBase = foreignStart(sc.enc.Name() == charenc.UTF8, sc.fallback.String()), false
	}
	sc.facts = decide.Doc{
		Base: doc.Base, InFeed: w.inFeed, IsGuessed: t.enc.Source() == charenc.Default && doc.MediaType == "text/html",
		Coding: t.urlCoding(), KeepsBase: w.keepsBase,
	}
	sc.ownAnchors = w.leavesOwnAnchors() && !w.inFeed && (len(sources) == 0 || !hasOwnBase(doc.Base))
	w.setEarly(sc)
	w.collector.Sort()
	at := w.pinSpot(sc)
	if w.collector.Passed.Note != "" {
		w.note(TooMany, doc.Part, t.views.Source(w.collector.Passed.At), w.collector.Passed.Note)
		sc.outcomes.relative++ // the skipped part may have a relative reference
	}
	w.checkBases(sc)
	if w.outgrows(sc) {
		w.noteLeft(doc.Part, t.views.Source(0), reason.Growth)
		sc.keep = reason.Growth
	}
	if w.depth == 0 {
		w.keepsBase = w.mustKeepBase(sc)
		sc.facts.KeepsBase = w.keepsBase
	}
	room := w.limits.room
	edits := sorted(w.pin(w.edits(sc), sc, at))
	if w.depth == 0 || t.isMarkup {
		w.grown(edit.Grown(edits) - (room - w.limits.room)) // documents in this document have counted their growth
	}
	return edits
}

// edits decides the references of the sites, and returns the edits of the text.
func (w *walk) edits(sc *scope) []edit.Edit {
	if w.batches.stage == first {
		w.buf.changes = w.streamed(sc)
		return w.buf.changes
	}
	var bases spareEdits
	w.buf.changes = w.siteEdits(slices.Grow(w.buf.changes[:0], len(w.collector.Sites)), sc, &bases)
	if w.opts.DropBase {
		w.buf.changes = append(w.buf.changes, w.baseEdits(sc, &bases)...)
	}
	w.buf.changes = append(w.buf.changes, sc.local.removed...)
	return w.buf.changes
}

// siteEdits decides the references of the sites, and appends the edits of the text. If BASE
// elements are dropped, it adds their edits to bases.
func (w *walk) siteEdits(edits []edit.Edit, sc *scope, bases *spareEdits) []edit.Edit {
	if w.opts.DropBase {
		return w.withoutBases(edits, sc, bases)
	}
	for i := range w.collector.Sites {
		s := &w.collector.Sites[i]
		if w.stays != nil && !mayGiveBase(s) {
			continue
		}
		edits = w.site(edits, sc, s)
		if sc.local.leads {
			w.afterSite(sc, s)
		}
	}
	return edits
}

// documentAt walks the document in a site.
func (w *walk) documentAt(edits []edit.Edit, sc *scope, s *sites.Site, outer view.View) []edit.Edit {
	switch {
	case w.depth >= maxNested:
		w.note(TooMany, sc.doc.Part, sc.views.Source(s.Value.Start), "left: documents within documents, nested too deep")
		return edits
	case s.Syntax == syntax.Markup:
		return w.markupIn(edits, sc, s, outer)
	}
	return w.srcdoc(edits, sc, s, outer)
}

// srcdoc walks the document in a srcdoc attribute. It has the base of the document around it
// unless it has a BASE element (HTML Standard section 4.8.5).
func (w *walk) srcdoc(edits []edit.Edit, sc *scope, s *sites.Site, outer view.View) []edit.Edit {
	inner, t := w.documentIn(sc, s, outer)
	if t.keep == none && s.Excluded != 0 {
		t.keep = reason.DocumentInMarkup
	}
	return w.carryDocument(edits, sc, outer, inner, &Document{Part: sc.doc.Part, MediaType: "text/html"}, t, sc.around(s))
}

// documentIn returns a walk for the document in a site, and that document, which is the text of outer.
func (w *walk) documentIn(sc *scope, s *sites.Site, outer view.View) (*walk, content) {
	return w.within(), content{
		bytes: outer.Text(), views: append(slices.Clip(sc.views), outer), enc: sc.enc, coded: sc.coded, isDecoded: true,
		keep: cmp.Or(sc.keep, s.Details().Keep), excluded: sc.excluded, body: sc.body, inJSON: sc.inJSON,
	}
}

// carryDocument walks the document t with the walk inner, and appends its edits, as edits of the text
// that outer is a view of. around is the context of the document.
func (w *walk) carryDocument(edits []edit.Edit, sc *scope, outer view.View, inner *walk, doc *Document, t content, around *base.Context) []edit.Edit {
	carried := inner.markup(doc, t, around)
	if doc.Base.Layer != base.Embedded {
		sc.outcomes.relative += inner.scope.outcomes.relative
		sc.outcomes.bound += inner.scope.outcomes.bound
	}
	return view.Carry(outer, edits, carried)
}

// styleSheet walks a style sheet (text/css), and returns its edits.
func (w *walk) styleSheet(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t = t.inUTF8()
	w.gather(t, (*sites.Collector).StyleSheet)
	w.collector.Saved.SeeSheet(t.bytes)
	return t.carry(w.finish(doc, t, ctx))
}

// xml walks the text of XHTML, SVG or other XML, and returns its edits.
func (w *walk) xml(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t = t.inUTF8()
	w.gather(t, (*sites.Collector).XML)
	return t.carry(w.finish(doc, t, ctx))
}
