package engine

import (
	"bytes"
	"io"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// The members of a bundle are the files of a tree. They are documents by the same rules as files in
// a directory: their names or contents must show it.

// isDocument reports whether a file of a bundle is a document, by its name and its head. If the file
// is an archive itself, compressed or not, it is no document, and archive names its kind.
// isDocument implements [format.Options].Document.
func (o *Options) isDocument(name string, head func() []byte) (is bool, archive string) {
	if o.Skips != nil && o.Skips(name) {
		return false, ""
	}
	text, by := head(), ""
	found := o.Detect(name, text)
	is = found.Known && found.Type != detect.Other
	if c := container.Coding(text); c != nil {
		d := c.Open(bytes.NewReader(text), format.Options{})
		text = make([]byte, detect.HeadSize)
		n, _ := io.ReadFull(d, text) // reading and closing may fail, because the head is cut
		_ = d.Close()
		name, text, by = container.TrimCoding(name), text[:n], ", compressed by "+c.Name
		found = o.Detect(name, text)
	}
	if archive = archiveKind(found.Type, name, text); archive != "" {
		return false, archive + by
	}
	return is, ""
}

// archiveKind returns the kind of an archive whose type was found by its name and its head, or "" if the
// file is no archive.
func archiveKind(t detect.Type, name string, head []byte) string {
	switch {
	case t.IsBundle() || t.HasRecords():
		return t.String()
	case t != detect.Other:
		return ""
	}
	k := filekind.Of(name, head)
	if k.Group == filekind.Archive || k.Group == filekind.WebArchive {
		return k.Name
	}
	return ""
}

// Name returns the name of the file that a piece of a bundle is.
func (p *Piece) Name() string {
	if p.member == nil {
		return ""
	}
	return p.member.Name
}

// Content returns the document in a piece of a bundle as a source of its own, and how its type was
// found. ok is false if the piece has no document, or a document that is not in memory.
// [Rewriter.Carry] carries a plan for the document back to the piece.
func (rw *Rewriter) Content(p Piece) (doc Piece, found detect.Detection, ok bool) {
	if p.Large || p.Continued || !p.HasDocument() || !p.isMember() {
		return p, detect.Detection{}, false
	}
	doc = Piece{Source: p.member.Document(), keep: p.keep, faults: p.member.Faults}
	found = rw.opts.Detect(p.member.Name, doc.Source)
	return doc, found, true
}

// Carry changes a plan for the document that [Rewriter.Content] returned for a piece of a bundle into
// a plan for the piece: its edits become edits of the member, and lengths around the document are
// corrected. The offsets of notes stay offsets in the document.
func (rw *Rewriter) Carry(p Piece, plan *Plan) {
	m, f := p.member, rw.opts.Type.Container()
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

// IsSound reports whether there is nothing to note about the member: it is no archive itself, and
// has no defect and no faults. A piece that is no member is sound.
func (p *Piece) IsSound() bool {
	return p.member == nil || p.member.Archive == "" && p.member.Defect == "" && len(p.member.Faults) == 0
}

// isInner reports whether a reference of a document in a bundle is relative to the path of the
// document there. It is false if the document itself gives a base that is absolute or begins with
// "/".
func isInner(r *Reference) bool {
	switch {
	case r.IsOfMessage() || r.Base.IsAbsolute(r.Text):
		return false
	case r.Base.Layer <= base.Retrieval:
		return true
	}
	given := decide.UsedValue(r.Base)
	return r.Base.Layer == base.Embedded && !resolve.IsAbsolute([]byte(given)) && !urltext.IsRooted(given)
}
