package engine

import (
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/mimebase"
)

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

// noteLongLine notes if edits of the decoded text of e make a line too long for a message.
func (m *messageWalk) noteLongLine(e *mimebase.Entity, text []byte, edits []edit.Edit) {
	if start, found := messages.LongLine(e, text, edits); found {
		m.note(LongLine, e, e.Body.Start+start, "a line is now longer than 998 bytes: mail servers may break it")
	}
}
