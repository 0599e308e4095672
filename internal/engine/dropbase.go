package engine

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
)

// dropSpans returns what goes of the tag of a BASE element: the whole tag if it
// has nothing but href and nothing can be made of what stands around it, or else
// every href.
func dropSpans(text []byte, t *htmlscan.Token, xml bool) []markup.Span {
	var hrefs []markup.Span
	for i := range t.Attrs {
		if a := &t.Attrs[i]; strings.EqualFold(string(text[a.Name.Start:a.Name.End]), "href") {
			hrefs = append(hrefs, attrSpan(text, t, a))
		}
	}
	if len(hrefs) == len(t.Attrs) && isApart(text, t.Span) && (!xml || t.SelfClosing) {
		return []markup.Span{t.Span}
	}
	return hrefs
}

// attrSpan returns an attribute, with the white space before it if that leaves
// its neighbours apart.
func attrSpan(text []byte, t *htmlscan.Token, a *htmlscan.Attr) markup.Span {
	s := markup.Span{Start: a.Name.Start, End: a.Value.End}
	if a.Quote >= markup.SingleQuoted {
		s.End++
	}
	if next := text[s.End]; ascii.IsWhitespace(next) || next == '>' {
		for s.Start > t.Name.End && ascii.IsWhitespace(text[s.Start-1]) {
			s.Start--
		}
	}
	return s
}

// isApart reports whether a tag can go without making anything of the text
// around it: it stands between tags or white space, and not at the start of a
// line that goes on with text.
func isApart(text []byte, tag markup.Span) bool {
	before := tag.Start == 0 || text[tag.Start-1] == '>' || ascii.IsWhitespace(text[tag.Start-1])
	after := tag.End == len(text) || text[tag.End] == '<' || ascii.IsWhitespace(text[tag.End])
	return before && after
}

// spareEdits are the edits of BASE elements that are to be dropped, of which one kind
// is used.
type spareEdits struct {
	kept    []edit.Edit // they become absolute
	dropped []edit.Edit // they go
}

// withoutBases does what siteEdits does for a document whose BASE elements are to be
// dropped.
func (w *walk) withoutBases(edits []edit.Edit, sc *scope, bases *spareEdits) []edit.Edit {
	for i := range w.sites {
		s := &w.sites[i]
		if s.extra().drops == nil {
			edits = w.site(edits, sc, s)
			continue
		}
		kept := w.relative
		bases.kept = w.site(bases.kept, sc, s)
		w.relative = kept
		for _, d := range s.extra().drops {
			bases.dropped = append(bases.dropped, edit.Edit{Start: d.Start, End: d.End})
		}
	}
	return edits
}

// baseEdits returns the edits of the BASE elements once all references are decided:
// the elements are dropped if no reference needs them any more; else they are made
// absolute.
func (w *walk) baseEdits(sc *scope, bases *spareEdits) []edit.Edit {
	if len(bases.dropped) == 0 {
		return bases.kept
	}
	at := sc.views.Source(bases.dropped[0].Start)
	switch {
	case w.hidden:
		w.note(KeptBase, sc.doc.Part, at, "BASE is kept: entities of the document type may hold references")
		return bases.kept
	case w.relative > 0 || sc.keep != none || sc.doc.Base.String() == "":
		w.note(KeptBase, sc.doc.Part, at, "BASE is kept: references stay relative to it")
		return bases.kept
	}
	return bases.dropped
}
