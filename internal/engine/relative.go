package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/resolve"
)

// A link becomes relative if the tree has its target, and if making the relative reference
// absolute gives the same target again. The policy checks that before it returns the
// reference.
//
// A relative reference has the base of the document. Without BASE, that is the URL of the
// document in the tree. A BASE that leads into the tree becomes relative to that URL, and
// other references become relative to BASE. The relative BASE never names an index file,
// since only its directory counts.
//
// Links in a message stay. Readers of messages do not resolve them against the place of the
// file (RFC 2557 section 5 has thismessage:/ instead), and they may name parts of the message.

// A relativizer is the policy of making links relative.
type relativizer struct {
	forms   linkForms
	dialect resolve.Dialect
	own     *resolve.Base // the URL of the document
}

// relative returns the policy of making links relative, for the document of o.Tree.
func relative(o *Options) Policy {
	v := relativizer{forms: formsOf(o.Tree), dialect: o.Dialect, own: o.Dialect.Base(o.Tree.URL())}
	return v.policy
}

func (v *relativizer) policy(dst []byte, r *Reference) []byte {
	at := len(dst)
	absolute := r.Base.IsAbsolute(r.Text)
	switch dst, r.Reason = v.append(dst, r, absolute); {
	case r.Reason == none:
		r.Status = Resolved
		return dst
	case r.Reason == reason.Outside: // an ordinary absolute link
		r.Status, r.Reason = Absolute, none
	case r.Reason == reason.Already:
		r.Status = Relative
	case !absolute && r.Reason == unresolved:
		r.Status, r.Reason = Unresolved, whyUnresolved(r.Base, r.Text)
	default:
		r.Status = Left
	}
	return dst[:at]
}

// unresolved is the reason of append for a reference without a target. The policy replaces it
// by that of [whyUnresolved].
var unresolved = Reason{Code: "unresolved"}

// append appends the relative reference that r becomes, or returns the reason why r does not
// become relative. absolute reports whether r is absolute.
func (v *relativizer) append(dst []byte, r *Reference, absolute bool) (_ []byte, why Reason) {
	target, ok := v.target(r, absolute)
	switch {
	case !ok:
		return dst, unresolved
	case r.isBase():
		return v.appendBase(dst, r, target, absolute)
	}
	url, fragment := cutFragment(target)
	same, link, ok := v.forms.Form(url)
	switch {
	case !ok && absolute && same == "":
		return dst, reason.Outside
	case !ok:
		return dst, reason.Elsewhere
	}
	if why = v.bars(r); why != none {
		return dst, why
	}
	from, file := v.from(r), link
	if self, _ := cutFragment(r.Base.String()); r.Base.Layer == base.Retrieval && same == self {
		link = same // the document itself: its file may be an index with another name
		if len(r.Text) == 0 || r.Text[0] == '#' {
			file = same
		}
	}
	if !absolute && v.isWay(from, r.Text, file+fragment) {
		return dst, reason.Already
	}
	return v.appendWay(dst, r, from, same, link, fragment)
}

// from returns the base that r has once BASE has become relative: the URL of BASE as the tree
// writes it, if that differs from r.Base.
func (v *relativizer) from(r *Reference) *resolve.Base {
	if r.Base.Layer == base.Retrieval {
		return r.Base.Base
	}
	if same, ok := v.forms.FormDir(r.Base.String()); ok && !sameURL(v.dialect, same, r.Base.String()) {
		return v.dialect.Base(same)
	}
	return r.Base.Base
}

// target returns the URL that r has in the tree, and whether it has one.
func (v *relativizer) target(r *Reference, absolute bool) (string, bool) {
	switch {
	case absolute && r.traits.uri != nil && !r.isBase():
		return string(r.traits.uri), true
	case absolute:
		return string(r.Text), true
	}
	out, outcome := r.resolve(nil)
	if r.isBase() {
		return string(out), outcome == resolve.Resolved
	}
	return standsFor(v.forms, out), outcome == resolve.Resolved
}

// isWay reports whether a relative reference leads to link when the tree is opened from a
// disk. There, a reference that begins with "/" does not lead to the root of the tree.
func (v *relativizer) isWay(from *resolve.Base, ref []byte, link string) bool {
	if len(ref) > 0 && (ref[0] == '/' || ref[0] == '\\') {
		return false
	}
	out, _ := from.AppendReplacement(nil, ref)
	return sameURL(v.dialect, string(out), link)
}

// appendWay appends the reference to link that is relative to from. It returns a reason
// instead if there is no such reference, or if its target is not same.
func (v *relativizer) appendWay(dst []byte, r *Reference, from *resolve.Base, same, link, fragment string) ([]byte, Reason) {
	at := len(dst)
	dst, ok := from.AppendRelative(dst, []byte(link+fragment))
	if ok && !r.canHold(dst[at:]) {
		_, named, _ := v.forms.Form(same)
		dst, ok = v.directory(from.String()).AppendRelative(dst[:at], []byte(named+fragment))
	}
	if !ok {
		return dst, reason.NoWay
	}
	out, _ := from.AppendReplacement(nil, dst[at:])
	if !sameURL(v.dialect, standsFor(v.forms, out), same+fragment) {
		return dst, reason.TwoURLs
	}
	return dst, none
}

// directory returns the directory of a URL as a base. Unlike a reference that is relative to
// the URL, one that is relative to the directory always has a path.
func (v *relativizer) directory(url string) *resolve.Base {
	url, _, _ = strings.Cut(url, "#")
	url, _, _ = strings.Cut(url, "?")
	return v.dialect.Base(url[:strings.LastIndexByte(url, '/')+1])
}

// canHold reports whether ref, written in the place of r, has the target that r.Base gives
// it. An empty reference does not where a URL must not be empty. A fragment does not in CSS,
// where it names a part of the document that the style sheet is applied to.
func (r *Reference) canHold(ref []byte) bool {
	return (len(ref) > 0 || r.rules.place.Empty == places.EmptyResolves) && (len(ref) == 0 || ref[0] != '#' || !r.rules.place.Syntax.IsLocal())
}

// bars returns the reason why r must not become relative, if there is one.
func (v *relativizer) bars(r *Reference) Reason {
	switch {
	case r.Part != "" || r.rules.place == nil:
		return reason.InMessage
	case r.Attr == "xml:base", r.Attr == "codebase":
		return reason.GivesBase
	case r.rules.place.Syntax.OfScripts():
		return reason.OfScript
	case r.Base.Unknown != "":
		return whyUnresolved(r.Base, r.Text)
	case r.Base.Layer == base.Retrieval:
		return none
	case strings.HasPrefix(r.Base.From, "xml:base"), strings.HasPrefix(r.Base.From, "codebase"):
		return reason.InnerBase
	}
	if same, ok := v.forms.FormDir(r.Base.String()); ok {
		if _, ok = v.own.Relative(same); ok {
			return none
		}
	}
	return reason.BaseOut
}

// isBase reports whether r is that of a BASE element outside of messages.
func (r *Reference) isBase() bool {
	return r.Part == "" && r.Element == "base" && r.Attr == "href"
}

// appendBase appends the relative reference for a BASE element, or returns a reason. The
// reference always has a path, since some readers ignore a BASE that is empty or only a
// query or a fragment.
func (v *relativizer) appendBase(dst []byte, r *Reference, target string, absolute bool) ([]byte, Reason) {
	same, ok := v.forms.FormDir(target)
	switch at := len(dst); {
	case !ok && absolute:
		return dst, reason.Outside
	case !ok:
		return dst, reason.Elsewhere
	case !absolute && (len(r.Text) == 0 || r.Text[0] != '/' && r.Text[0] != '\\'):
		return dst, reason.Already
	default:
		dst, ok = r.Base.AppendRelative(dst, []byte(same))
		if ref := dst[at:]; ok && (len(ref) == 0 || ref[0] == '#' || ref[0] == '?') {
			dst, ok = v.directory(r.Base.String()).AppendRelative(dst[:at], []byte(same))
			if len(dst) == at || dst[at] == '#' || dst[at] == '?' {
				dst = append(append(dst[:at], "./"...), dst[at:]...)
			}
		}
		out, _ := r.Base.AppendReplacement(nil, dst[at:])
		if !ok || !sameURL(v.dialect, string(out), same) {
			return dst, reason.NoWay
		}
	}
	return dst, none
}
