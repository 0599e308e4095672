package engine

import (
	"cmp"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// An invitation in mail is a part in iCalendar (RFC 6047). It has the description of the meeting as HTML, too, in
// a property whose value is a document of the part.

// calendarType is the media type of an iCalendar object.
const calendarType = "text/calendar"

// isInvitation reports whether e is an iCalendar object that has HTML.
func isInvitation(e *mimebase.Entity) bool {
	if e.MediaType != calendarType {
		return false
	}
	v, err := messages.DecodeBody(e)
	return err == nil && len(view.CalendarHTML(v.Text())) > 0
}

// invitation walks the HTML of an iCalendar object, and returns the edits of its text.
func (m *messageWalk) invitation(doc *Document, t content, ctx *base.Context) (edits []edit.Edit) {
	for _, span := range view.CalendarHTML(t.bytes) {
		v := view.NewCalendarText(t.bytes, span[0], span[1])
		c := t
		c.bytes, c.views = v.Text(), append(slices.Clip(t.views), v)
		c.at, c.charset = mimebase.Span{End: len(c.bytes)}, cmp.Or(t.charset, charenc.UTF8) // RFC 5545 section 3.1.4
		at := mimebase.Span{Start: t.at.Start + span[0], End: t.at.Start + span[1]}
		changes := m.documents.decodedText(doc.Part, "iCalendar", at, c.views, c.bytes, func() []edit.Edit {
			return m.documents.walk(&Document{Part: doc.Part, MediaType: "text/html"}, c, ctx)
		})
		edits = view.Carry(v, edits, changes)
	}
	return edits
}
