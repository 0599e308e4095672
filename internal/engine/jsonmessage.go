package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
)

// A message in a string is walked as if it were a file. Its references, documents and notes are then
// reported as belonging to the string: their part is the pointer of the string, a blank, and the part
// of the message, as in "/raw 1.2", and their offsets are offsets in the source.

// message walks the message in a string. It returns the edits of the decoded string.
func (j *jsonWalk) message(part string, c content, ctx *base.Context) []edit.Edit {
	w := j.documents
	if w.opts.Mode == Pin {
		return nil // the text has one such note already
	}
	outside, siblings := w.reports, w.siblings
	in := inString{part, c, &outside}
	var notes []Note
	w.notes = &notes
	if w.anchor != nil {
		w.anchor = in.anchor
	}
	if w.visitor.Document != nil {
		w.visitor.Document = in.document
	}
	if w.visitor.Head != nil {
		w.visitor.Head = in.head
	}
	if w.visitor.Reference != nil {
		w.visitor.Reference = in.reference
	}
	if w.visitor.Text != nil {
		w.visitor.Text = in.text
	}
	w.siblings.embedding, w.siblings.disputed = nil, nil
	edits := j.messages.walk(nil, c.bytes, 0, ctx, framed{})
	w.reports, w.siblings = outside, siblings
	for _, n := range notes {
		n.Part, n.Offset = in.partOf(n.Part), c.views.Source(n.Offset)
		*w.notes = append(*w.notes, n)
	}
	return edits
}

// An inString passes reports of the message in a string on to outside, with the parts and offsets of
// the text around the string.
type inString struct {
	part    string  // the part that the string is
	content content // the message
	outside *reports
}

// partOf returns the part of the text for a part of the message.
func (in *inString) partOf(entity string) string {
	if entity == "" {
		return in.part
	}
	return in.part + " " + entity
}

func (in *inString) anchor(a *Anchor) {
	a.Part, a.Offset, a.Until = in.partOf(a.Part), in.content.views.Source(a.Offset), in.content.views.Source(a.Until)
	in.outside.anchor(a)
}

func (in *inString) document(d *Document) {
	d.Part = in.partOf(d.Part)
	in.outside.visitor.Document(d)
}

func (in *inString) head(t *HeadTag) {
	t.Start, t.End = in.content.views.Source(t.Start), in.content.views.Source(t.End)
	in.outside.visitor.Head(t)
}

func (in *inString) reference(r *Reference) {
	part, views := r.Part, r.At.Views
	r.Part, r.At.Views = in.partOf(part), append(in.content.views[:len(in.content.views):len(in.content.views)], views...)
	in.outside.visitor.Reference(r)
	r.Part, r.At.Views = part, views
}

func (in *inString) text(t *Text) {
	t.Part, t.Offset = in.partOf(t.Part), in.content.views.Source(t.Offset)
	in.outside.visitor.Text(t)
}
