package decide

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A link whose target is in the tree becomes the reference from the location of the document to the
// location of the target. A link to a file that the tree lacks is decided by Missing
// (missing.go), and a link that leads out of the tree becomes absolute.
//
// References are relative to the location of the document, or to the location of a BASE that leads into
// the tree, which becomes relative (basetree.go).
//
// Links in a message stay. Readers of messages do not resolve them against the place of the
// file (RFC 2557 section 5 has thismessage:/ instead), and they may name parts of the message.
// Links in a feed become absolute.

// A relativizer is the policy of making links relative.
type relativizer struct {
	*Files
	missing Missing
	page    string // the location of the page that missing links lead to
}

// ToRelative returns the policy that makes links relative, for the document of a tree. page is the location of
// the page that links to missing files lead to, with [MissingMark]; if it is empty, that is
// MissingName(1) at the top of the tree.
func ToRelative(files *Files, missing Missing, page string) Policy {
	v := relativizer{Files: files, missing: missing, page: cmp.Or(page, Top+MissingName(1))}
	return v.decide
}

// decide decides a reference.
func (v *relativizer) decide(dst []byte, r *Reference) []byte {
	absolute := r.Base.IsAbsolute(r.Text)
	if r.isInFeed() {
		return v.ofFeed(dst, r, absolute)
	}
	if r.IsBase() {
		return v.decideBase(dst, r, absolute)
	}
	f, ok := v.find(r, absolute)
	if !ok {
		r.Status, r.Reason = Unresolved, whyUnresolved(r.Base, r.Text)
		return dst
	}
	r.Facts.InTree = f.location != ""
	if _, marked := MissingURL(r.Text); marked && !absolute && (f.location != "" || v.locationOf(r) == v.page) {
		r.Status, r.Reason = Relative, reason.AlreadyRelative
		return dst
	}
	if why := v.bars(r); why != none {
		if absolute && f.location == "" {
			return away(dst, r, f)
		}
		return v.stays(dst, r, f, absolute, why)
	}
	if f.location == "" && !absolute && v.leadsToName(r) {
		r.Status, r.Reason = Relative, reason.AlreadyRelative
		return dst
	}
	if f.location == "" && !absolute && LacksScheme(r.Text) {
		return v.stays(dst, r, f, absolute, reason.NoScheme)
	}
	if f.location == "" {
		return v.lacking(dst, r, f, absolute)
	}
	return v.found(dst, r, f, absolute)
}

// ofFeed decides a link of a feed, or of HTML in a feed. Feed readers do not read feeds from a tree
// of files, so the link becomes absolute.
func (v *relativizer) ofFeed(dst []byte, r *Reference, absolute bool) []byte {
	f, ok := v.find(r, absolute)
	switch {
	case !ok:
		r.Status, r.Reason = Unresolved, whyUnresolved(r.Base, r.Text)
	case !absolute && (f.location == "" || f.own != ""):
		r.Status, r.Reason = Resolved, reason.InFeed
		return append(dst, f.target...)
	case f.location != "": // the file is known, but its URL is not
		r.Status, r.Reason = Left, reason.InFeed
	default:
		return away(dst, r, f)
	}
	return dst
}

// found decides a link to a file of the tree.
func (v *relativizer) found(dst []byte, r *Reference, f file, absolute bool) []byte {
	from := v.from(r)
	lost := none
	switch back := f.own + v.serialized(f.fragment); {
	case f.near:
		lost = reason.OtherName.With(strings.TrimPrefix(f.location, Top))
	case back != f.target:
		lost = reason.OtherSpelling.With(back)
	}
	// Readers must guess the encoding of the path: wget -k writes the bytes of names into pages that declare no
	// charset, and browsers do not decode these pages as UTF-8.
	guessed := r.Doc.IsGuessed && !ascii.Is(urltext.Path(r.Text))
	if !absolute && f.isAt(from, r.Text) && !guessed {
		if r.Status, r.Reason = Relative, lost; lost == none {
			r.Reason = reason.AlreadyRelative
		}
		return dst
	}
	if guessed {
		f.location = urltext.Encode(f.location, func(c byte) bool { return c >= utf8.RuneSelf })
	}
	at := len(dst)
	dst, ok := appendReference(dst, from, f, r)
	if !ok {
		return v.stays(dst[:at], r, f, absolute, reason.NoRelativeForm)
	}
	r.Status, r.Reason = Resolved, lost
	return dst
}

// leadsToName reports whether a relative reference with a query leads to a file when the tree is
// opened from a disk, where queries do not count. Scripts of the file may read it, as the frames of
// javadoc do: "index.html?p/C.html".
func (v *relativizer) leadsToName(r *Reference) bool {
	name := urltext.Path(r.Text)
	if len(name) == 0 || len(name) == len(cutReference(r.Text)) || urltext.IsRooted(name) {
		return false
	}
	from, read := v.from(r), v.locationBase(r)
	if read == nil || read.String() != from.String() {
		return false
	}
	out, outcome := from.AppendReplacement(nil, name)
	if outcome != resolve.Resolved {
		return false
	}
	location := LocationOf(string(out))
	_, ok := v.tree.At(location)
	return ok && !v.isFailed(location)
}

// serialized returns the spelling that a fragment gets when its link becomes absolute again: the
// URL Standard escapes some characters in it.
func (v *relativizer) serialized(fragment string) string {
	if v.dialect != resolve.WHATWG || fragment == "" {
		return fragment
	}
	out, _ := v.dialect.Base(locationRoot).AppendReplacement(nil, []byte(fragment))
	_, fragment = cutFragment(string(out))
	return fragment
}

// appendReference appends the reference from a location to a file. The reference is empty, or a
// fragment alone, only if the place of r can hold that. It begins with "./" if it would not be read as a URL
// otherwise.
func appendReference(dst []byte, from *resolve.Base, f file, r *Reference) ([]byte, bool) {
	target, at := []byte(LocationURL(f.location)+f.fragment), len(dst)
	dst, ok := from.AppendRelative(dst, target)
	if ok && (!r.canHold(dst[at:]) || !r.Rules.Place.Syntax.Reads(dst[at:]) && len(cutReference(dst[at:])) == 0) { // only a fragment
		dst, ok = directoryOf(from).AppendRelative(dst[:at], target)
	}
	if ok && (!r.Rules.Place.Syntax.Reads(dst[at:]) || syntax.IsPlaceholder(dst[at:])) {
		dst = slices.Insert(dst, at, '.', '/')
	}
	return dst, ok && r.canHold(dst[at:]) && len(dst)-at <= MaxReference
}

// stays decides a link that stays as it is for the reason why. If the link is relative to a BASE
// that is replaced, it becomes absolute.
func (v *relativizer) stays(dst []byte, r *Reference, f file, absolute bool, why Reason) []byte {
	if !absolute && v.leadsOut(r) && !r.Doc.KeepsBase {
		r.Status, r.Reason = Resolved, why
		return append(dst, f.target...)
	}
	r.Status, r.Reason = Left, why
	return dst
}

// bars returns the reason why r must not become relative, if there is one.
func (v *relativizer) bars(r *Reference) Reason {
	switch {
	case r.Rules.JSON, r.Facts.InJSON:
		return reason.InJSON
	case r.IsOfMessage():
		return reason.InMessage
	case r.Attr == "xml:base", r.Attr == "codebase":
		return reason.GivesBase
	case r.Rules.Place.Syntax.OfScripts():
		return reason.Script
	case r.Base.Unknown != "":
		return whyUnresolved(r.Base, r.Text)
	case IsInnerBase(r.Base):
		return reason.InnerBase
	case v.leadsOut(r) && r.Doc.KeepsBase:
		return reason.BaseOutside
	}
	return none
}

// isInFeed reports whether r is in a document that is a feed, or in a feed.
func (r *Reference) isInFeed() bool { return r.Doc != nil && r.Doc.InFeed }

// canHold reports whether ref, written in the place of r, has the target that r.Base gives it. An
// empty reference does not have it where a URL must not be empty. A fragment does not have it in CSS,
// where it names a part of the document that uses the style sheet. What looks like a placeholder of a template
// would be left by the next run.
func (r *Reference) canHold(ref []byte) bool {
	if len(ref) == 0 {
		return r.Rules.Place.Empty == places.EmptyResolves
	}
	return (ref[0] != '#' || !r.Rules.Place.Syntax.IsLocal()) && !syntax.IsPlaceholder(ref)
}
