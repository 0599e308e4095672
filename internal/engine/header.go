package engine

import (
	"cmp"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/fieldref"
	"github.com/hrefix/hrefix/mimebase"
)

// header decides the references in the header of e, and appends the edits of the text
// of e.
func (w *walk) header(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	h := fieldref.NewHeader(e.Text)
	for _, f := range e.Fields {
		h.Add(f.Name, f.Body.Start, f.Body.End)
	}
	var attr string
	var against *base.Result
	refs := h.References()
	outgrows := w.headerOutgrows(e, refs)
	if outgrows {
		w.noteLeft(e.Part, e.SourceOffset(e.Header.Start), reason.Growth)
	}
	for _, ref := range refs {
		if ref.Attr != attr {
			attr, against = ref.Attr, e.HeaderBase(ref.Attr)
		}
		edits = w.field(edits, e, &ref, against, outgrows)
	}
	return edits
}

// field decides a reference in a header field, and appends the edits of the text of e.
// outgrows is whether the header would become too large.
func (w *walk) field(edits []edit.Edit, e *mimebase.Entity, found *fieldref.Reference, against *base.Result, outgrows bool) []edit.Edit {
	var written []edit.Edit
	w.link.ref = Reference{
		Part: e.Part, Attr: found.Attr, Text: found.Text(), Base: against,
		rules: rules{keep: cmp.Or(readOnly(e), fieldReason(found.Keep))},
		at:    position{views: append(slices.Clip(w.mail.around), found.Views...)},
	}
	if outgrows && w.link.ref.rules.keep == none {
		w.link.ref.rules.keep = reason.Growth
	}
	w.link.ref.rules.keep = cmp.Or(w.link.ref.rules.keep, w.keepFragment(w.link.ref.Text))
	w.link.ref.rules.fit = func(target []byte) Reason {
		if !w.change(w.link.ref.Text, target) {
			return none
		}
		var why string
		if written, why = found.Write(target, w.link.change[0]); why != "" {
			return reason.FieldText.With(why)
		}
		return none
	}
	if !w.decide(&w.link.ref) {
		return edits
	}
	return append(edits, written...)
}

// fieldReason returns the reason why a reference in a header field must be left, if there is one.
func fieldReason(why string) Reason {
	if why == "" {
		return none
	}
	return reason.Field.With(why)
}
