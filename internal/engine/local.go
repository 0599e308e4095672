package engine

import (
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/sites"
)

// localFiles has the facts about local files that browsers refuse to load (sites.Local), for a
// document whose links become relative.
type localFiles struct {
	leads   bool        // a reference of the current site leads to a file of the tree
	removed []edit.Edit // removals of attributes that keep files from loading
	last    int         // the offset after the last removed attribute
	noted   bool        // there is a note on such attributes
	refused []string    // the kinds of files that have a note
}

// see records that ref leads to a file of the tree.
func (l *localFiles) see(ref *Reference) {
	l.leads = l.leads || ref.Facts.InTree && (ref.Status == Relative || ref.Status == Resolved)
}

// afterSite handles attributes that keep the local file of a site from loading: it notes or removes
// them.
func (w *walk) afterSite(sc *scope, s *sites.Site) {
	leads := sc.local.leads
	sc.local.leads = false
	if local := &s.Details().Local; leads && w.limits.growth == nil {
		w.noteRefused(sc, s, local.Refused)
		w.unblock(sc, s, local)
	}
}

// noteRefused notes the first local file of a kind that browsers do not load.
func (w *walk) noteRefused(sc *scope, s *sites.Site, kind string) {
	for _, noted := range sc.local.refused {
		if noted == kind {
			return
		}
	}
	if kind != "" {
		sc.local.refused = append(sc.local.refused, kind)
		w.note(BlockedFile, sc.doc.Part, sc.views.Source(s.Value.Start), "browsers do not load "+kind+" from local files")
	}
}

// unblock removes the attributes that keep a local file from loading, or notes the first such
// attribute.
func (w *walk) unblock(sc *scope, s *sites.Site, local *sites.Local) {
	switch {
	case len(local.Blocking) == 0, sc.keep != none:
	case !w.opts.DropIntegrity && !sc.local.noted:
		sc.local.noted = true
		w.note(BlockedIntegrity, sc.doc.Part, sc.views.Source(local.Blocking[0].Start), "browsers load no local file of an element with integrity or crossorigin: drop these attributes (--drop-integrity)")
	case w.opts.DropIntegrity && local.Blocking[0].Start >= sc.local.last:
		for _, attr := range local.Blocking {
			sc.local.removed = append(sc.local.removed, edit.Edit{Start: attr.Start, End: attr.End})
			sc.local.last = attr.End
		}
	}
}
