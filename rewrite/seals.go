package rewrite

import (
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/mimebase"
)

// seals are the header fields that sign a message: RFC 6376 section 3.5 and
// RFC 8617 section 4.1.2.
var seals = []string{"DKIM-Signature", "ARC-Message-Signature"}

// noteSealed notes the signatures that are over a field of the header of e which
// the edits change.
func (w *walk) noteSealed(e *mimebase.Entity, edits []edit.Edit) {
	if len(edits) == 0 {
		return
	}
	for _, name := range seals {
		at, ok := e.FieldBody(name)
		if !ok {
			continue
		}
		for _, signed := range strings.Split(signedFields(e.FieldValue(name)), ":") {
			signed = strings.TrimSpace(signed)
			if body, ok := e.FieldBody(signed); ok && touches(edits, body) {
				w.note(e.Part, e.Views.Source(at.Start), "a field that "+name+" is over is changed: "+signed)
				break
			}
		}
	}
}

// signedFields returns the value of the tag h of a signature: the names of the
// fields that it is over, with colons between them.
func signedFields(signature string) string {
	for _, tag := range strings.Split(signature, ";") {
		if name, value, _ := strings.Cut(tag, "="); strings.TrimSpace(name) == "h" {
			return value
		}
	}
	return ""
}

// touches reports whether one of the edits is within a span.
func touches(edits []edit.Edit, s mimebase.Span) bool {
	for _, e := range edits {
		if s.Start <= e.Start && e.End <= s.End {
			return true
		}
	}
	return false
}
