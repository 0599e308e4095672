package job

import (
	"cmp"
	"fmt"
	neturl "net/url"
	"strings"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// hints collect signs that the base of a piece is wrong. A run that makes links absolute reports them, besides notes.
type hints struct {
	one         *Piece
	given, said string // the base that the user gave for the first document, or ""; the URL that the page says it has, or ""
	mirrored    bool   // HTTrack saved the page, and no map gives its URL
	plain       engine.Plain
	inTree      int
	others      int // references out of the tree
}

// document looks at a document of the piece.
func (h *hints) document(d *engine.Document) {
	byUser := d.Base.From == engine.FromOptions
	if byUser {
		h.given = cmp.Or(h.given, d.Base.String())
	}
	for _, c := range d.Base.Candidates() {
		if c.Layer == d.Base.Layer && !c.Used {
			h.said = cmp.Or(h.said, c.URL)
		}
		h.mirrored = h.mirrored || !h.one.left.ByPages && h.one.of.Found && (byUser || !h.one.of.InTree) && c.From == savedfrom.HTTrack
	}
}

// reference counts a reference of the piece.
func (h *hints) reference(ref *engine.Reference) {
	if ref.Facts.InTree {
		h.inTree++
	} else {
		h.others++
	}
	h.one.left.see(h.one.of, ref, &h.one.Lines)
}

// end reports the hints, once the piece has its plan.
func (h *hints) end() {
	one := h.one
	one.left.CountPlain(h.plain)
	if one.left.NoBase != "" {
		one.left.canonical = one.of.Canonical(one.Source)
	}
	if one.of != one.left.in {
		one.left.CountEndings(one.of.Name, one.of.Endings)
	}
	if one.left.Quiet {
		return
	}
	one.RemarkShown()
	switch {
	case !one.plan.Changes():
	case h.given != "" && h.inTree <= h.others+h.plain.Resolved+h.plain.Absolute && one.doubt(h.given, h.said):
	case h.given != "" && one.of.SharesBase():
		one.Remark(one.of.DisplayName(), "same-base", fmt.Sprintf("the links of mail get the base that you gave, %s: that is wrong for messages from elsewhere; --same-base says that it is meant", h.given))
	case h.mirrored:
		one.Remark(one.of.DisplayName(), "httrack", "HTTrack gave files other names, and links to them get URLs by these names: give --map auto, which finds the URL that each page says")
	}
}

// RemarkShown reports a document whose links show its URL, since a new tree does not show it.
func (one *Piece) RemarkShown() {
	if url := one.of.Shown; url != "" && !one.Continued {
		one.Remark(one.of.DisplayName(), "shown", fmt.Sprintf("is taken for %s, because its relative links lead to files from there: if that is wrong, or for abs --converted of a new tree, give --map FILE with its line as hrefix map prints it", url))
	}
}

// doubt warns about a page whose links became absolute by the base that the user gave, if a saver's mark or
// the canonical URL in the page names another host. The base is probably wrong, and a second run cannot undo
// the first. If most links became relative, because they lead to files, the host of the base hardly matters.
func (one *Piece) doubt(given, said string) bool {
	host := func(url string) string {
		u, err := neturl.Parse(url)
		if err != nil {
			return ""
		}
		return strings.TrimPrefix(u.Hostname(), "www.")
	}
	if said == "" && !one.of.InHost { // the site may be a copy of a manual whose canonical site is elsewhere
		said = one.of.Canonical(one.Source)
	}
	theirs := host(said)
	if theirs == "" || theirs == host(given) || strings.Contains(given, "://"+theirs) { // or given is the URL in a web archive of such a page
		return false
	}
	one.Remark(one.of.DisplayName(), "other-host", fmt.Sprintf("the page says that it is %s, and the base that you gave is %s: check -b or --root", said, given))
	return true
}
