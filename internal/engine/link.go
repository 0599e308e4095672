package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/resolve"
)

// decide lets the policy decide ref, and reports it. It reports whether the text of the
// reference is edited. The edit is then in w.link.change.
func (w *walk) decide(ref *Reference) bool {
	w.siblings.embedding.record(ref, w.scope.doc)
	w.link.target = w.link.target[:0]
	ref.Message, ref.Start = w.number, w.pieceAt
	ref.Status, ref.Reason, ref.traits.coded, ref.traits.uri, ref.traits.chosen = Unresolved, none, nil, nil, false
	if w.opts.Dialect == resolve.WHATWG && ref.rules.place != nil {
		ref.traits.coded = w.recode(ref)
	}
	if w.opts.Mode == MakeRelative && ref.rules.place != nil {
		ref.traits.uri = w.uriOf(ref)
	}
	switch {
	case ref.rules.keep == none:
		w.link.target = w.policy(w.link.target, ref)
	case ref.Base.IsAbsolute(ref.Text):
		ref.Status = Absolute
	default:
		ref.Status, ref.Reason = Left, ref.rules.keep
	}
	if ref.Status == Resolved {
		if why := w.unwritable(ref); why != none {
			ref.Status, ref.Reason = Left, why
		}
	}
	ref.Target = ref.Text
	switch {
	case ref.Status == Resolved && w.limits.growth != nil:
		w.limits.growth.add(ref.Text, w.link.target)
		return false
	case ref.Status == Resolved:
		ref.Target = w.link.target
		if ref.traits.chosen && !ref.Base.IsAbsolute(w.link.target) {
			w.outcomes.relative++
		}
	case ref.NeedsBase():
		w.outcomes.relative++
	}
	if ref.traits.early && w.scope.early.base != nil {
		w.noteEarly(ref)
	}
	if w.visitor.Reference != nil {
		w.visitor.Reference(ref)
	}
	return ref.Status == Resolved && w.change(ref.Text, w.link.target)
}

// unwritable returns the reason why ref cannot be replaced by its target, if there is one.
func (w *walk) unwritable(ref *Reference) Reason {
	if ref.traits.chosen {
		if why := w.checkChosen(ref); why != none {
			return why
		}
	}
	switch {
	case !ref.rules.excluded.Allows(w.link.target):
		return reason.Unwritable
	case ref.rules.place != nil && !ref.rules.place.Syntax.Reads(w.link.target):
		return reason.Misread
	case ref.traits.inCSS && w.hidesInCSS(ref.Text):
		return reason.TargetEncoding.With(w.scope.enc.Name() + ")")
	case w.siblings.pinned.Has(ref.Text):
		return reason.Sibling
	case ref.rules.fit != nil:
		return ref.rules.fit(w.link.target)
	}
	return none
}

// hidesInCSS reports whether the new bytes of the target include a byte of a multibyte
// character that looks like ASCII. The view of CSS would escape that byte as ASCII.
func (w *walk) hidesInCSS(text []byte) bool {
	if !w.scope.hides(w.link.target) {
		return false
	}
	w.change(text, w.link.target)
	return w.scope.hides(w.link.change[0].New)
}

// hides reports whether b, in the encoding of the document, has multibyte characters with a
// byte that looks like ASCII.
func (sc *scope) hides(b []byte) bool {
	return len(b) > 0 && &sc.enc.Mask(nil, b)[0] != &b[0]
}

// change sets w.link.change to the smallest single edit that turns text into target. If
// target ends with text, that is an insertion. change reports whether the two differ.
func (w *walk) change(text, target []byte) bool {
	if before, ok := insertion(text, target); ok {
		w.link.change[0] = edit.Edit{New: w.inserted.keep(before).bytes}
		return len(before) > 0
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
	w.link.change[0] = edit.Edit{Start: head, End: len(text), New: w.inserted.keep(target[head:]).bytes}
	return head < len(text) || head < len(target)
}

// insertion returns the part of target before text. ok is false unless target ends with text.
func insertion(text, target []byte) ([]byte, bool) {
	n := len(target) - len(text)
	if n < 0 || !bytes.Equal(text, target[n:]) {
		return nil, false
	}
	return target[:n], true
}

// masked returns the mask of value, in which bytes of multibyte characters that look like
// ASCII are blank.
func (l *link) masked(enc charenc.Encoding, value []byte) []byte {
	masked := maskOf(enc, &l.mask, value)
	l.isMasked = len(value) > 0 && &masked[0] != &value[0]
	return masked
}
