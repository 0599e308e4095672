package rewrite

import (
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
)

// dropSpan returns what goes of a BASE element with attribute href: the
// attribute with the white space before it, or the whole tag if it has no
// other.
func dropSpan(text []byte, t *htmlscan.Token, href *htmlscan.Attr) htmlscan.Span {
	if len(t.Attrs) == 1 {
		return t.Span
	}
	start, end := href.Name.Start, href.Value.End
	if href.Quote >= htmlscan.SingleQuoted {
		end++
	}
	for start > t.Name.End && isSpace(text[start-1]) {
		start--
	}
	return htmlscan.Span{Start: start, End: end}
}

// isSpace reports whether c is ASCII white space as HTML has it.
func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}

// withoutBases is what finish does with the sites of a document whose BASE
// elements are to be dropped. They are if no reference needs them any more;
// else they are made absolute.
func (w *walk) withoutBases(sc *scope) []edit.Edit {
	var edits, bases, drops []edit.Edit
	for i := range w.sites {
		s := &w.sites[i]
		if s.drop == (htmlscan.Span{}) {
			edits = w.site(edits, sc, s)
			continue
		}
		kept := w.relative
		bases = w.site(bases, sc, s)
		w.relative = kept
		drops = append(drops, edit.Edit{Start: s.drop.Start, End: s.drop.End})
	}
	if len(drops) > 0 && (w.relative > 0 || sc.keep != "" || sc.doc.Base.String() == "") {
		w.note(sc.doc.Part, sc.views.Source(drops[0].Start), "BASE is kept: references stay relative to it")
		drops = bases
	}
	edits = append(edits, drops...)
	slices.SortFunc(edits, func(a, b edit.Edit) int { return a.Start - b.Start })
	return edits
}
