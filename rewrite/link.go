package rewrite

import (
	"cmp"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
)

// A Link is a reference in a source: a URL, relative or absolute, in an attribute, in the
// content of an element, in a style sheet or in a header field.
type Link struct {
	// Message is the number of the message in its mailbox, from 1. It is 0 outside of
	// mailboxes.
	Message int
	// Part is the number of the part of a message, as in IMAP (RFC 9051 section 6.4.5): "1",
	// "2.1". In JSON text it is the JSON Pointer of the string (RFC 6901), such as
	// "/items/0/content"; with a blank and the number of a part after it in a message. It is
	// empty elsewhere.
	Part string
	// Element is the name of the element, and Attr the name of the attribute, in lower case
	// except in XML. Attr is empty for the content of an element. For a header field, Element
	// is empty and Attr is the name of the field; so are they for a string of JSON that is a URL
	// and the name of its member. For a style sheet, both are empty.
	Element, Attr string
	// Offset is the offset of the link in the source, in bytes.
	Offset int64
	// Ref is the reference as a reader of the document sees it: decoded, and without line
	// breaks and the white space around it.
	Ref string
	// Base is the base that Ref is resolved against, with its layer. It is never nil: without
	// a base its layer is [base.Default].
	Base *base.Result
	// Target is what Ref becomes if Status is [Resolved], what it would become if Status is [Unread], and
	// Ref otherwise.
	Target string
	// Use says what a reader of the document does with the target, by the place of the link:
	// "followed" if the user may go there (a[href], form[action]); "shown" if it is loaded and shown
	// in the document (img[src], url() in CSS); "applied" if it is loaded and run, applied to the
	// document, or shown as a document in it (script[src], @import, iframe[src]); "named" if nothing
	// is read there (base[href], an identifier, a host to connect to).
	Use string
	// Status says what becomes of the link.
	Status Status
	// Reason says why the link is relative in the output, or why it is [Left]. It is empty for
	// other links.
	Reason Reason
	// Also and Place are the group of Options.Also and the row of Options.Places that would read a link
	// whose status is [Unread]. Both are empty if nothing would.
	Also, Place string
}

func newLink(r *engine.Reference) *Link {
	return &Link{
		Part: r.Part, Element: r.Element, Attr: r.Attr, Message: r.Message, Offset: r.Start + int64(r.Offset()),
		Ref: string(r.Text), Base: r.Base, Target: string(r.Target), Use: uses[r.Use()],
		Status: Status(r.Status.String()), Reason: Reason{Code: r.Reason.Code, Text: r.Reason.Text},
	}
}

func newUnread(u *engine.Unread) *Link {
	return &Link{
		Part: u.Part, Element: u.Element, Attr: u.Attr, Message: u.Message, Offset: u.Start + int64(u.Offset),
		Ref: string(u.Text), Base: u.Base, Target: cmp.Or(u.Target(), string(u.Text)), Status: Unread, Also: u.Group.String(), Place: u.Row(),
	}
}

// uses are the values of Link.Use.
var uses = [...]string{engine.Follow: "followed", engine.Show: "shown", engine.Apply: "applied", engine.Name: "named"}

// Loads reports whether a reader of the document loads the target without being asked for it: Use is
// "shown" or "applied".
func (l *Link) Loads() bool { return l.Use == uses[engine.Show] || l.Use == uses[engine.Apply] }

// A Status says what becomes of a link. Its value is its name.
type Status string

// The statuses.
const (
	// Unresolved links stay relative: no base URL is known, or the rules for resolution
	// make no URL of them.
	Unresolved Status = "unresolved"
	// Absolute links already are absolute.
	Absolute Status = "absolute"
	// Resolved links are replaced by their target.
	Resolved Status = "resolved"
	// Left links stay as they are, on purpose.
	Left Status = "left"
	// Relative links stay relative, as the mode wants it.
	Relative Status = "relative"
	// Unread is text that looks like a link and that no place reads: see Options.Unread. It stays.
	Unread Status = "unread"
)

// A Reason says why a link stays as it is, or becomes another relative link.
type Reason struct {
	// Code identifies the reason. It is stable. The package comment lists the codes.
	Code string
	// Text is a sentence for people. It may change.
	Text string
}

// String returns the sentence.
func (r Reason) String() string { return r.Text }

// A Decision is the answer of [Options].Decide. [Default], [Keep] and [Replace] make one.
type Decision struct {
	action action
	url    string
}

type action uint8

const (
	takeDefault action = iota
	keep
	replace
)

// Default leaves the decision to the mode. It is the zero Decision.
func Default() Decision { return Decision{} }

// Keep leaves a link unchanged.
func Keep() Decision { return Decision{action: keep} }

// Replace replaces a link by a URL. The URL is written in the form of the place: with its quotes,
// escapes and encodings. If the place cannot hold it, the link stays as it is, with status [Left].
// A URL never adds an element, an attribute or a header field. A relative URL is written as it is,
// and reported as [Resolved] with the reason relative-url.
func Replace(url string) Decision { return Decision{replace, url} }
