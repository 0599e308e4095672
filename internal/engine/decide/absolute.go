package decide

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/resolve"
)

// A Policy decides what becomes of a reference. It sets r.Status, and either appends the reference's
// replacement to dst (Status Resolved) or sets r.Reason. It returns the extended buffer. It
// must not keep r.
type Policy func(dst []byte, r *Reference) []byte

// ToAbsolute is the policy that makes every link absolute by RFC 1808 section 4.
func ToAbsolute(dst []byte, r *Reference) []byte {
	dst, outcome := r.Resolve(dst)
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

// Pinned is the policy for a document into which its base is written. It makes a base absolute, and
// links that the base in the document would lead elsewhere: a link that an archive has rewritten, and
// an empty action, which means the URL of the document. It leaves all other links. Of the bases in a
// document, only the base that must become absolute is passed to Pinned: the others have a reason to
// stay.
func Pinned(dst []byte, r *Reference) []byte {
	at := len(dst)
	dst = ToAbsolute(dst, r)
	// No BASE of a document that is not part of a message counts for such an empty reference.
	meansDocument := len(r.Text) == 0 && r.Part == "" && r.Rules.Place != nil && r.Rules.Place.Empty == places.EmptyDocument
	if r.Status == Resolved && !r.GivesOwnBase() && !r.Facts.Archived && !meansDocument {
		r.Status, r.Reason = Relative, reason.Pinned
		return dst[:at]
	}
	return dst
}
