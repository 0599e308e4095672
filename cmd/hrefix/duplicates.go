package main

import (
	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linkcheck"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
)

// A findingWriter writes the findings of a piece in the order of their offsets.
type findingWriter struct {
	k          *checking
	s          *source.Source
	one        *pieces.Piece
	duplicates []duplicate // that are not written yet
}

// A duplicate is an id that an element before has.
type duplicate struct {
	offset      int
	id, element string
}

// findDuplicates finds the ids that the document has twice. Those in messages are not looked
// for: their parts are documents of their own.
func (w *findingWriter) findDuplicates() {
	if !w.k.c.flags.check.strict || w.s.Type == engine.Message || w.s.Type.HasMembers() {
		return
	}
	seen := make(map[string]bool)
	w.s.Rewriter.VisitAnchors(w.one.Piece, func(a *engine.Anchor) {
		switch {
		case !a.ID:
		case seen[string(a.Name)]:
			w.duplicates = append(w.duplicates, duplicate{a.Offset, string(a.Name), string(a.Element)})
		default:
			seen[string(a.Name)] = true
		}
	})
}

// writeDuplicates writes the findings for duplicates before an offset.
func (w *findingWriter) writeDuplicates(before int) {
	for len(w.duplicates) > 0 && w.duplicates[0].offset < before {
		d := w.duplicates[0]
		w.duplicates = w.duplicates[1:]
		if !w.k.out.filter.Accepts("#"+d.id, d.id) {
			continue
		}
		f := findingAt(w.s, w.one, d.offset)
		f.Element, f.Attr, f.Ref = d.element, "id", d.id
		f.Code, f.Text = "duplicate-id", "an element before has the same id"
		w.put(&f)
	}
}

// write writes the finding for a fault of a reference.
func (w *findingWriter) write(ref *engine.Reference, fault *linkcheck.Fault) {
	if len(w.duplicates) > 0 {
		w.writeDuplicates(ref.Offset())
	}
	if !w.k.out.filter.Accepts(fault.URL, string(ref.Text)) {
		return
	}
	f := newFinding(w.s, w.one, ref)
	f.Code, f.Text, f.URL, f.Base = fault.Code, fault.Text, fault.URL, linkcheck.Shown(f.Base)
	if fault.Warning {
		f.Severity = findings.Warning
	}
	w.put(&f)
}

// put writes a finding, unless only URLs are printed.
func (w *findingWriter) put(f *findings.Finding) {
	if w.one.Err == nil && !w.k.c.flags.check.external {
		w.one.Err = findings.Write(w.one.Console.Stdout, f)
	}
}
