package decide

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A site moves when the documents below one URL get URLs below another URL. Its links then have new
// targets, and its documents new bases. A link that is absolute becomes the mapped URL. A link that
// is relative stays if its text leads from the new base to the mapped target, as most do when the
// whole site moves. Otherwise it keeps its form if it can: it becomes relative to the new base, or
// begins with "/" or "//" again. If it cannot, it becomes absolute.
//
// The new base is the mapped URL of the base, because BASE elements and header fields that give
// a base move as well, and so do the URLs of documents. Where such an element or field must stay
// (package engine, movebase.go), links below it become absolute.

// A Mover decides what becomes of links when a site moves.
type Mover struct {
	Table        *moves.Table
	dialect      resolve.Dialect
	Fields       []string // the header fields that give a base
	schemes      []string // the schemes of URLs that these fields may give as a base
	rootRelative bool
}

// NewMover returns the Mover for moves that are checked. fields are the header fields that give a base,
// and schemes the schemes of URLs that these fields may give. rootRelative makes links paths, such as
// "/a/b", if their documents have the same site.
func NewMover(table *moves.Table, d resolve.Dialect, fields, schemes []string, rootRelative bool) *Mover {
	return &Mover{Table: table, dialect: d, Fields: fields, schemes: schemes, rootRelative: rootRelative}
}

// A movedBase is the base of a reference after the move.
type movedBase struct {
	was   *base.Result
	is    *resolve.Base
	moved bool // the base differs from the base before the move
	bad   bool // the new URL cannot be a base
}

// Decide is the policy that moves links.
func (m *Mover) Decide(dst []byte, r *Reference) []byte {
	at := len(dst)
	dst, moved, outcome := m.AppendTarget(dst, r)
	r.Status = Status(outcome)
	switch {
	case outcome == resolve.Unresolved:
		r.Reason = whyUnresolved(r.Base, r.Text)
	case outcome == resolve.Absolute && moved:
		r.Status = Resolved
		dst = m.asWritten(dst, at, r)
		dst = m.shorten(dst, at, r)
	case outcome == resolve.Resolved:
		if dst = m.relative(dst, at, r, moved); len(dst) == at || bytes.Equal(dst[at:], r.Text) {
			r.Status, r.Reason = Relative, reason.LeadsThere
		}
	}
	if r.Status != Resolved {
		return dst[:at]
	}
	if bytes.Equal(dst[at:], r.Text) {
		r.Status = Absolute
		return dst[:at]
	}
	if r.Reason = m.bars(r, dst[at:]); r.Reason != none {
		r.Status = Left
		return dst[:at]
	}
	return dst
}

// AppendTarget appends the mapped target of a reference. moved reports whether the target is below
// a URL that has moved.
func (m *Mover) AppendTarget(dst []byte, r *Reference) (_ []byte, moved bool, o resolve.Outcome) {
	at := len(dst)
	dst, o = r.Resolve(dst)
	if o == resolve.Absolute && m.dialect == resolve.WHATWG {
		dst, _ = r.Base.Append(dst[:at], r.Text)
	}
	if o == resolve.Unresolved {
		if dst = m.appendOfAnyScheme(dst[:at], r); len(dst) > at {
			return dst, true, resolve.Absolute
		}
		return dst, false, o
	}
	end := len(dst)
	dst, _, moved = m.appendMoved(dst, dst[at:end], r)
	if moved {
		dst = append(dst[:at], dst[end:]...)
	}
	return dst, moved, o
}

// appendOfAnyScheme appends the mapped target of a reference that begins with "//" and whose scheme is not
// known. If the target is the same for http and https, it is appended whole. If only the scheme differs, it
// is appended without the scheme. Otherwise nothing is appended.
func (m *Mover) appendOfAnyScheme(dst []byte, r *Reference) []byte {
	if !bytes.HasPrefix(r.Text, []byte("//")) {
		return dst
	}
	one, _, ok := m.appendMoved(nil, append([]byte("http:"), r.Text...), r)
	other, _, too := m.appendMoved(nil, append([]byte("https:"), r.Text...), r)
	switch {
	case !ok || !too:
	case bytes.Equal(one, other):
		return append(dst, one...)
	case bytes.HasPrefix(one, []byte("http:")) && bytes.HasPrefix(other, []byte("https:")) && bytes.Equal(one[len("http:"):], other[len("https:"):]):
		return append(dst, one[len("http:"):]...)
	}
	return dst
}

// appendMoved appends the mapped URL of r. If r has a host, the URL gets no slash that nobody wrote,
// unless other references are relative to it.
func (m *Mover) appendMoved(dst, url []byte, r *Reference) (_ []byte, kept int, ok bool) {
	if (m.slashes(r.Text) > 1 || r.Base.IsAbsolute(r.Text)) && !r.GivesBase(m.Fields) {
		return m.Table.AppendLink(dst, url)
	}
	return m.Table.Append(dst, url)
}

// asWritten returns dst with the mapped URL of an absolute reference, which is dst[at:], in the
// spelling of the reference where the meaning is the same.
func (m *Mover) asWritten(dst []byte, at int, r *Reference) []byte {
	if m.dialect != resolve.WHATWG {
		return dst // the reference has that spelling
	}
	end := len(dst)
	dst, kept, ok := m.appendMoved(dst, r.Text, r)
	same := ok && ascii.Is(r.Text[:len(r.Text)-kept])
	if same {
		from := len(dst)
		dst, _ = r.Base.Append(dst, dst[end:from])
		same = bytes.Equal(dst[from:], dst[at:end])
		dst = dst[:from]
	}
	if !same {
		return dst[:end]
	}
	return append(dst[:at], dst[end:]...)
}

// shorten returns dst with the URL dst[at:] from its path on, if paths are wanted and
// the path leads readers of the document to the URL.
func (m *Mover) shorten(dst []byte, at int, r *Reference) []byte {
	if !m.rootRelative || r.Moving.Fixed || r.Part != "" || r.Rules.Place == nil || r.GivesBase(m.Fields) {
		return dst
	}
	b, sure := m.base(r)
	form := fromPath(dst[at:])
	if !sure || !b.is.Resolves() || !m.holds(r, form) {
		return dst
	}
	end := len(dst)
	dst, _ = b.is.Append(dst, dst[at:end])
	full := len(dst)
	dst, o := b.is.AppendReplacement(dst, form)
	if o != resolve.Resolved || !bytes.Equal(dst[end:full], dst[full:]) {
		return dst[:end]
	}
	return append(dst[:at], form...)
}

// relative returns dst with the replacement of a relative reference whose mapped target is
// dst[at:]. Nothing is appended if the reference stays.
func (m *Mover) relative(dst []byte, at int, r *Reference, moved bool) []byte {
	b, sure := m.base(r)
	end := len(dst)
	switch {
	case r.Facts.Saved != nil:
		if !moved || !bytes.HasPrefix(r.Text, []byte("/")) {
			return dst[:at] // the reference leads to a file beside the document
		}
		return dst
	case r.Moving.Fixed:
		if !moved || len(urltext.Path(r.Text)) == 0 && !bytes.HasPrefix(r.Text, []byte("?")) {
			return dst[:at] // the reference leads to the same URL as before, or to its own document
		}
		return dst
	case !sure:
		return dst
	case !moved && !b.moved:
		return dst[:at]
	}
	dst, _ = b.is.AppendReplacement(dst, r.Text)
	stays := bytes.Equal(dst[end:], dst[at:end])
	if dst = dst[:end]; stays {
		return dst[:at]
	}
	if r.Base.Hint { // the hint stays in the file, so a second run would resolve the reference against it
		return dst
	}
	dst = m.appendForm(dst, dst[at:end], r, b)
	if form := dst[end:]; len(form) > 0 {
		dst = append(dst[:at], form...)
	}
	return dst
}

// appendForm appends the reference to target that has the form of r: it begins with "//" or "/", or
// is relative to the directory. If no reference of that form leads there, appendForm appends
// nothing.
func (m *Mover) appendForm(dst, target []byte, r *Reference, b *movedBase) []byte {
	at, ok := len(dst), true
	switch slashes := m.slashes(r.Text); {
	case slashes > 1:
		dst = append(dst, target[bytes.IndexByte(target, ':')+1:]...)
	case slashes == 1:
		dst = append(dst, fromPath(target)...)
	default:
		if dst, ok = b.is.AppendRelative(dst, target); ok && !m.holds(r, dst[at:]) {
			dst, ok = m.directory(b.is).AppendRelative(dst[:at], target) // such a reference always has a path
		}
		if ok && !m.holds(r, dst[at:]) {
			dst = slices.Insert(dst, at, '.', '/')
		}
	}
	end := len(dst)
	if !ok || !m.holds(r, dst[at:]) {
		return dst[:at]
	}
	dst, _ = b.is.AppendReplacement(dst, dst[at:end])
	if !bytes.Equal(dst[end:], target) {
		return dst[:at]
	}
	return dst[:end]
}

// directory returns the directory of b as a parsed base.
func (m *Mover) directory(b *resolve.Base) *resolve.Base {
	url, _, _ := strings.Cut(b.String(), "#")
	url, _, _ = strings.Cut(url, "?")
	return m.dialect.Base(url[:strings.LastIndexByte(url, '/')+1])
}

// slashes returns the number of slashes that a reference begins with.
func (m *Mover) slashes(ref []byte) (n int) {
	for n < len(ref) && (ref[n] == '/' || ref[n] == '\\' && m.dialect == resolve.WHATWG) {
		n++
	}
	return n
}

// fromPath returns a URL from its path on, or nothing if the path begins with "//".
func fromPath(url []byte) []byte {
	rest := url[bytes.IndexByte(url, ':')+len("://"):]
	i := bytes.IndexAny(rest, "/?#")
	if i < 0 || rest[i] != '/' || bytes.HasPrefix(rest[i:], []byte("//")) {
		return nil
	}
	return rest[i:]
}

// holds reports whether the place of r can hold a relative reference. No place holds an empty
// reference.
func (m *Mover) holds(r *Reference, ref []byte) bool {
	place := r.Rules.Place
	switch {
	case len(ref) == 0, r.IsBase() && (ref[0] == '?' || ref[0] == '#'): // some readers ignore such a BASE
		return false
	case place == nil:
		return true
	}
	return r.canHold(ref) && !place.Syntax.Misreads(ref) && place.Syntax.Reads(ref) && r.Rules.Excluded.Allows(ref)
}

// bars returns the reason why the target of a reference that gives a base cannot be written:
// readers would not use it as the base.
func (m *Mover) bars(r *Reference, target []byte) Reason {
	switch {
	case r.Rules.Place != nil && r.Rules.Place.Identifies:
		return reason.Identifier
	case !r.GivesBase(m.Fields):
		return none
	case len(target) > base.MaxURL:
		return reason.Unwritable
	case r.Rules.Place == nil && !r.Rules.JSON && r.Base.IsAbsolute(r.Text) && base.HasScheme(string(r.Text), m.schemes) != base.HasScheme(string(target), m.schemes):
		return reason.FieldText.With("a URL of that scheme may not give a base")
	}
	return none
}

// base returns the base of r after the move. sure is false if r may have another base after the
// move.
func (m *Mover) base(r *Reference) (_ *movedBase, sure bool) {
	b := &r.Memory.moved
	if b.was != r.Base {
		*b = movedBase{was: r.Base, is: r.Base.Base}
		mapped := m.Table.Append
		if from := r.Base.From; from == FromFeedLink || from == FromFeedSelf || from == FromItemLink {
			mapped = m.Table.AppendLink // the URL that the link of the feed or item becomes
		} else if from == FromItemGUID {
			return b, !r.Moving.Unsure // a guid stays
		}
		if url, _, ok := mapped(nil, []byte(r.Base.String())); ok {
			if b.is, b.moved = m.dialect.Base(string(url)), true; r.Doc != nil {
				b.is = b.is.WithEncoding(r.Doc.Coding)
			}
			b.bad = base.Unusable(m.dialect, string(url)) != ""
		}
	}
	return b, !b.bad && !r.Moving.Unsure
}

// WouldMove reports whether the policy would replace a reference that must stay.
func (m *Mover) WouldMove(r *Reference) bool {
	free := *r
	free.Rules.Keep = none
	m.Decide(nil, &free)
	return free.Status == Resolved || free.Status == Left
}

// A treeMover is the policy of moving links in a tree. Files keep their places in the tree, so a
// link that is read by location (files.go) leads to its file after the move, too.
type treeMover struct {
	*Files
	mover *Mover
}

// InTree returns the policy that moves links of a document in a tree.
func (m *Mover) InTree(files *Files) Policy {
	v := treeMover{files, m}
	return v.decide
}

func (v *treeMover) decide(dst []byte, r *Reference) []byte {
	if v.isByLocation(r) {
		r.Status, r.Reason = Relative, reason.LeadsThere
		return dst
	}
	return v.mover.Decide(dst, r)
}

// isByLocation reports whether r leads to a file of the tree by location, and readers resolve it
// so. Links below a BASE do not count, since BASE moves.
func (v *treeMover) isByLocation(r *Reference) bool {
	if r.Base.IsAbsolute(r.Text) || r.Base.Layer > base.Retrieval || r.Facts.Saved != nil || r.GivesBase(v.mover.Fields) {
		return false
	}
	if !v.converted {
		if out, outcome := r.Resolve(nil); outcome == resolve.Resolved {
			url, _ := cutFragment(string(out))
			if _, _, ok := v.tree.Find(url); ok {
				return false // the link is read by URL
			}
		}
	}
	return v.findLocation(r, new(file))
}
