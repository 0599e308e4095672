package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// A Status says what becomes of a reference.
type Status uint8

// The statuses.
const (
	// Unresolved: it stays relative, because no base URL is known or the rules for
	// resolution make no URL of it.
	Unresolved = Status(resolve.Unresolved)
	// Absolute: it is absolute already, and stays.
	Absolute = Status(resolve.Absolute)
	// Resolved: it is replaced by its target.
	Resolved = Status(resolve.Resolved)
	// Left: it stays as it is, on purpose.
	Left = Resolved + 1
	// Relative: it stays relative, because the mode wants it relative. MakeAbsolute has no
	// such references.
	Relative = Left + 1
)

// String returns the name of the status.
func (s Status) String() string {
	switch s {
	case Left:
		return "left"
	case Relative:
		return "relative"
	}
	return resolve.Outcome(s).String()
}

// A Reference is a URL in a document or in a header field. It is valid only until the
// function that receives it returns.
type Reference struct {
	// Message is the number of the message in its mailbox, as in [Piece]. Start is the
	// offset of the piece in the source; Offset is relative to it.
	Message int
	Start   int64
	// Part is the number of the part of a message, as in IMAP (RFC 9051 section 6.4.5): "1",
	// "2.1". It is empty outside of messages.
	Part string
	// Element is the name of the element, in lower case except in XML. It is empty for a
	// header field.
	Element string
	// Attr is the name of the attribute in lower case, or the name of the header field as it is
	// usually written.
	Attr string
	// Text is the reference as a reader of the document sees it: decoded, without line breaks and
	// without white space around it.
	Text []byte
	// Base is the base that the reference is resolved against.
	Base *base.Result
	// Target replaces the reference if Status is Resolved. Otherwise it is Text.
	Target []byte
	// Status says what becomes of the reference.
	Status Status
	// Reason says why, if Status is Unresolved, Left or Relative. For the other statuses, it
	// reports something that deserves attention: that [Options].Decide has given a relative URL, or
	// what [MakeRelative] found about the target.
	Reason Reason

	at     position
	rules  rules
	traits traits
	scope  *scope // the scope of the document; nil in a header field
}

// A position says where a reference is.
type position struct {
	views  view.Stack   // the views from the source to the document
	inner  [3]view.View // the views of the value, after views
	layers int          // the number of views in inner
}

// rules are the requirements of the place of a reference.
type rules struct {
	place    *places.Place   // nil in a header field, and for a string of JSON
	excluded syntax.Excluded // bytes that the target must not contain
	keep     Reason          // why the reference must stay, whatever the policy says
	fit      fitFunc         // fits the text into a header field; nil elsewhere
	json     bool            // the reference is a string of JSON
	base     bool            // the reference gives a base to other strings of JSON
}

// traits are further facts about a reference.
type traits struct {
	saved    []byte // the absolute form, if a saved file gives it
	archived bool   // the link of an archive, such as the Wayback Machine
	chosen   bool   // Options.Decide gave the target: see choose
	imported bool   // the URL of an @import of CSS
	early    bool   // the place may load before BASE: see early.go
	moving   moving // see mover
	inTree   bool   // the tree has its target
	inJSON   bool   // the reference is in a document in a string of JSON
	tree     treeTraits

	browser *browser // memory for browserBase
}

// treeTraits are the facts about a reference that a policy for a tree of files needs.
type treeTraits struct {
	locations *locations // memory for the locations of the base
	reader    *treeReader
	docBase   *base.Result // the base of the document that the reference is in
	keepsBase bool         // BASE stays although it leads out of the tree
}

// A Reason says why a reference stays as it is: see package reason.
type Reason = reason.Reason

// A fitFunc returns the reason why a target cannot be written, if there is one.
type fitFunc func(target []byte) Reason

// Offset returns the offset of the reference's first byte in the source.
func (r *Reference) Offset() int { return r.at.views.Source(r.within(0)) }

// within returns the offset in the text of the document of byte off of the reference.
func (r *Reference) within(off int) int {
	for i := r.at.layers - 1; i >= 0; i-- {
		off = r.at.inner[i].Source(off)
	}
	return off
}

// resolve appends the target of the reference to dst, or the reference itself if it is
// absolute. What a saved file says about the target comes first.
func (r *Reference) resolve(dst []byte) ([]byte, resolve.Outcome) {
	if r.traits.saved != nil {
		return append(dst, r.traits.saved...), resolve.Resolved
	}
	return r.Base.AppendReplacement(dst, r.Text)
}

// NeedsBase reports whether the reference has another target if the source is moved: it is
// relative, and does not refer to its own document.
func (r *Reference) NeedsBase() bool {
	return r.Status != Absolute && !isIndependent(r.Reason) && !r.Base.IsAbsolute(r.Text)
}

// A Policy decides what becomes of a reference. Each mode is a policy, and so is the function
// that calls [Options].Decide. A policy sets r.Status, and either appends the reference's
// replacement to dst (Status Resolved) or sets r.Reason. It returns the extended buffer. It
// must not keep r.
type Policy func(dst []byte, r *Reference) []byte

// absolute is the policy of making every link absolute by RFC 1808 section 4.
func absolute(dst []byte, r *Reference) []byte {
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

// none is the zero Reason: there is no reason to keep a reference.
var none Reason

// isIndependent reports whether a reference stays for a reason that has nothing to do with its
// base. BASE can be removed despite such references.
func isIndependent(why reason.Reason) bool {
	switch why.Code {
	case reason.Empty.Code, reason.LocalFragment.Code, reason.OwnAnchor.Code, reason.KeptFragment.Code, reason.NoValue.Code, reason.Placeholder.Code, reason.NetworkPath.Code:
		return true
	}
	return false
}
