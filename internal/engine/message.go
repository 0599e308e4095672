package engine

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/fieldref"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/mediatype"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// A messageWalk walks the entities of a message. It calls documents, the walk over a document, for
// the document in each entity, and carries the edits back to the text that the message is in. Its
// memory is used again for the next message.
type messageWalk struct {
	documents *walk
	frame     framed           // the frame around the message
	parser    *mimebase.Parser // nil before the first message
	fields    fieldref.Header  // the fields of the current entity
	bodies    messages.Decoder
	around    view.Stack // the views of the encoded messages around the entity
}

// walk walks the message that begins at start, and all entities in it. It appends the edits
// of text. frame has the bytes of the container around the message.
func (m *messageWalk) walk(edits []edit.Edit, text []byte, start int, ctx *base.Context, frame framed) []edit.Edit {
	m.documents.siblings.embedding = nil
	if m.parser == nil {
		o := m.documents.opts
		opts := mimebase.Options{
			BaseFields: o.BaseFields, BaseSchemes: o.BaseSchemes, AllowSigned: o.Signed, KeepDKIM: o.SkipDKIM,
			KeepAttachments: o.SkipAttachments, Limits: o.Limits, Decode: m.bodies.DecodeMessage,
		}
		if !o.NoHints {
			opts.RetrievalFields = []string{"Snapshot-Content-Location"}
		}
		m.parser = mimebase.NewParser(opts)
	}
	m.frame, m.around = frame, m.around[:0]
	m.bodies.Begin(len(text) - start)
	defer m.bodies.Reset()
	defer m.parser.Reset()
	e := m.parser.Parse(text, start, ctx)
	return m.pin(m.entity(edits, e), e)
}

// note adds a note on the bytes at the offset at in the text of e.
func (m *messageWalk) note(code string, e *mimebase.Entity, at int, text string) {
	m.documents.note(code, e.Part, e.SourceOffset(at), text)
}

// entity walks an entity: its header, then its body. Then it corrects what the header says about the body. It
// appends the edits of the text that the entity is in.
func (m *messageWalk) entity(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	m.documents.stop.tick()
	for _, n := range e.Notes {
		if m.documents.note(MessageDefect, n.Part, n.Offset, n.Text); n.Text == e.ReadOnly {
			m.documents.leave()
		}
	}
	if !e.IsLeaf() || mediatype.Of(e.MediaType).IsMailed() {
		for _, n := range e.BaseNotes() {
			m.documents.note(RefusedBase, n.Part, n.Offset, n.Text)
		}
	}
	if !messages.IsEncodingKnown(e) {
		m.documents.siblings.unread = true // the decoded body may have references that are not found
	}

	header, unsure := len(edits), m.documents.unsure
	edits = m.header(edits, e)
	m.documents.grown(edit.Grown(edits[header:]))
	m.noteSealed(e, edits[header:])

	body := len(edits)
	// The leaf in a message/external-body only describes a body that is elsewhere (RFC 2046 section 5.2.3).
	external := e.Parent != nil && e.Parent.MediaType == "message/external-body"
	if e.IsLeaf() && (mediatype.Of(e.MediaType).IsMailed() || isInvitation(e)) && !external {
		edits = m.part(edits, e)
	} else {
		if visit := m.documents.visitor.Document; visit != nil {
			visit(&Document{Part: e.Part, MediaType: e.MediaType, Base: e.Context().Establish()})
		}
		related := m.related(e)
		edits = m.parts(edits, e)
		if related {
			m.documents.siblings.disputed = nil
		}
	}
	m.documents.unsure = unsure

	if e.Parent == nil {
		edits = append(edits[:body], m.frame.escape(e.Text, edits[body:])...)
	}
	return m.correct(edits, e, header, body)
}

// parts walks the entities in the body of e. If e is an encoded message, the entities are in its
// decoded text, and parts carries their edits back to the text of e.
func (m *messageWalk) parts(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	if e.IsLeaf() {
		return edits
	}
	m.documents.siblings.embedding.expect(e)
	decoded := m.bodies.Message(e)
	if decoded == nil {
		for _, part := range e.Parts {
			edits = m.entity(edits, part)
		}
		return edits
	}
	outer := m.around
	m.around = append(slices.Clip(outer), decoded)
	changes := m.documents.decodedText(e.Part, messages.EncodingName(decoded), e.Body, m.around, decoded.Text(), func() []edit.Edit {
		return m.entity(nil, e.Parts[0])
	})
	m.around = outer
	return view.Carry(decoded, edits, changes)
}

// part walks the document in a leaf, and appends the edits of the text that
// the entity is in.
func (m *messageWalk) part(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	decode := m.bodies.Decode                       // its view is valid until the next call
	if e.Body.Len() >= m.documents.limits.large/2 { // half, since UTF-16 in UTF-8 may take more bytes
		decode = messages.DecodeBody // the edits of a large document are carried back later
	}
	v, err := decode(e)
	keep, signed := m.keepPart(e, v.Text(), err)
	c := content{bytes: v.Text(), views: append(slices.Clip(m.around), v), charset: cmp.Or(e.Params["charset"], m.documents.opts.Charset), keep: keep, at: e.Body, body: m.guard(e, v)}
	encoding := messages.EncodingName(v)
	if encoding != "" {
		c.at = mimebase.Span{End: len(c.bytes)}
	}
	doc := &Document{Part: e.Part, MediaType: e.MediaType}
	changes := m.documents.decodedText(e.Part, encoding, e.Body, c.views, c.bytes, func() []edit.Edit {
		around := m.documents.siblings.embedding.around(e)
		if e.MediaType == calendarType {
			return m.invitation(doc, c, around)
		}
		return m.documents.walk(doc, c, around)
	})
	if start, found := messages.LongLine(e, v.Text(), changes); found {
		m.note(LongLine, e, e.Body.Start+start, "a line is now longer than 998 bytes: mail servers may break it")
	}
	if len(changes) > 0 && signed {
		m.note(ChangedSigned, e, e.Body.Start, "signed text is changed (inline PGP)")
	}
	return view.Carry(v, edits, changes)
}

// keepPart returns the reason why nothing in the leaf e may be changed, if there is one, and
// notes it. text is its decoded body, and err the error of the decoder. signed reports
// whether the text has an inline PGP signature.
func (m *messageWalk) keepPart(e *mimebase.Entity, text []byte, err error) (keep Reason, signed bool) {
	keep = readOnly(e)
	if err != nil && keep == none {
		keep = reason.Transfer.With(err.Error())
		m.note(keep.Code, e, e.Body.Start, keep.Text)
		m.documents.leave()
	}
	// Documents mostly begin with "<" or white space, unlike nearly every magic, so the table is not searched for
	// them. Data that is text, such as JSON, is read as the type that the message names, and encodings have notes of
	// their own.
	if keep == none && len(text) > 0 && bytes.IndexByte([]byte("< \t\r\n"), text[0]) < 0 {
		kind, ok := filekind.Magic(text[:min(len(text), detect.HeadSize)])
		if ok && kind.Group != filekind.Data && kind.Group != filekind.Encoding {
			keep = reason.OtherFile.With("named " + e.MediaType + ", but the bytes are those of " + kind.Name)
			m.documents.noteLeft(e.Part, e.SourceOffset(e.Body.Start), keep)
		}
	}
	armored, signed := messages.PGP(text)
	if keep == none && (armored || signed && !m.documents.opts.Signed) {
		keep = reason.InlinePGP
		m.note(keep.Code, e, e.Body.Start, keep.Text)
		m.documents.leave()
	}
	return keep, signed
}

// readOnly returns the reason why nothing in e may be changed, if there is one.
func readOnly(e *mimebase.Entity) Reason {
	if e.ReadOnly == "" {
		return none
	}
	return Reason{Code: "part-" + e.ReadOnlyCode, Text: e.ReadOnly}
}

// correct adds edits of the fields in the header of e that describe its body, if the body
// changes, and notes the signatures that the change breaks. edits[header:] are the edits of e,
// edits[body:] the edits of its body.
func (m *messageWalk) correct(edits []edit.Edit, e *mimebase.Entity, header, body int) []edit.Edit {
	changes := edits[body:]
	if len(changes) == 0 {
		return edits
	}
	if e.MediaType == "multipart/signed" {
		m.note(ChangedSigned, e, e.Header.Start, "a signed part is changed (multipart/signed)")
	}
	for _, seal := range messages.Seals(e) {
		m.note(BrokenSeal, e, seal.Offset, seal.Name+" covers the body, and fails once that is changed")
	}
	// In a mailbox, a wrong length could after the edits lead to the end of a later message.
	anyLength := m.frame.format != nil && m.frame.format.Lengths && e.Parent == nil
	fields := messages.Correct(e, changes, anyLength)
	if len(fields) == 0 {
		return edits
	}
	edits = slices.Insert(edits, body, fields...)
	slices.SortFunc(edits[header:body+len(fields)], func(a, b edit.Edit) int { return a.Start - b.Start })
	return edits
}

// noteSealed notes the signatures that cover a field of the header of e that the edits
// change.
func (m *messageWalk) noteSealed(e *mimebase.Entity, edits []edit.Edit) {
	if len(edits) == 0 {
		return
	}
	var changed map[string]bool
	for _, seal := range messages.Seals(e) {
		if changed == nil {
			changed = messages.ChangedFields(e, edits)
		}
		if name, ok := seal.Covers(func(name string) bool { return changed[name] }); ok {
			m.note(BrokenSeal, e, seal.Offset, seal.Name+" covers a field, and fails once that is changed: "+name)
		}
	}
}
