package engine

import (
	"iter"
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
	var changed map[string]bool
	for _, name := range seals {
		at, ok := e.FieldBody(name)
		if !ok {
			continue
		}
		if changed == nil {
			changed = changedFields(e, edits)
		}
		for signed := range signedFields(e.FieldValue(name)) {
			if changed[strings.ToLower(signed)] {
				w.note(BrokenSeal, e.Part, e.SourceOffset(at.Start), "a field that "+name+" covers is changed: "+signed)
				break
			}
		}
	}
}

// changedFields returns the names, in lower case, of the fields of e that the edits are
// in. Both are in the order of the text.
func changedFields(e *mimebase.Entity, edits []edit.Edit) map[string]bool {
	names := make(map[string]bool)
	for _, f := range e.Fields {
		for len(edits) > 0 && edits[0].Start < f.Body.Start {
			edits = edits[1:]
		}
		if len(edits) > 0 && edits[0].End <= f.Body.End {
			names[strings.ToLower(f.Name)] = true
		}
	}
	return names
}

// signedFields yields the names of the fields that a signature is over: those in its
// tag h.
func signedFields(signature string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for tag := range strings.SplitSeq(signature, ";") {
			name, value, _ := strings.Cut(tag, "=")
			if strings.TrimSpace(name) != "h" {
				continue
			}
			for field := range strings.SplitSeq(value, ":") {
				if !yield(strings.TrimSpace(field)) {
					return
				}
			}
			return
		}
	}
}
