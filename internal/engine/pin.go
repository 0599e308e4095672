package engine

import (
	"strconv"
	"unicode/utf8"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// To pin a document is to write its base into it. Where that goes:
//
//	HTML     a BASE element, before all that has a URL          pinhtml.go
//	XHTML    the same, in the namespace of the head             pinxml.go
//	XML      an xml:base attribute of the root element          pinxml.go
//	message  a Base field, behind the fields of its header      pinmessage.go
//	CSS      nowhere
//
// The parts of a message inherit its base: nothing is written into them. A BASE
// element that counts, or an xml:base attribute of the root element, becomes
// absolute if it is relative, as RFC 1808 section 10 wants it to be: that is all,
// then.

// Notes on documents that are not pinned begin so.
const notPinned = "not pinned: "

// stay is the policy of leaving every link as it is. What it makes absolute are
// bases: of those, only the one that is to be reaches it.
func stay(dst []byte, r *Reference) []byte {
	at := len(dst)
	dst, outcome := r.resolve(dst)
	switch r.Status = Status(outcome); {
	case r.Status == Unresolved:
		r.Reason = whyUnresolved(r.Base, r.Text)
	case r.Status == Resolved && (r.Element != "base" || r.Attr != "href") && r.Attr != "xml:base":
		r.Status, r.Reason = Relative, reason.Pinned
		return dst[:at]
	}
	return dst
}

// A spot is where the base of a document can be written, and what stands around
// it there.
type spot struct {
	at            int
	before, after string
	root          int    // for XML: the end of the start tag of the root element
	own           bool   // which has an absolute base
	name          int    // where its name ends
	ignored       bool   // xml:base is what would tell the base, of a root element that browsers show
	reason        Reason // why there is none
}

// pinSpot returns where the base of a document goes. What is no base to become
// absolute is kept as it is.
func (w *walk) pinSpot(sc *scope) (at spot) {
	if w.opts.Mode != Pin {
		return at
	}
	var own *string
	switch {
	case w.depth > 0 || sc.doc.Part != "":
		w.keepBases(sc, nil, 0)
		return at
	case sc.doc.MediaType == "text/css":
		at.reason = reason.NotPinned.With("a style sheet cannot tell its base")
	case sc.doc.MediaType == "text/html":
		at = w.htmlSpot(sc)
	default:
		at = w.xmlSpot(sc)
	}
	switch b := sc.doc.Base; {
	case b.Layer == base.Embedded && !b.Resolves():
		at.reason = reason.NotPinned.With("its own BASE leaves it without a base")
	case b.Layer == base.Embedded:
		at.reason = reason.NotPinned.With("it has a base of its own: " + b.From)
		if !w.linksSheet(sc) {
			own = &b.Candidates()[0].Value
		}
	case at.own:
		at.reason = reason.NotPinned.With("it has a base of its own: xml:base attribute")
	case !b.Resolves():
		at.reason = reason.NoBase
	case at.reason == none && w.isForeign(sc, b):
		at.reason = foreignBase(sc.enc)
	}
	w.keepBases(sc, own, at.root)
	return at
}

// keepBases keeps BASE elements but for those whose URL is own, which may be empty or
// nil, and xml:base attributes but for the one in the start tag that ends at root, if
// it gives a base. Of a large document, it does so for each batch of sites.
func (w *walk) keepBases(sc *scope, own *string, root int) {
	k := &keptBases{own, root}
	if w.stage == first {
		w.keeps = k
		return
	}
	k.apply(w, sc)
}

// keptBases says which bases are kept: see [walk.keepBases].
type keptBases struct {
	own  *string
	root int
}

func (k *keptBases) apply(w *walk, sc *scope) {
	for i := range w.sites {
		s := &w.sites[i]
		switch {
		case s.attr == "xml:base" && s.value.End < k.root && w.xmlBaseAt(sc, 1).established.From == xmlBaseFrom:
		case s.attr == "href" && k.own != nil && s.extra().drops != nil && s.url(sc.bytes) == *k.own:
		case s.attr == "xml:base", s.attr == "href" && s.element == "base":
			s.keepFor(reason.Pinned)
		}
	}
}

// url returns the URL that the value of an attribute is.
func (s *site) url(text []byte) string {
	return view.AttrURL(text, s.value.Start, s.value.End, markup.Quote(s.form))
}

// noteXMLBase is on documents of which xml:base tells the base, and that browsers show.
const noteXMLBase = "browsers take no notice of xml:base: to them its links are relative to where it is"

// pin adds the edit that writes the base of a document at a spot, or notes why
// there is none. edits are those of its references.
func (w *walk) pin(edits []edit.Edit, sc *scope, at spot) []edit.Edit {
	if w.opts.Mode != Pin || w.depth > 0 || sc.doc.Part != "" {
		return edits
	}
	if len(edits) == 0 {
		edits = w.pinAt(edits, sc, at)
	}
	if at.ignored && len(edits) > 0 {
		w.note(IgnoredXMLBase, "", sc.views.Source(at.name), noteXMLBase)
	}
	return edits
}

// pinAt does the same for a document whose references have no edits.
func (w *walk) pinAt(edits []edit.Edit, sc *scope, at spot) []edit.Edit {
	if at.reason == none && w.apart {
		at.reason = reason.NotPinned.With("what the file tells of its links holds for some only, and BASE would for all")
	}
	value := attrText(sc.doc.Base.String())
	if at.reason == none && view.AttrURL(value, 0, len(value), markup.DoubleQuoted) != sc.doc.Base.String() {
		at.reason = reason.NotPinned.With("the base cannot be written as an attribute")
	}
	if at.reason == none {
		e := edit.Edit{Start: at.at, End: at.at, New: []byte(at.before + string(value) + at.after)}
		if at.reason = w.keepsEncoding(sc, e); at.reason == none {
			if w.basePolicy > 0 {
				w.note(BasePolicy, "", sc.views.Source(w.basePolicy-1), "a Content-Security-Policy speaks of BASE (base-uri): it may not let BASE count")
			}
			return append(edits, e)
		}
	}
	w.noteNotPinned("", sc.views.Source(0), at.reason)
	return edits
}

// noteNotPinned notes why a document, or a message, does not get a base.
func (w *walk) noteNotPinned(part string, offset int, why Reason) {
	w.note(why.Code, part, offset, notPinned+why.Text)
}

// attrText returns a URL as the value of an attribute in quotation marks, in HTML
// or XML of any encoding.
func attrText(url string) (out []byte) {
	for len(url) > 0 {
		c, n := utf8.DecodeRuneInString(url)
		switch {
		case c == '&':
			out = append(out, "&amp;"...)
		case c == '"':
			out = append(out, "&quot;"...)
		case c == '<':
			out = append(out, "&lt;"...)
		case c >= utf8.RuneSelf && n > 1:
			out = append(strconv.AppendInt(append(out, "&#"...), int64(c), 10), ';')
		default:
			out = append(out, url[:n]...)
		}
		url = url[n:]
	}
	return out
}
