package main

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linkcheck"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/linktext"
)

// A findingWriter writes the findings of a piece in the order of their offsets.
type findingWriter struct {
	k      *checking
	s      *source.Source
	one    *job.Piece
	page   *linkcheck.Page
	extras []extra // the extras that are not written yet
}

// An extra is a finding about something other than a reference of package engine.
type extra struct {
	offset                         int
	element, attr, ref, code, text string
}

// findExtras finds the extras of the piece.
func (w *findingWriter) findExtras() {
	if w.s.Type == detect.Message || w.s.Type.HasMembers() {
		return // the parts are documents of their own
	}
	w.findDuplicates()
	w.findDeadMaps()
	w.findRootfiles()
	slices.SortStableFunc(w.extras, func(x, y extra) int { return cmp.Compare(x.offset, y.offset) })
}

// findDuplicates finds the ids that the document has twice, with --strict.
func (w *findingWriter) findDuplicates() {
	if !w.k.c.flags.check.strict {
		return
	}
	seen := make(map[string]bool)
	w.s.Rewriter.VisitAnchors(w.one.Piece, func(a *engine.Anchor) {
		switch {
		case !a.ID:
		case seen[string(a.Name)]:
			w.extras = append(w.extras, extra{a.Offset, string(a.Element), "id", string(a.Name), "duplicate-id", "an element before has the same id"})
		default:
			seen[string(a.Name)] = true
		}
	})
}

// findDeadMaps finds the images whose image map the document does not have.
func (w *findingWriter) findDeadMaps() {
	text := w.one.Source
	if w.k.c.flags.check.noFragments || !ascii.ContainsFold(text, "usemap") && bytes.IndexByte(text, 0) < 0 { // UTF-16 has NULs
		return
	}
	maps := make(map[string]bool)
	var uses []extra
	w.s.Rewriter.VisitMaps(w.one.Piece, func(a *engine.Anchor) {
		if bytes.Equal(a.Element, []byte("map")) {
			maps[string(a.Name)] = true
			return
		}
		uses = append(uses, extra{a.Offset, string(a.Element), "usemap", "#" + string(a.Name), "no-anchor", "no MAP element has this name"})
	})
	for _, u := range uses {
		if !maps[u.ref[1:]] {
			w.extras = append(w.extras, u)
		}
	}
}

// findRootfiles finds the files that the container document of a book names, and that it lacks.
func (w *findingWriter) findRootfiles() {
	t := bookOf(w.s)
	if t == nil || w.s.Place.Path() != source.ContainerName {
		return
	}
	for path, offset := range source.Rootfiles(w.one.Source) {
		if decoded, err := url.PathUnescape(path); !t.Has(path) && (err != nil || !t.Has(decoded)) {
			w.extras = append(w.extras, extra{offset, "rootfile", "full-path", path, "missing-file", "no such file"})
		}
	}
}

// bookOf returns the EPUB that a source is in, or nil.
func bookOf(s *source.Source) *source.Tree {
	if s.Place == nil {
		return nil
	}
	if t, ok := s.Place.FS().(*source.Tree); ok && t.IsBook() {
		return t
	}
	return nil
}

// writeExtras writes the extras before an offset.
func (w *findingWriter) writeExtras(before int) {
	for len(w.extras) > 0 && w.extras[0].offset < before {
		x := w.extras[0]
		w.extras = w.extras[1:]
		target := x.ref
		if x.attr == "id" {
			target = "#" + target
		}
		f := newFinding(w.s, w.one, linktext.NewAt(w.s.Name, &w.one.Lines, x.offset))
		f.Element, f.Attr, f.Ref, f.Reason, f.Text = x.element, x.attr, x.ref, x.code, x.text
		w.put(&f, !w.page.IsMarked(x.offset) && w.k.out.filter.Accepts(target, x.ref))
	}
}

// write writes the finding for a fault of a reference, which is nil if the reference is left out.
func (w *findingWriter) write(ref *engine.Reference, fault *linkcheck.Fault) {
	if len(w.extras) > 0 {
		w.writeExtras(ref.Offset())
	}
	isWanted := fault != nil && w.k.out.filter.Accepts(fault.URL, string(ref.Text))
	if !isWanted && w.k.out.known == nil {
		return
	}
	if fault == nil {
		fault = new(linkcheck.Fault)
	}
	f := newFault(w.s, w.one, ref, fault)
	w.put(&f, isWanted)
}

// put writes a finding, unless only URLs are printed. Known faults are compared with what is not wanted, too.
func (w *findingWriter) put(f *findings.Finding, isWanted bool) {
	switch {
	case w.one.Err != nil || w.k.c.flags.check.external:
	case isWanted:
		w.one.Err = findings.Write(w.one.Console.Stdout, f)
	case w.k.out.known != nil:
		w.one.Err = findings.WriteLeftOut(w.one.Console.Stdout, f)
	}
}
