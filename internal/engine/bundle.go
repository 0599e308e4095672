package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// The members of a bundle are the files of a tree. They are documents by the same rules as files in
// a directory: their name or their content has to show that.

// nested begins the defect of a bundle in a bundle.
const nested = "an archive in an archive: "

// isDocument reports whether a file of a bundle is a document. The defect of a bundle in a bundle
// is why the documents in it stay.
func (o *Options) isDocument(name string, head func() []byte) (is bool, defect string) {
	if o.Skips != nil && o.Skips(name) {
		return false, ""
	}
	found := Detect(o.Charset, name, head())
	if found.Type.IsBundle() || found.Type.HasRecords() {
		return false, nested + found.Type.String()
	}
	return found.Known && found.Type != Other, ""
}

// Name returns the name of the file that a piece of a bundle is.
func (p *Piece) Name() string {
	if p.member == nil {
		return ""
	}
	return p.member.Name
}

// Content returns the document in a piece of a bundle as a source of its own, and how its type was
// found. ok is false if the piece has no document that is in memory. [Rewriter.Carry] takes a plan of the document back
// to the piece.
func (rw *Rewriter) Content(p Piece) (doc Piece, found Detection, ok bool) {
	if p.Large || p.Continued || !p.HasDocument() || !p.isMember() {
		return p, Detection{}, false
	}
	doc = Piece{Source: p.member.Document(), keep: p.keep, faults: p.member.Faults}
	found = Detect(rw.opts.Charset, p.member.Name, doc.Source)
	return doc, found, true
}

// Carry makes a plan for the document in a piece of a bundle, as Content returns it, a plan for the
// piece. Its notes keep their offsets.
func (rw *Rewriter) Carry(p Piece, plan *Plan) {
	m, f := p.member, rw.opts.Type.format()
	plan.src = p.Source
	if len(plan.edits) == 0 {
		return
	}
	in := framed{format: f, member: m, start: m.Start, end: m.End}
	v := view.NewIdentity(p.Source, m.Start, m.End)
	edits := view.Carry(v, nil, plan.edits)
	if f.Correct != nil {
		before, after := f.Correct(m, in.change(p.Source, edits))
		edits = append(append(before, edits...), after...)
	}
	plan.edits = edits
}

// Keep returns a plan that leaves a piece as it is.
func Keep(p Piece) *Plan { return &Plan{src: p.Source} }

// IsSound reports whether nothing is wrong with the member that the piece is.
func (p *Piece) IsSound() bool {
	return p.member == nil || p.member.Defect == "" && len(p.member.Faults) == 0
}

// isInner reports whether a reference is relative to the place of its document in a bundle.
func (r *Reference) isInner() bool {
	switch {
	case r.isOfMessage() || r.Base.IsAbsolute(r.Text):
		return false
	case r.Base.Layer <= base.Retrieval:
		return true
	}
	given := usedValue(r.Base)
	return r.Base.Layer == base.Embedded && !resolve.IsAbsolute([]byte(given)) && !urltext.IsRooted(given)
}
