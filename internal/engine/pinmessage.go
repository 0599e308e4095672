package engine

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/mimebase"
)

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
	m.notePinSealed(e)
	base := messages.AddBase(e, url)
	at, _ := slices.BinarySearchFunc(edits, base.Start, func(e edit.Edit, start int) int { return e.Start - start })
	return slices.Insert(edits, at, base)
}

// notePinSealed notes the signatures that cover the absence of a Base field (RFC 6376
// section 5.4).
func (m *messageWalk) notePinSealed(e *mimebase.Entity) {
	isBase := func(name string) bool { return strings.EqualFold(name, messages.BaseField) }
	for _, seal := range messages.Seals(e) {
		if _, ok := seal.Covers(isBase); ok {
			m.note(BrokenSeal, e, seal.Offset, "a field that "+seal.Name+" covers is added: "+messages.BaseField)
		}
	}
}
