package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// A Status says what became of a reference.
type Status uint8

// The statuses.
const (
	// Unresolved: it stays relative, since no layer gives a usable base or
	// the dialect rejects it.
	Unresolved = Status(resolve.Unresolved)
	// Absolute: it already was absolute, and was not touched.
	Absolute = Status(resolve.Absolute)
	// Resolved: it is replaced by its target.
	Resolved = Status(resolve.Resolved)
	// Left: it stays as it is, on purpose.
	Left = Resolved + 1
	// Relative: it has its target as it stands, which is what the mode wants. In
	// mode MakeAbsolute there is no such reference.
	Relative = Left + 1
)

// String returns the status' name, as the command prints it.
func (s Status) String() string {
	switch s {
	case Left:
		return "left"
	case Relative:
		return "relative"
	}
	return resolve.Outcome(s).String()
}

// A Reference is a URL that stands in a document or in a header field. It is
// valid until the function that was given it returns.
type Reference struct {
	// Message is the number of the message in its mailbox, as in [Piece], and Start is the
	// offset of the piece in the source: that of the reference is Start plus Offset.
	Message int
	Start   int64
	// Part is the entity of a message that the reference stands in, numbered
	// as in IMAP (RFC 9051 section 6.4.5): "1", "2.1". It is empty outside of
	// messages.
	Part string
	// Element is the element's name, or empty for a header field. It is in lower
	// case but in XML, where case matters.
	Element string
	// Attr is the attribute's name in lower case, or the header field's name
	// as it is usually written.
	Attr string
	// Text is the reference as a reader of the document has it: transfer
	// encoding and character references decoded, white space around and line
	// breaks inside dropped.
	Text []byte
	// Base is the base of the document that the reference stands in.
	Base *base.Result
	// Target is what becomes of the reference, with status Resolved. Else it
	// is Text.
	Target []byte
	// Status says what becomes of the reference.
	Status Status
	// Reason says why, with status Unresolved, Left and Relative.
	Reason Reason

	place  *places.Place   // nil in a header field
	allow  syntax.Excluded // what can be written in its place
	keep   Reason          // why it must stay, whatever the policy says
	told   []byte          // the URL that a saved file tells of this very reference, if any
	chosen bool            // a caller gave the target: see decided
	early  bool            // see site
	inCSS  bool            // it stands in a token of CSS
	coded  []byte          // Text in the encoding of the document, if it is not: see walk.recode
	fit    fitFunc         // what can be written, if that is more than a matter of bytes
	views  view.Stack
	inner  [3]view.View // those of the value: they are not in views
	layers int          // how many of inner count
}

// A Reason says why a reference stays as it is: see package reason.
type Reason = reason.Reason

// A fitFunc returns the reason why a target cannot be written, if there is one.
type fitFunc func(target []byte) Reason

// Offset returns the offset of the reference's first byte in the source.
func (r *Reference) Offset() int { return r.views.Source(r.within(0)) }

// within returns where in the text of the document byte off of the reference is.
func (r *Reference) within(off int) int {
	for i := r.layers - 1; i >= 0; i-- {
		off = r.inner[i].Source(off)
	}
	return off
}

// resolve appends the target of the reference to dst, or an absolute reference itself.
func (r *Reference) resolve(dst []byte) ([]byte, resolve.Outcome) {
	if r.coded == nil {
		return r.Base.AppendReplacement(dst, r.Text)
	}
	at := len(dst)
	dst, outcome := r.Base.AppendReplacement(dst, r.coded)
	if outcome != resolve.Resolved {
		dst = append(dst[:at], r.Text...)
	}
	return dst, outcome
}

// NeedsBase reports whether the reference, as it stands in the source, means
// another thing elsewhere: it is relative, and not one within its own document
// that was kept.
func (r *Reference) NeedsBase() bool {
	return r.Status != Absolute && !isIndependent(r.Reason) && !r.Base.IsAbsolute(r.Text)
}

// A Policy decides what becomes of a reference: the modes are policies, and [Options].Decide
// is asked by one. It sets r.Status, and either appends the reference's replacement
// to dst (Status Resolved) or sets r.Reason. It returns the extended buffer. It must
// not keep r.
type Policy func(dst []byte, r *Reference) []byte

// absolute is the policy of making every link absolute: RFC 1808 section 4, step 1
// included.
func absolute(dst []byte, r *Reference) []byte {
	if r.told != nil && !r.Base.IsAbsolute(r.Text) {
		r.Status = Resolved
		return append(dst, r.told...)
	}
	dst, outcome := r.resolve(dst)
	r.Status = Status(outcome)
	if outcome == resolve.Unresolved {
		r.Reason = whyUnresolved(r.Base, r.Text)
	}
	return dst
}

// whyUnresolved returns the reason why a reference has no target against b.
func whyUnresolved(b *base.Result, text []byte) Reason {
	switch {
	case b.Resolves(), b.IsAbsolute(text):
		return reason.Rejected
	case b.Unknown != "":
		return reason.UnknownBase.With(b.Unknown.String())
	case b.Layer != base.Default:
		return reason.OpaqueBase
	}
	return reason.NoBase
}

// none is no reason to keep a reference.
var none Reason

// isIndependent reports whether a reference stays for a reason that has nothing to do with
// its base: BASE need not stay for its sake.
func isIndependent(why reason.Reason) bool {
	switch why.Code {
	case reason.Empty.Code, reason.LocalFragment.Code, reason.KeptFragment.Code, reason.NoValue.Code, reason.Placeholder.Code:
		return true
	}
	return false
}
