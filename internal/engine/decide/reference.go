package decide

import (
	"slices"
	"strings"

	"golang.org/x/text/encoding"

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
	// Relative: it stays relative, because the mode wants it relative. No reference has this status
	// when links become absolute.
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

// A Reference is a URL in a document or in a header field, with all that a [Policy] needs to know
// about it. It is valid only until the function that receives it returns.
type Reference struct {
	// Message is the number of the message in its mailbox. Start is the offset of the piece in
	// the source; Offset is relative to it.
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
	// reports something that deserves attention: that the caller has chosen a relative URL, or
	// what [ToRelative] found about the target.
	Reason Reason

	At     Position
	Rules  Rules
	Facts  Facts
	Doc    *Doc    // nil in a header field and for a string of JSON
	Files  *Files  // the tree of files that the document is in, or nil
	Moving Moving  // set only if links move
	Memory *Memory // what is kept from one reference to the next
}

// A Position says where a reference is.
type Position struct {
	Views  view.Stack   // the views from the source to the document
	Inner  [3]view.View // the views of the value, after Views
	Layers int          // the number of views in Inner
}

// Rules are the requirements of the place of a reference.
type Rules struct {
	Place     *places.Place              // nil in a header field, and for a string of JSON
	Excluded  syntax.Excluded            // bytes that the target must not contain
	Keep      Reason                     // why the reference must stay, whatever the policy says
	Fit       func(target []byte) Reason // returns why a header field cannot hold a target; nil elsewhere
	JSON      bool                       // the reference is a string of JSON
	GivesBase bool                       // the reference gives a base to other strings of JSON
}

// Facts are further facts about a reference.
type Facts struct {
	Saved    []byte // the absolute form, if a saved file gives it
	Archived bool   // the link of an archive, such as the Wayback Machine
	Chosen   bool   // the caller gave the target
	Imported bool   // the URL of an @import of CSS
	Early    bool   // the place may load before BASE
	InTree   bool   // the tree has its target; set by the policy
	InJSON   bool   // the reference is in a document in a string of JSON
}

// A Doc has the facts about a document that its references have in common.
type Doc struct {
	Base      *base.Result      // the base of the document
	InFeed    bool              // the document is a feed, or in a feed
	IsGuessed bool              // readers must guess its encoding: HTML that declares none
	Coding    encoding.Encoding // the encoding of queries in its URLs, as browsers write them; nil for UTF-8
	KeepsBase bool              // its BASE stays although it leads out of the tree
}

// Moving has the facts about a reference that may move.
type Moving struct {
	Unsure bool // the field or element that gives the base of the reference may stay
	Fixed  bool // the base is a URL that stays
}

// A Memory keeps what was found out about the base of the last reference, because most references
// have the same base. The zero value is ready for use.
type Memory struct {
	moved     movedBase
	locations locations
	browser   browser
}

// A Reason says why a reference stays as it is: see package reason.
type Reason = reason.Reason

// none is the zero Reason: there is no reason to keep a reference.
var none Reason

// Names of sources of a base ([base.Source].From), or ends of them.
const (
	FromFeedLink = "the link of the feed"
	FromFeedSelf = "the link of the feed to itself"
	FromItemLink = "the link of the item"
	FromItemGUID = "the guid of the item"
	OfResponse   = " of the HTTP response" // ends the name of a field of the header of an HTTP response
)

// Offset returns the offset of the reference's first byte in the source.
func (r *Reference) Offset() int { return r.At.Views.Source(r.Within(0)) }

// Within returns the offset in the text of the document of byte off of the reference.
func (r *Reference) Within(off int) int {
	for i := r.At.Layers - 1; i >= 0; i-- {
		off = r.At.Inner[i].Source(off)
	}
	return off
}

// Resolve appends the target of the reference to dst, or the reference itself if it is
// absolute. What a saved file says about the target comes first.
func (r *Reference) Resolve(dst []byte) ([]byte, resolve.Outcome) {
	if r.Facts.Saved != nil {
		return append(dst, r.Facts.Saved...), resolve.Resolved
	}
	return r.Base.AppendReplacement(dst, r.Text)
}

// AppendURI appends to dst the target that the reference has for a reader of its document, whatever
// Status is: even if the place of the reference cannot hold the target. The target is in UTF-8. ok
// is false if the reference has no target.
func (r *Reference) AppendURI(dst []byte) (uri []byte, ok bool) {
	if r.Base.IsAbsolute(r.Text) {
		return append(dst, r.Text...), true
	}
	dst, outcome := r.Resolve(dst)
	return dst, outcome == resolve.Resolved
}

// NeedsBase reports whether the reference has another target if the source is moved: it is
// relative, and does not refer to its own document.
func (r *Reference) NeedsBase() bool {
	return r.Status != Absolute && !r.Reason.IsIndependent() && !r.Base.IsAbsolute(r.Text)
}

// IsOfMessage reports whether the reference is in a message, or in JSON, whose links stay for the same
// reason.
func (r *Reference) IsOfMessage() bool { return r.Part != "" || r.Rules.Place == nil }

// IsBase reports whether the reference is the URL of a BASE element of HTML outside of messages. In SVG and
// MathML, an element of that name gives no base, and its URL is relative to the base of the document.
func (r *Reference) IsBase() bool {
	return r.Part == "" && r.Element == "base" && r.Rules.Place.Against == places.FallbackBase
}

// GivesBase reports whether other references are resolved against the URL of the reference. fields are the
// header fields that give a base.
func (r *Reference) GivesBase(fields []string) bool {
	switch {
	case r.Rules.JSON:
		return r.Rules.GivesBase
	case r.Rules.Place == nil:
		return slices.ContainsFunc(fields, func(field string) bool { return strings.EqualFold(field, r.Attr) })
	case r.Attr == "href":
		return r.Element == "base"
	}
	return r.Attr == "xml:base" || r.Attr == "codebase"
}

// GivesOwnBase reports whether the reference is the URL of a BASE element or of an xml:base attribute.
func (r *Reference) GivesOwnBase() bool {
	return r.Element == "base" && r.Attr == "href" || r.Attr == "xml:base"
}

// A Use says what a reader of a document does with the target of a reference: see package places.
type Use = places.Use

// Use returns what a reader does with the target of the reference.
func (r *Reference) Use() Use {
	switch {
	case r.Rules.GivesBase:
		return places.Name
	case r.Rules.JSON:
		return places.Follow
	case r.Rules.Place == nil && (r.Attr == "Base" || r.Attr == "Content-Base" || r.Attr == "Content-Location"):
		return places.Name // these fields of RFC 2557 name a part, or its base
	case r.Rules.Place == nil:
		return places.Follow
	case r.Facts.Imported:
		return places.Apply
	}
	return r.Rules.Place.Use
}

// Group returns the group that was requested so that the reference is found, or 0 if it is always found.
func (r *Reference) Group() places.Groups {
	if r.Rules.Place == nil {
		return 0
	}
	return r.Rules.Place.Group
}

// UsedValue returns the value of the source that gives b.
func UsedValue(b *base.Result) string {
	for _, c := range b.Candidates() {
		if c.Used {
			return c.Value
		}
	}
	return ""
}

// IsInnerBase reports whether b is the base of a part of a document.
func IsInnerBase(b *base.Result) bool {
	return strings.HasPrefix(b.From, "xml:base") || strings.HasPrefix(b.From, "codebase")
}
