package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/mimebase"
)

// A style sheet or a frame of a page can be a part whose only URL is a cid: URL (RFC 2392).
// Chromium writes style elements, and frames without a URL, as such parts. A cid: URL gives
// no base. The part belongs to the document that embeds it, so the base of that document
// comes between the part and the entities around both.

// embeddings are the parts that have no URL but cid:, by the part of the URL after cid:, and the
// documents that embed them.
type embeddings map[string]*embedding

// An embedding is the document that embeds a part. Its base is nil until the walk has reached the
// document, so a part that comes before its document does not get the base.
type embedding struct {
	part string
	base *base.Result
}

// expect prepares to record which documents embed the parts of e.
func (all *embeddings) expect(e *mimebase.Entity) {
	if e.MediaType != "multipart/related" {
		return
	}
	for _, part := range e.Parts {
		name := nameOf(part)
		if name == "" {
			continue
		}
		if *all == nil {
			*all = make(embeddings)
		}
		(*all)[name] = new(embedding)
	}
}

// nameOf returns the name of a style sheet or an HTML document whose only URL is a cid: URL:
// the part of the URL after "cid:". It returns "" for other parts.
func nameOf(e *mimebase.Entity) string {
	if e.MediaType != "text/css" && e.MediaType != "text/html" && e.MediaType != "text/x-amp-html" {
		return ""
	}
	for _, field := range base.DefaultFields() {
		if value := e.FieldValue(field); value != "" {
			name, _ := cutCID(value)
			return name
		}
	}
	id, isID := strings.CutPrefix(e.FieldValue("Content-ID"), "<")
	id, closed := strings.CutSuffix(id, ">")
	if !isID || !closed {
		return ""
	}
	return id
}

// cutCID takes the scheme off a cid: URL.
func cutCID[T string | []byte](url T) (name T, ok bool) {
	const scheme = "cid:"
	if len(url) < len(scheme) || !strings.EqualFold(string(url[:len(scheme)]), scheme) {
		return url[:0], false
	}
	return url[len(scheme):], true
}

// record records the document in which a reference embeds a part. The first such reference
// counts. Chromium writes a style element as a link at the start of the head, even if the
// element came after BASE, so such a part has the base of the document.
func (all embeddings) record(ref *Reference, doc *Document) {
	if len(all) == 0 {
		return
	}
	link := ref.Element == "a" || ref.Element == "area"
	field := ref.Element == "" && ref.Attr != ""
	if link || field {
		return
	}
	name, ok := cutCID(ref.Text)
	if d := all[string(name)]; ok && d != nil && d.base == nil {
		d.part, d.base = ref.Part, ref.Base
		if ref.Facts.Early && ref.Element == "link" {
			d.base = doc.Base
		}
	}
}

// around returns the context of a document in the body of e.
func (all embeddings) around(e *mimebase.Entity) *base.Context {
	if len(all) == 0 {
		return e.Context()
	}
	d := all[nameOf(e)]
	if d == nil || d.base == nil || d.base.Layer == base.Default {
		return e.Context()
	}
	around := base.Source{
		Layer: base.Encapsulating, From: "the document in part " + d.part, Value: d.base.String(), Hint: d.base.Hint, Unknown: d.base.Unknown,
	}
	if around.Value == "" && around.Unknown == "" {
		around.Unknown = basereason.OuterDocument
	}
	return e.Context().Enclose(around)
}

// related finds the references in the multipart/related e that must be left so that links still
// name its parts: see [messages.Survey]. It reports whether there may be such references.
func (m *messageWalk) related(e *mimebase.Entity) bool {
	w := m.documents
	if e.MediaType != "multipart/related" || w.siblings.disputed != nil || w.anchor != nil || !messages.MayDispute(e, w.opts.mover != nil) {
		return false
	}
	survey, mover := messages.NewSurvey(w.opts.Dialect, e), w.opts.mover
	if mover != nil {
		survey.Moved = mover.Table.Map
	}
	blind := false
	w.rehearse(func() {
		w.visitor.Reference = func(ref *Reference) { survey.See(surveyed(ref, mover)) }
		w.siblings.disputed = make(messages.Names) // there are none: a multipart/related within e has no survey
		w.siblings.unread = false
		m.parts(nil, e)
		blind = w.siblings.unread
	})
	for _, d := range w.siblings.embedding {
		d.base = nil // the documents that embed parts are walked again
	}
	w.siblings.disputed = survey.Disputed(blind)
	return true
}

// surveyed returns a reference in the form that a survey needs. If links move, its target is the mapped
// URL, in whatever form the reference is written; otherwise mover is nil.
func surveyed(r *Reference, mover *decide.Mover) *messages.Link {
	l := &messages.Link{
		Part: r.Part, Element: r.Element, Attr: r.Attr, Text: r.Text, Base: r.Base,
		Absolute: r.Status == Absolute, Resolved: r.Status == Resolved, Target: r.Target,
	}
	if mover != nil && (r.Status == Resolved || r.Status == Relative) {
		l.Target, _, _ = mover.AppendTarget(nil, r)
		l.Resolved = true
	}
	return l
}
