package engine

import (
	"cmp"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/fieldref"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// A fieldHeader is a header whose fields have references.
type fieldHeader struct {
	fields *fieldref.Header
	base   func(field string) *base.Result // returns the base of the references in a field
	part   string
	around view.Stack // the views of the text that the header is in
	keep   Reason     // why nothing in the header may change
	growth Reason     // set if the header would become too large
	start  int        // the offset of the header in the source
	size   int
}

// header decides the references in the header of e, and appends the edits of the text
// of e.
func (m *messageWalk) header(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	h := &m.fields
	h.Begin(e.Text)
	h.Bases = m.documents.opts.movesBaseField()
	for _, f := range e.Fields {
		h.Add(f.Name, f.Body.Start, f.Body.End)
	}
	if !h.HasFields() {
		return edits
	}
	return m.documents.header(edits, &fieldHeader{
		fields: h, base: e.HeaderBase, part: e.Part, around: m.around, keep: readOnly(e),
		start: e.SourceOffset(e.Header.Start), size: e.Header.Len(),
	})
}

// header decides the references in a header, and appends the edits of the text that it is in.
func (w *walk) header(edits []edit.Edit, h *fieldHeader) []edit.Edit {
	var attr string
	var against *base.Result
	h.keep = cmp.Or(h.keep, w.keep)
	if w.headerOutgrows(h) {
		w.noteLeft(h.part, h.start, reason.Growth)
		h.growth = reason.Growth
	}
	w.checkFields(h)
	l := &w.link
	for found := range h.fields.References() {
		if found.Attr != attr {
			attr, against = found.Attr, h.base(found.Attr)
		}
		var written []edit.Edit
		w.fieldReference(&l.ref, h, found, against, &written)
		if l.decide(&l.ref, nil); l.report(&l.ref) {
			edits = append(edits, written...)
		}
	}
	return edits
}

// fieldReference sets ref to found, a reference in a header field. If ref is replaced, the edits that
// write its target will be in written.
func (w *walk) fieldReference(ref *Reference, h *fieldHeader, found *fieldref.Reference, against *base.Result, written *[]edit.Edit) {
	l := &w.link
	*ref = Reference{
		Part: h.part, Attr: found.Attr, Text: found.Text(), Base: against,
		At: decide.Position{Views: append(slices.Clip(h.around), found.Views...)},
	}
	ref.Rules.Keep = cmp.Or(h.growth, w.opts.keepURL(ref.Text), h.keep)
	if found.Keep != "" {
		ref.Rules.Keep = reason.Field.With(found.Keep)
	}
	if h.keep != reason.Conversion {
		ref.Rules.Keep = cmp.Or(h.keep, ref.Rules.Keep)
	}
	ref.Rules.Fit = func(target []byte) Reason {
		if !l.makeChange(ref.Text, target) {
			return none
		}
		var why string
		if *written, why = found.Write(target, l.change[0]); why != "" {
			return reason.FieldText.With(why)
		}
		return none
	}
}

// headerOutgrows reports whether the references in a header could make it grow beyond the limit. It
// only estimates, since no ordinary mail has so many references.
func (w *walk) headerOutgrows(h *fieldHeader) bool {
	limit := w.growLimit(h.size)
	each := 3 * base.MaxURL // a URL of which each byte is escaped
	if mover := w.opts.mover; mover != nil {
		each = plus(each, mover.Table.Longest())
	}
	if product(h.fields.Most(), each) <= limit || w.opts.Mode == Pin {
		return false
	}
	n := 0
	for ref := range h.fields.References() {
		n = plus(n, 3*len(h.base(ref.Attr).String())+each-3*base.MaxURL)
	}
	return n > limit
}
