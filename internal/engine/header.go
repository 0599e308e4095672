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
func (m *messageWalk) header(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	var attr string
	var against *base.Result
	refs := m.fieldReferences(e)
	outgrows := m.headerOutgrows(e, refs)
	if outgrows {
		m.noteLeft(e, e.Header.Start, reason.Growth)
	}
	m.tryFields(e, outgrows)
	for _, ref := range refs {
		if ref.Attr != attr {
			attr, against = ref.Attr, e.HeaderBase(ref.Attr)
		}
		edits = m.field(edits, e, &ref, against, outgrows)
	}
	return edits
}

// fieldReferences returns the references in the header of e. Those of a field are written in their
// order, and once.
func (m *messageWalk) fieldReferences(e *mimebase.Entity) []fieldref.Reference {
	h := fieldref.NewHeader(e.Text)
	h.Bases = m.documents.opts.movesBaseField()
	for _, f := range e.Fields {
		h.Add(f.Name, f.Body.Start, f.Body.End)
	}
	return h.References()
}

// field decides a reference in a header field, and appends the edits of the text of e.
// outgrows is whether the header would become too large.
func (m *messageWalk) field(edits []edit.Edit, e *mimebase.Entity, found *fieldref.Reference, against *base.Result, outgrows bool) []edit.Edit {
	var written headerEdits
	l := &m.documents.link
	m.fieldReference(&l.ref, e, found, against, outgrows, &written)
	if l.decide(&l.ref, nil); !l.report(&l.ref) {
		return edits
	}
	return append(edits, written...)
}

// headerEdits are the edits that write the target of a reference in a header field.
type headerEdits []edit.Edit

// fieldReference sets ref to a reference in a header field. If it is replaced, the edits will be
// in written.
func (m *messageWalk) fieldReference(ref *Reference, e *mimebase.Entity, found *fieldref.Reference, against *base.Result, outgrows bool, written *headerEdits) {
	l := &m.documents.link
	*ref = Reference{
		Part: e.Part, Attr: found.Attr, Text: found.Text(), Base: against,
		at: position{views: append(slices.Clip(m.around), found.Views...)},
	}
	ref.rules.keep = cmp.Or(readOnly(e), fieldReason(found.Keep))
	if outgrows && ref.rules.keep == none {
		ref.rules.keep = reason.Growth
	}
	ref.rules.keep = cmp.Or(ref.rules.keep, m.documents.opts.keepFragment(ref.Text))
	ref.rules.fit = func(target []byte) Reason {
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

// headerOutgrows reports whether the references in the header of e could make it grow
// beyond the limit. It estimates only, since so many references are in no ordinary mail.
func (m *messageWalk) headerOutgrows(e *mimebase.Entity, refs []fieldref.Reference) bool {
	limit := m.documents.growLimit(e.Header.Len())
	each := 3 * base.MaxURL // as escapes of URLs
	if mover := m.documents.opts.mover; mover != nil {
		each = plus(each, mover.table.Longest())
	}
	if product(len(refs), each) <= limit || m.documents.opts.Mode == Pin {
		return false
	}
	n := 0
	for i := range refs {
		n = plus(n, 3*len(e.HeaderBase(refs[i].Attr).String())+each-3*base.MaxURL)
	}
	return n > limit
}

// fieldReason returns the reason why a reference in a header field must be left, if there is one.
func fieldReason(why string) Reason {
	if why == "" {
		return none
	}
	return reason.Field.With(why)
}
