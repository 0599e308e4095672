package engine

import (
	"cmp"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/transfer"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// newDocument returns the document in a leaf. It is valid until the next leaf if no
// visitor gets documents.
func (w *walk) newDocument(e *mimebase.Entity) *Document {
	doc := &w.mail.doc
	if w.visitor.Document != nil {
		doc = new(Document)
	}
	*doc = Document{Part: e.Part, MediaType: e.MediaType}
	return doc
}

// message walks the message that begins at start, and all entities in it. It
// returns the edits of text.
func (w *walk) message(text []byte, start int, ctx *base.Context) []edit.Edit {
	w.mail.edits = w.appendMessage(w.mail.edits[:0], text, start, ctx)
	return w.mail.edits
}

// appendMessage is message for one of several messages in a text.
func (w *walk) appendMessage(edits []edit.Edit, text []byte, start int, ctx *base.Context) []edit.Edit {
	w.siblings.embedding = nil
	if w.mail.parser == nil {
		opts := w.opts.mime()
		opts.Decode = w.mail.bodies.DecodeMessage
		w.mail.parser = mimebase.NewParser(opts)
	}
	w.mail.around = w.mail.around[:0]
	w.mail.bodies.Begin(len(text) - start)
	defer w.mail.bodies.Reset()
	defer w.mail.parser.Reset()
	e := w.mail.parser.Parse(text, start, ctx)
	return w.pinMessage(w.entity(edits, e), e)
}

// entity walks an entity: its header, then its body. It appends the edits of
// the text that the entity is in.
func (w *walk) entity(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	for _, n := range e.Notes {
		w.note(MessageDefect, n.Part, n.Offset, n.Text)
	}
	if !e.IsLeaf() || hasReferences(e.MediaType) {
		for _, n := range e.BaseNotes() {
			w.note(RefusedBase, n.Part, n.Offset, n.Text)
		}
	}
	if !transfer.IsKnown(e) {
		w.siblings.unread = true // its encoded form may have other references
	}
	header := len(edits)
	edits = w.header(edits, e)
	w.grown(edit.Grown(edits[header:]))
	w.noteSealed(e, edits[header:])
	body := len(edits)
	edits = w.body(edits, e)
	if e.Parent == nil {
		edits = append(edits[:body], w.framed.escape(e.Text, edits[body:])...)
	}
	return w.correct(edits, e, header, body)
}

// body walks the body of an entity, and appends the edits of the text.
func (w *walk) body(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	if e.IsLeaf() && hasReferences(e.MediaType) && !isExternalBody(e) {
		return w.part(edits, e)
	}
	if w.visitor.Document != nil {
		w.visitor.Document(&Document{Part: e.Part, MediaType: e.MediaType, Base: e.Context().Establish()})
	}
	if w.related(e) {
		defer func() { w.siblings.pinned = nil }()
	}
	return w.parts(edits, e)
}

// parts walks the entities in the body of e. If e is an encoded message, they are in the
// decoded text, and their edits are carried back from there.
func (w *walk) parts(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	if e.IsLeaf() {
		return edits
	}
	w.siblings.embedding.expect(e)
	decoded := w.mail.bodies.Message(e)
	if decoded == nil {
		for _, part := range e.Parts {
			edits = w.entity(edits, part)
		}
		return edits
	}
	outer := w.mail.around
	w.mail.around = append(slices.Clip(outer), decoded)
	changes := w.decodedText(e.Part, transfer.Name(decoded), e.Body, w.mail.around, decoded.Text(), func() []edit.Edit {
		return w.entity(nil, e.Parts[0])
	})
	w.mail.around = outer
	return view.Carry(decoded, edits, changes)
}

// part walks the document in a leaf, and appends the edits of the text that
// the entity is in.
func (w *walk) part(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	v, err := w.decode(e)
	keep := readOnly(e)
	if err != nil && keep == none {
		keep = reason.Transfer.With(err.Error())
		w.note(keep.Code, e.Part, e.SourceOffset(e.Body.Start), keep.Text)
	}
	if kind, ok := otherKind(v.Text()); ok && keep == none {
		keep = reason.OtherFile.With("named " + e.MediaType + ", but the bytes are those of " + kind.Name)
		w.noteLeft(e.Part, e.SourceOffset(e.Body.Start), keep)
	}
	armored, signed := messages.PGP(v.Text())
	if keep == none && (armored || signed && !w.opts.Signed) {
		keep = reason.InlinePGP
		w.note(keep.Code, e.Part, e.SourceOffset(e.Body.Start), keep.Text)
	}
	doc := w.newDocument(e)
	w.mail.views = append(append(w.mail.views[:0], w.mail.around...), v)
	encoding := transfer.Name(v)
	c := content{bytes: v.Text(), views: w.mail.views, charset: cmp.Or(e.Params["charset"], w.opts.Charset), keep: keep, at: e.Body}
	if encoding != "" {
		c.at = mimebase.Span{End: len(c.bytes)}
	}
	changes := w.decodedText(e.Part, encoding, e.Body, c.views, c.bytes, func() []edit.Edit {
		return w.walk(doc, c, w.siblings.embedding.around(e))
	})
	if v, ok := v.(*view.Base64); ok {
		v.In(&w.inserted.arena)
	}
	w.noteLongLine(e, v.Text(), changes)
	if len(changes) > 0 && signed {
		w.note(ChangedSigned, e.Part, e.SourceOffset(e.Body.Start), "what is signed is changed (inline PGP)")
	}
	return view.Carry(v, edits, changes)
}

// readOnly returns the reason why nothing in e may be changed, if there is one.
func readOnly(e *mimebase.Entity) Reason {
	if e.ReadOnly == "" {
		return none
	}
	return Reason{Code: "part-" + e.ReadOnlyCode, Text: e.ReadOnly}
}

// isExternalBody reports whether e describes a body that is elsewhere
// (message/external-body, RFC 2046 section 5.2.3).
func isExternalBody(e *mimebase.Entity) bool {
	return e.Parent != nil && e.Parent.MediaType == "message/external-body"
}

// decode returns the view of the body of a leaf. It is valid until the next call, unless
// the text is large, also after decoding UTF-16: its edits are carried back later.
func (w *walk) decode(e *mimebase.Entity) (view.View, error) {
	if e.Body.Len() >= w.limits.large/2 {
		return transfer.Decode(e)
	}
	return w.mail.bodies.Decode(e)
}
