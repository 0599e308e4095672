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
		if e.Name() != t.enc.Name() && (t.raw != nil || !e.IsUTF8(was.bytes)) { // decoded as e, the text has other characters
			return w.decoded(doc, was, ctx, w.markup)
		}
		t.enc = e
	}
	if tentative && !w.collector.HasMeta && t.keep == none && w.mayMovePrescan(t) {
		t.keep = w.movesPrescan(*doc, t, ctx)
		w.gather(t, (*sites.Collector).HTML)
	}
	edits := t.carry(w.finish(doc, t, ctx))
	w.findUnread(doc, t, false)
	return edits
}

// markup walks HTML text whose encoding is certain, and returns its edits.
func (w *walk) markup(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t = t.inUTF8()
	w.gather(t, (*sites.Collector).HTML)
	edits := t.carry(w.finish(doc, t, ctx))
	w.findUnread(doc, t, false)
	return edits
}

// finish establishes the base of a document whose sites are collected, and decides their
// references. It returns the edits of the text.
func (w *walk) finish(doc *Document, t content, ctx *base.Context) []edit.Edit {
	// Establish the base. Sources of it are also what a saved file says about its origin, and the links of a feed.
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
	var feed feedBase
	if f := &w.collector.Feed; f.Format != nil && w.depth == 0 {
		doc.MediaType = f.Format.MediaType
		ctx, feed = w.linkContext(ctx, &f.Link, &f.Self)
	}
	doc.IsContents = w.depth == 0 && w.collector.IsContents
	ctx = w.asciiBase(doc, t, ctx, sources)
	doc.Base = ctx.Establish(sources...)
	if !t.sharesBase || len(sources) > 0 {
		w.document(doc)
	}
	w.visitHead(doc, t)
	if doc.Part != "" && doc.Base.Layer == base.Embedded && base.HasScheme(doc.Base.String(), []string{"file"}) {
		w.note(FileBase, doc.Part, t.views.Source(0), "BASE, and so the links, name files of one computer (file:)")
	}
	if e := &w.collector.Escaped; e.At > 0 && w.depth == 0 {
		w.note(UnreadHTML, doc.Part, t.views.Source(e.At-1), "HTML in it is not read: --place '"+e.Place.String()+"' reads it")
	}
	if w.collector.BasePolicy > 0 && doc.Base.Layer == base.Embedded {
		w.note(BasePolicy, doc.Part, t.views.Source(w.collector.BasePolicy-1), "a Content-Security-Policy restricts BASE (base-uri): BASE is used all the same")
	}

	// Collect what the references have in common.
	sc := &w.scope
	*sc = scope{
		collector: &w.collector, doc: doc, savedWhole: savedWhole, prefixes: w.mayPrefix(), content: t,
		contexts: contexts{fallback: ctx.Establish(), sources: sources, outer: ctx, xmlBases: sc.xmlBases[:0], feed: feed},
	}
	if w.depth == 0 {
		w.inFeed = w.collector.Feed.IsFeed()
		w.inItem = w.inFeed || sc.isItem
		if w.inFeed && w.opts.Mode == MakeRelative && len(w.collector.Sites) > 0 {
			w.note(reason.InFeed.Code, doc.Part, t.views.Source(w.collector.Root-1), "the links of a feed become absolute: "+reason.InFeed.Text)
		}
		w.foreign, w.keepsBase = foreignStart(sc.enc.Name() == charenc.UTF8, sc.fallback.String()), false
	}
	sc.facts = decide.Doc{
		Base: doc.Base, InFeed: w.inFeed, IsGuessed: t.enc.Source() == charenc.Default && doc.MediaType == "text/html",
		Coding: t.urlCoding(), KeepsBase: w.keepsBase,
	}
	sc.ownAnchors = w.leavesOwnAnchors() && !w.inFeed && (len(sources) == 0 || !hasOwnBase(doc.Base))
	w.setEarly(sc)

	// Find out what must stay, before any reference is reported.
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

	// Decide the references.
	room := w.limits.room
	edits := sorted(w.pin(w.edits(sc), sc, at))
	if w.depth == 0 || t.isMarkup {
		w.grown(edit.Grown(edits) - (room - w.limits.room)) // documents in this document have counted their growth
	}
	w.findRemains(doc, t, edits)
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
		if w.stays != nil && s.Attr != "xml:base" && s.Attr != "codebase" && (s.Element != "base" || s.Attr != "href") {
			continue // the site cannot give a base
		}
		edits = w.site(edits, sc, s)
		if sc.local.leads {
			w.afterSite(sc, s)
		}
	}
	return edits
}

// localFiles has the facts about local files that browsers refuse to load (sites.Local), for a
// document whose links become relative.
type localFiles struct {
	leads   bool        // a reference of the current site leads to a file of the tree
	removed []edit.Edit // removals of attributes that keep files from loading
	last    int         // the offset after the last removed attribute
	noted   bool        // there is a note on such attributes
	refused []string    // the kinds of files that have a note
}

// afterSite notes the first local file of each kind that browsers do not load, and removes the attributes that
// keep the local file of a site from loading, or notes the first such attribute.
func (w *walk) afterSite(sc *scope, s *sites.Site) {
	l, local := &sc.local, &s.Details().Local
	l.leads = false
	if w.limits.growth != nil {
		return
	}
	if kind := local.Refused; kind != "" && !slices.Contains(l.refused, kind) {
		l.refused = append(l.refused, kind)
		w.note(BlockedFile, sc.doc.Part, sc.views.Source(s.Value.Start), "browsers do not load "+kind+" from local files")
	}
	switch {
	case len(local.Blocking) == 0, sc.keep != none:
	case !w.opts.DropIntegrity && !l.noted:
		l.noted = true
		w.note(BlockedIntegrity, sc.doc.Part, sc.views.Source(local.Blocking[0].Start), "browsers load no local file of an element with integrity or crossorigin: drop these attributes (--drop-integrity)")
	case w.opts.DropIntegrity && local.Blocking[0].Start >= l.last:
		for _, attr := range local.Blocking {
			l.removed = append(l.removed, edit.Edit{Start: attr.Start, End: attr.End})
			l.last = attr.End
		}
	}
}

// documentAt walks the document in a site: the document in a srcdoc attribute, HTML in a feed, or HTML in a string
// of JSON. The views of the site lead to its text: the last one is a view of the text of the one before. It
// appends the edits of the document, as edits of the text that the last view is a view of.
//
// A srcdoc document has the base of the document around it, and HTML in a feed the base of its element, unless
// they have a BASE element (HTML Standard section 4.8.5, RFC 4287 section 2). So HTML in a feed counts its own
// growth, like a part of a message. Meanwhile, the bytes that the URLs of the feed itself need are reserved.
func (w *walk) documentAt(edits []edit.Edit, sc *scope, s *sites.Site, views ...view.View) []edit.Edit {
	outer := views[len(views)-1]
	isMarkup := s.Syntax != syntax.Document
	switch {
	case w.depth >= maxNested:
		w.note(TooMany, sc.doc.Part, sc.views.Source(s.Value.Start), "left: documents within documents, nested too deep")
		return edits
	case isMarkup && w.limits.growth != nil:
		return edits
	}
	if w.inner == nil {
		w.inner = new(walk)
	}
	inner := w.inner
	inner.purpose, inner.link.purpose, inner.inherited = w.purpose, &inner.purpose, w.inherited
	inner.depth++
	inner.unsure = w.unsure || sc.unsure

	doc := &Document{Part: sc.doc.Part, MediaType: "text/html"}
	t := content{
		bytes: outer.Text(), views: append(slices.Clip(sc.views), views...), enc: sc.enc, coded: sc.coded, isDecoded: true,
		keep: cmp.Or(sc.keep, s.Details().Keep), excluded: sc.excluded, body: sc.body, inJSON: sc.inJSON,
	}
	ctx, reserved := sc.inside(), 0
	if isMarkup {
		if s.Form == sites.Base64 { // the text has an encoding of its own, which nothing declares
			t.enc, _ = charenc.Lookup(charenc.UTF8)
		}
		t.excluded |= s.Syntax.Excludes() | s.Excluded
		t.isMarkup, t.sharesBase = true, s.XMLBase == 0
		if s.XMLBase > 0 {
			ctx = sc.xmlBaseAt(s.XMLBase).context
		}
		reserved = min(sc.reserved, w.limits.room)
		inner.limits.room -= reserved
	} else {
		if t.keep == none && s.Excluded != 0 {
			t.keep = reason.DocumentInMarkup
		}
		if sc.early.has(s) {
			ctx = sc.outer
		}
	}

	carried := inner.markup(doc, t, ctx)
	if isMarkup {
		w.limits.room = inner.limits.room + reserved
	}
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
	edits := t.carry(w.finish(doc, t, ctx))
	w.findUnread(doc, t, true)
	return edits
}
