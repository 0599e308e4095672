package engine

import (
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/mimebase"
)

// pinMessage adds the edit that writes the base into the header of a message, or notes why
// it has none.
func (w *walk) pinMessage(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	if w.opts.Mode != Pin {
		return edits
	}
	url, why := messages.BaseToAdd(e, w.opts.baseSchemes(), w.opts.BaseFields)
	if why != none {
		w.noteNotPinned(e.Part, e.SourceOffset(e.Header.Start), why)
		return edits
	}
	if b := e.Context().Establish(); b.String() != url {
		w.noteMapped(e.Part, e.SourceOffset(e.Header.Start), e.Context().WithURI().Establish(), "header fields are in ASCII")
	}
	w.notePinSealed(e)
	return append(edits, messages.AddBase(e, url))
}

// notePinSealed notes the signatures that cover the absence of a Base field (RFC 6376
// section 5.4).
func (w *walk) notePinSealed(e *mimebase.Entity) {
	isBase := func(name string) bool { return strings.EqualFold(name, messages.BaseField) }
	for _, seal := range messages.Seals(e) {
		if _, ok := seal.Covers(isBase); ok {
			w.note(BrokenSeal, e.Part, e.SourceOffset(seal.Offset), "a field that "+seal.Name+" covers is added: "+messages.BaseField)
		}
	}
}
