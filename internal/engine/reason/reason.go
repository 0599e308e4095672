// Package reason lists the reasons why references stay as they are. Each has a code, which
// is stable, and a sentence, which may change and may name details.
package reason

// A Reason says why a reference is not replaced by its target. The zero value means that
// there is no reason. [Reason.Is] compares reasons by their codes.
type Reason struct {
	// Code identifies the reason. It is in lower case, with hyphens.
	Code string
	// Text is the sentence for people.
	Text string
}

// independents has the codes of reasons that have nothing to do with the base.
var independents = make(map[string]bool)

// independent returns a reason that has nothing to do with the base.
func independent(code, text string) Reason {
	independents[code] = true
	return Reason{code, text}
}

// IsIndependent reports whether the reference stays whatever its base is. BASE can be removed despite such a
// reference.
func (r Reason) IsIndependent() bool { return independents[r.Code] }

// String returns the sentence.
func (r Reason) String() string { return r.Text }

// Is reports whether r has the code of other.
func (r Reason) Is(other Reason) bool { return r.Code == other.Code }

// With returns r with more appended to its sentence.
func (r Reason) With(more string) Reason { return Reason{r.Code, r.Text + more} }

// References that have no target.
var (
	NoBase      = Reason{"no-base", "no base URL is known"}
	UnknownBase = Reason{"unknown-base", "the base is not known: "}
	OpaqueBase  = Reason{"opaque-base", "the base is a URL such as mailto:, against which nothing can be resolved"}
	Rejected    = Reason{"rejected", "the rules for resolution make no URL of it"}
)

// References that do not depend on a base, or are no URLs.
var (
	Empty         = independent("empty", "empty, where a URL is required")
	EmptyInItem   = independent("empty", "empty, and names the item that it is in")
	LocalFragment = independent("local-fragment", "names a part of this document")
	OwnAnchor     = independent("own-anchor", "a link within this document")
	KeptFragment  = independent("kept-fragment", "a reference within the document, kept")
	NoValue       = independent("no-value", "an attribute without a value")
	Placeholder   = independent("placeholder", "a placeholder of a template")
	NetworkPath   = independent("network-path", "a file on a Windows network")
)

// References that cannot be read for certain.
var (
	TwiceEncoded  = Reason{"twice-encoded", "encoded in quoted-printable twice"}
	Entity        = Reason{"entity", "it has an entity of the document type"}
	NotWellFormed = Reason{"not-well-formed", "not well-formed: a value without quotes"}
	BadEscape     = Reason{"bad-escape", "a string with a malformed escape"}
)

// References whose targets cannot be written.
var (
	BadURL           = Reason{"bad-url", "Options.Decide gives text that is not a URL"}
	RelativeURL      = Reason{"relative-url", "Options.Decide gives a relative URL"}
	Unwritable       = Reason{"unwritable", "its place cannot hold the target"}
	Misread          = Reason{"misread", "its target would be read as something else here"}
	TargetEncoding   = Reason{"target-encoding", "its target cannot be written in the encoding of its document ("}
	BaseEncoding     = Reason{"base-encoding", "the base has characters in UTF-8 and "}
	BaseBytes        = Reason{"base-encoding", "the base has bytes that are not characters in UTF-8: escape them in the base"}
	Prescan          = Reason{"prescan", "browsers look for the encoding in the first 1024 bytes only, and the edits would move its declaration past them"}
	DocumentInMarkup = Reason{"unquoted-document", "an attribute without quotes, in a comment that its document could end"}
	Growth           = Reason{"growth", "the document would grow beyond the limit"}
)

// References that stay because of files or parts around them, or because the caller wants it.
var (
	InBundle = Reason{"in-bundle", "a link between files of a book"}
	OwnFile  = Reason{"own-file", "a file that was saved with the page"}
	NoURL    = Reason{"own-file", "leads to a file whose URL is not known: --map FILE gives it"}
	OwnBase  = Reason{"own-base", "the relative BASE of a saved page, on which links to files beside it may depend"}
	Kept     = Reason{"kept", "kept by Options.Decide"}
	Sibling  = Reason{"sibling-part", "refers to a part of the message by its Content-Location, and the two would become different URLs"}
	Pinned   = Reason{"pinned", "stays relative: the base is written into the document instead"}
)

// References in header fields and parts of messages.
var (
	Field     = Reason{"field", ""}             // the field cannot be read for certain
	FieldText = Reason{"unwritable-field", ""}  // the field cannot hold the target
	Transfer  = Reason{"transfer-encoding", ""} // the transfer encoding of the part has defects
	OtherFile = Reason{"other-file", ""}        // the part has the bytes of another kind of file
	InlinePGP = Reason{"inline-pgp", "signed or encrypted (inline PGP)"}
	ReadOnly  = Reason{"read-only", ""} // the container has the document, and does not allow a change

	Conversion = Reason{"no-conversion", "in the header of an HTTP response, which a conversion does not have"}
)

// References in a tree of files, when links are made relative. The first reasons can also describe
// a reference that is changed.
var (
	NotInTree        = Reason{"not-in-tree", "the tree has no such file"}
	NoScheme         = Reason{"no-scheme", "seems to be the URL of another site without its scheme"}
	ByName           = Reason{"by-name", "HTTrack did not note the URL of the file, so it is a guess by the name"}
	Outside          = Reason{"outside", "outside of the tree"}
	FileOutside      = Reason{"outside", "leads to a file outside of the tree: give --root for the files there, too"}
	AlreadyRelative  = Reason{"already-relative", "relative already"}
	NoRelativeForm   = Reason{"no-relative-form", "no relative reference has that target"}
	OtherSpelling    = Reason{"other-spelling", "the URL of the file is "}
	FileName         = Reason{"other-spelling", "the name of a file with \"?\" in it, and not its URL"}
	OtherName        = Reason{"other-name", "the name of the file is "}
	GivesBase        = Reason{"gives-base", "other references are resolved against it"}
	Script           = Reason{"script", "scripts do not load from files"}
	InnerBase        = Reason{"inner-base", "the base is that of a part of the document"}
	InMessage        = Reason{"message", "in a message: mail programs do not look for files beside it"}
	InFeed           = Reason{"feed", "readers of feeds need absolute URLs"}
	InJSON           = Reason{"json", "in JSON: its readers do not look for files beside it"}
	BaseOutside      = Reason{"base-outside", "BASE leads out of the tree"}
	OtherBaseOutside = Reason{"base-outside", "a BASE that does not count leads out of the tree"}
)

// LeadsThere is the reason why a reference stays relative when links move.
var LeadsThere = Reason{"leads-there", "relative, and leads to its target from the new base too"}

// Identifier is the reason why a reference stays when links move, although its target has moved.
var Identifier = Reason{"identifier", "readers know the item by it"}

// NotPinned is the reason why a base is not written into a document. Use With to add the details.
var NotPinned = Reason{"not-pinned", ""}
