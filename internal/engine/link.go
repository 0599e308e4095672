package engine

import (
	"bytes"
	"cmp"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/internal/view"
)

// A link decides one reference after another: it has the policy choose a target, and makes
// the edit that writes the target. It serves documents and the headers of messages.
type link struct {
	purpose  *purpose // the purpose of the walk that the link is in
	ref      Reference
	target   []byte
	change   [1]edit.Edit // the edit of the text of the reference
	inserted inserted     // the bytes that edits insert
	memory   decide.Memory
}

// decide lets the policy decide ref, and sets its status and target. doc is the document
// that the reference is in, or nil for a header field.
func (l *link) decide(ref *Reference, doc *scope) {
	p := l.purpose
	l.target = l.target[:0]
	ref.Message, ref.Start = p.number, p.pieceAt
	ref.Status, ref.Reason, ref.Facts.Chosen, ref.Facts.InTree = Unresolved, none, false, false
	ref.Doc, ref.Files, ref.Memory = nil, p.opts.files, &l.memory
	if doc != nil {
		ref.Doc = &doc.facts
	}
	if p.opts.Mode == MoveLinks {
		l.prepareMove(ref, doc)
	}
	if p.opts.InnerLinks && ref.Rules.Keep == none && isInner(ref) {
		ref.Rules.Keep = reason.InBundle
	}
	switch {
	case ref.Rules.Keep == none, ref.Rules.Keep == reason.Conversion:
		l.target = p.policy(l.target, ref)
		if p.answers != nil {
			l.choose(ref)
		}
	case ref.Base.IsAbsolute(ref.Text) && (p.opts.mover == nil || !p.opts.mover.WouldMove(ref)):
		ref.Status = Absolute
	case ref.Rules.Keep == reason.OwnAnchor: // the reference stays, but the caller may want another URL
		ref.Status, ref.Reason, ref.Rules.Keep = Left, reason.OwnAnchor, none
		if p.opts.Mode != MakeAbsolute {
			ref.Status = Relative
		}
		if p.answers != nil {
			l.choose(ref)
		}
	default:
		ref.Status, ref.Reason = Left, ref.Rules.Keep
	}
	if ref.Status == Resolved {
		if why := cmp.Or(ref.Rules.Keep, l.encode(ref, doc), l.unwritable(ref, doc)); why != none {
			ref.Status, ref.Reason = Left, why
		}
	}
	ref.Target = ref.Text
	if ref.Status == Resolved {
		ref.Target = l.target
	}
}

// report passes ref, which is decided, to the visitor. It reports whether the text of the reference
// is edited. If so, the edit is in l.change.
func (l *link) report(ref *Reference) bool {
	if l.purpose.visitor.Reference != nil {
		l.purpose.visitor.Reference(ref)
	}
	return ref.Status == Resolved && l.makeChange(ref.Text, l.target)
}

// encode changes the target so that the document can hold it. If readers of the document would take
// new characters for others, the characters are percent-encoded (RFC 3987 section 3.1): RFC 1808
// section 2.2 allows only ASCII in a URL. If that does not help, encode returns the reason.
func (l *link) encode(ref *Reference, doc *scope) Reason {
	if doc == nil || doc.coded == nil && ascii.Is(l.target) || doc.canHold(ref, l) {
		return none
	}
	target := string(l.target)
	path, rest := urltext.CutPath(target)
	for _, uri := range []func() (string, bool){
		func() (string, bool) { uri, ok := urltext.ToURI(path); return uri + rest, ok },
		func() (string, bool) { return urltext.ToURI(target) },
	} {
		if uri, ok := uri(); ok {
			if l.target = append(l.target[:0], uri...); doc.canHold(ref, l) {
				return none
			}
		}
	}
	return reason.TargetEncoding.With(doc.enc.Name() + ")")
}

// canHold reports whether readers of the document read the target of l as it is written. The
// encoding of the document must have the new characters. If it declares no encoding, it can hold
// the characters beyond ASCII that it has already, but not characters that it has only as escapes
// or that come from a move.
func (sc *scope) canHold(ref *Reference, l *link) bool {
	l.makeChange(ref.Text, l.target)
	e := l.change[0]
	if sc.coded != nil && !sc.coded.Allows(ref.Text, e) {
		return false
	}
	if ascii.Is(e.New) || sc.isUTF8(sc.collector) {
		return true
	}
	guessed := sc.enc.Source() == charenc.Default && l.purpose.opts.Mode != MoveLinks
	asWritten := sc.bytes[ref.Within(0):ref.Within(len(ref.Text))] // has fewer such characters if some are escapes: "&eacute;"
	return ascii.CountHigh(ref.Text) <= ascii.CountHigh(asWritten) && (sc.coded != nil || guessed)
}

// unwritable returns the reason why ref cannot be replaced by its target, if there is one.
func (l *link) unwritable(ref *Reference, doc *scope) Reason {
	if ref.Facts.Chosen {
		if why := l.checkChosen(ref, doc); why != none {
			return why
		}
	}
	switch {
	case !ref.Rules.Excluded.Allows(l.target):
		return reason.Unwritable
	case ref.Rules.Excluded&syntax.NoSectionEnd != 0 && syntax.MayEndSection(ref.Text, l.target) &&
		l.makeChange(ref.Text, l.target) && syntax.EndsSection(ref.Text, l.change[0].New):
		return reason.Unwritable // "]]>" would arise in the XML text around the reference
	case ref.Rules.Place != nil && !ref.Rules.Place.Syntax.Reads(l.target):
		return reason.Misread
	case l.purpose.siblings.disputed.Has(ref.Text):
		return reason.Sibling
	case ref.Rules.Fit != nil:
		return ref.Rules.Fit(l.target)
	case ref.Facts.Chosen && doc != nil && doc.body != nil && l.makeChange(ref.Text, l.target) && doc.body.breaks(ref, l.change[0]):
		return reason.Unwritable
	}
	return none
}

// makeChange sets l.change to the smallest single edit that turns text into target. If target ends
// with text, the edit is an insertion. makeChange reports whether target and text differ.
func (l *link) makeChange(text, target []byte) bool {
	if n := len(target) - len(text); n >= 0 && bytes.Equal(text, target[n:]) {
		l.change[0] = edit.Edit{New: l.inserted.keep(target[:n]).bytes}
		return n > 0
	}
	tail := 0
	for tail < len(text) && tail < len(target) && text[len(text)-1-tail] == target[len(target)-1-tail] {
		tail++
	}
	text, target = text[:len(text)-tail], target[:len(target)-tail]
	head := 0
	for head < len(text) && head < len(target) && text[head] == target[head] {
		head++
	}
	l.change[0] = edit.Edit{Start: head, End: len(text), New: l.inserted.keep(target[head:]).bytes}
	return head < len(text) || head < len(target)
}

// inserted stores the bytes that edits insert. Most references of a document get the same
// prefix: the base, its directory or its root. So the last few are stored only once.
type inserted struct {
	arena  view.Arena
	recent [4]keptBytes
	oldest int        // the index of the oldest entry of recent
	last   *keptBytes // the last result of keep
}

// keptBytes are bytes that an edit inserts.
type keptBytes struct {
	bytes   []byte
	literal bool   // the bytes need no escape in any value
	of      string // the argument of keepString, or "" if keep was called
}

// keepString is keep for a string. It is fast if the string is one of the last few strings.
func (in *inserted) keepString(s string) *keptBytes {
	for i := range in.recent {
		if k := &in.recent[i]; s == k.of {
			in.last = k
			return k
		}
	}
	k := in.keep([]byte(s))
	k.of = s
	return k
}

// keep returns a copy of b. Its bytes are valid as long as the edits. The result itself is valid
// until the next call.
func (in *inserted) keep(b []byte) *keptBytes {
	for i := range in.recent {
		if k := &in.recent[i]; bytes.Equal(b, k.bytes) {
			in.last = k
			return k
		}
	}
	in.last = &in.recent[in.oldest]
	in.oldest = (in.oldest + 1) % len(in.recent)
	*in.last = keptBytes{bytes: append(in.arena.Take(len(b)), b...), literal: view.NeedsNoEscape(b)}
	return in.last
}
