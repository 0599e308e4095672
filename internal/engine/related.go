package engine

import (
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/mimebase"
)

// related finds the references in the multipart/related e that must be left so that links still
// name its parts: see [messages.Survey]. It reports whether there may be such references.
func (m *messageWalk) related(e *mimebase.Entity) bool {
	w := m.documents
	if e.MediaType != "multipart/related" || w.siblings.pinned != nil || w.anchor != nil || !messages.MayDispute(e, w.opts.mover != nil) {
		return false
	}
	survey := messages.NewSurvey(w.opts.Dialect, e)
	see := func(ref *Reference) { survey.See(surveyed(ref)) }
	if mover := w.opts.mover; mover != nil {
		survey.Moved = mover.Table.Map
		see = func(ref *Reference) { survey.See(movedLink(ref, mover)) }
	}
	outside := w.purpose
	w.visitor = Visitor{Reference: see}
	w.notes, w.rehearsal = new([]Note), true
	w.siblings.pinned = make(messages.Names) // there are none: a multipart/related within e has no survey
	w.siblings.unread = false
	m.parts(nil, e)
	blind := w.siblings.unread
	w.purpose = outside
	w.siblings.embedding.forget()
	w.siblings.pinned = survey.Disputed(blind)
	return true
}

// surveyed returns the reference in the form that a survey needs.
func surveyed(r *Reference) *messages.Link {
	return &messages.Link{
		Part: r.Part, Element: r.Element, Attr: r.Attr, Text: r.Text, Base: r.Base,
		Absolute: r.Status == Absolute, Resolved: r.Status == Resolved, Target: r.Target,
	}
}
