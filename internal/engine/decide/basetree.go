package decide

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A BASE element that leads into the tree becomes relative to the location of the document, and
// other references become relative to it.
//
// A BASE element that leads out of the tree would make all relative links lead out of it. It
// becomes "./", and every reference that was relative to it becomes absolute, or relative to
// the directory of the document. If a reference that needs BASE cannot change, BASE stays, and
// so do links into the tree.

// locations are the locations of a base that a BASE element gives.
type locations struct {
	of   *base.Result
	read *resolve.Base // the URL that references are relative to on a disk, or nil
	from *resolve.Base // the same URL once BASE is rewritten
	out  bool          // BASE leads out of the tree
}

// locationsOf returns the locations of r.Base. It keeps the last result.
func (v *Files) locationsOf(r *Reference) *locations {
	l := &r.Memory.locations
	if l.of == r.Base {
		return l
	}
	*l = v.locate(UsedValue(r.Base), r.Base.Base)
	l.of = r.Base
	return l
}

// locate returns the locations of a BASE element with a value, whose URL is b.
func (v *Files) locate(value string, b *resolve.Base) locations {
	relative := !b.IsAbsolute([]byte(value)) && !urltext.IsRooted(value)
	var read *resolve.Base
	if relative {
		out, outcome := v.own.AppendReplacement(nil, []byte(urltext.Path(value)))
		if outcome == resolve.Resolved && LocationOf(string(out)) != "" { // BASE does not lead out of the tree
			read = resolve.RFC3986.Base(string(out))
		}
	}
	if v.converted && read != nil {
		return locations{read: read, from: read}
	}
	var from *resolve.Base // only its directory counts; nil if the tree does not have that
	if b.Resolves() {
		url := b.String()
		if dir, ok := v.tree.FindDir(url); ok {
			from = resolve.RFC3986.Base(LocationURL(dir) + lastSegment(url))
		}
	}
	switch {
	case v.converted && hasOneSlash(value) && from != nil:
		return locations{read: v.own, from: from}
	case v.converted && hasOneSlash(value):
		return locations{read: v.own, from: v.home, out: true}
	case from == nil && v.mapped && read != nil:
		return locations{read: read, from: read}
	case from == nil:
		return locations{read: read, from: v.home, out: true}
	case !relative:
		read = from
	}
	return locations{read: read, from: from}
}

// hasOneSlash reports whether a BASE begins with one "/". HTTrack leaves such a BASE, and converts
// links as if it were not there. It also leaves links that are then no files of the mirror: these are
// relative to the URL of BASE. On a disk, BASE leads to no file of a tree.
func hasOneSlash(value string) bool {
	return urltext.IsRooted(value) && !urltext.IsRooted(value[1:])
}

// LeadsOut reports whether a BASE element that gives b, the base of the document, leads out of the tree.
func (v *Files) LeadsOut(b *base.Result) bool { return v.locate(UsedValue(b), b.Base).out }

// from returns the base of r in the output.
func (v *relativizer) from(r *Reference) *resolve.Base {
	if r.Base.Layer <= base.Retrieval {
		return v.own
	}
	return v.locationsOf(r).from
}

// leadsOut reports whether r is relative to a BASE that leads out of the tree.
func (v *relativizer) leadsOut(r *Reference) bool {
	return !r.IsOfMessage() && r.Base.Layer > base.Retrieval && !IsInnerBase(r.Base) && v.locationsOf(r).out
}

// decideBase decides the URL of a BASE element.
func (v *relativizer) decideBase(dst []byte, r *Reference, absolute bool) []byte {
	out, outcome := r.Resolve(nil)
	if outcome == resolve.Unresolved {
		r.Status, r.Reason = Unresolved, whyUnresolved(r.Base, r.Text)
		return dst
	}
	l, at := v.locate(string(r.Text), v.dialect.Base(string(out))), len(dst)
	switch {
	case l.out && v.isDocumentBase(r, out) && !r.Doc.KeepsBase:
		r.Status, r.Reason = Resolved, reason.BaseOutside
		return append(dst, "./"...)
	case l.out && v.isDocumentBase(r, out):
		r.Status, r.Reason = Left, reason.BaseOutside
		return dst
	case absolute && (l.out || r.Doc.Base != nil && r.Doc.Base.Layer != base.Embedded):
		// If the dialect passes over the BASE elements, for example because of a control character, and BASE became
		// usable, links would be relative to it.
		r.Status = Absolute
		return dst
	case l.out:
		r.Status, r.Reason = Left, reason.OtherBaseOutside
		return dst
	case !absolute && !urltext.IsRooted(r.Text) && l.read != nil && l.read.String() == l.from.String():
		r.Status, r.Reason = Relative, reason.AlreadyRelative
		return dst
	}
	written := urltext.Encode(string(v.appendBase(nil, l.from)), func(c byte) bool { return c == '\\' }) // browsers read these characters as "/"
	if dst = append(dst, written...); len(dst)-at > MaxReference {
		r.Status, r.Reason = Left, reason.NoRelativeForm
		return dst[:at]
	}
	r.Status = Resolved
	return dst
}

// isDocumentBase reports whether r, whose target is given, is the BASE element that counts. The base
// of the document may be the URI of the same URL: see [sites.Options].URIs.
func (v *relativizer) isDocumentBase(r *Reference, target []byte) bool {
	b := r.Doc.Base
	if b == nil || b.Layer != base.Embedded || !b.Resolves() {
		return false
	}
	is, url := v.dialect.BaseWithEncoding(string(target), r.Doc.Coding).String(), b.String()
	if is == url {
		return true
	}
	is, _ = urltext.ToURI(is)
	url, ok := urltext.ToURI(url)
	return ok && is == url
}

// appendBase appends the reference from the document to the location of a BASE. The reference
// always has a path: some readers ignore a BASE that is empty, or only a query or a fragment.
func (v *Files) appendBase(dst []byte, to *resolve.Base) []byte {
	at := len(dst)
	if dst, _ = v.own.AppendRelative(dst, []byte(to.String())); len(dst) > at {
		return dst
	}
	if dst, _ = v.home.AppendRelative(dst[:at], []byte(to.String())); len(dst) > at {
		return dst
	}
	return append(dst, "./"...)
}
