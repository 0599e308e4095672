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

// because returns any other reason.
func because(code, text string) Reason { return Reason{code, text} }

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
	NoBase      = because("no-base", "no base URL is known")
	UnknownBase = because("unknown-base", "the base is not known: ")
	OpaqueBase  = because("opaque-base", "the base is a URL such as mailto:, against which nothing can be resolved")
	Rejected    = because("rejected", "the rules for resolution make no URL of it")
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
	TwiceEncoded  = because("twice-encoded", "encoded in quoted-printable twice")
	Entity        = because("entity", "it has an entity of the document type")
	NotWellFormed = because("not-well-formed", "not well-formed: a value without quotes")
	BadEscape     = because("bad-escape", "a string with a malformed escape")
)

// References whose targets cannot be written.
var (
	BadURL           = because("bad-url", "Options.Decide gives text that is not a URL")
	RelativeURL      = because("relative-url", "Options.Decide gives a relative URL")
	Unwritable       = because("unwritable", "its place cannot hold the target")
	Misread          = because("misread", "its target would be read as something else here")
	TargetEncoding   = because("target-encoding", "its target cannot be written in the encoding of its document (")
	BaseEncoding     = because("base-encoding", "the base has characters in UTF-8 and ")
	BaseBytes        = because("base-encoding", "the base has bytes that are not characters in UTF-8: escape them in the base")
	Prescan          = because("prescan", "browsers look for the encoding in the first 1024 bytes only, and the edits would move its declaration past them")
	DocumentInMarkup = because("unquoted-document", "an attribute without quotes, in a comment that its document could end")
	Growth           = because("growth", "the document would grow beyond the limit")
)

// References that stay because of files or parts around them, or because the caller wants it.
var (
	InBundle = because("in-bundle", "a link between files of a book")
	OwnFile  = because("own-file", "a file that was saved with the page")
	NoURL    = because("own-file", "leads to a file whose URL is not known: --map FILE gives it")
	OwnBase  = because("own-base", "the relative BASE of a saved page, on which links to files beside it may depend")
	Kept     = because("kept", "kept by Options.Decide")
	Sibling  = because("sibling-part", "refers to a part of the message by its Content-Location, and the two would become different URLs")
	Pinned   = because("pinned", "stays relative: the base is written into the document instead")
)

// References in header fields and parts of messages.
var (
	Field     = because("field", "")             // the field cannot be read for certain
	FieldText = because("unwritable-field", "")  // the field cannot hold the target
	Transfer  = because("transfer-encoding", "") // the transfer encoding of the part has defects
	OtherFile = because("other-file", "")        // the part has the bytes of another kind of file
	InlinePGP = because("inline-pgp", "signed or encrypted (inline PGP)")
	ReadOnly  = because("read-only", "") // the container has the document, and does not allow a change

	Conversion = because("no-conversion", "in the header of an HTTP response, which a conversion does not have")
)

// References in a tree of files, when links are made relative. The first reasons can also describe
// a reference that is changed.
var (
	NotInTree        = because("not-in-tree", "the tree has no such file")
	NoScheme         = because("no-scheme", "seems to be the URL of another site without its scheme")
	ByName           = because("by-name", "HTTrack did not note the URL of the file, so it is a guess by the name")
	Outside          = because("outside", "outside of the tree")
	FileOutside      = because("outside", "leads to a file outside of the tree: give --root for the files there, too")
	AlreadyRelative  = because("already-relative", "relative already")
	NoRelativeForm   = because("no-relative-form", "no relative reference has that target")
	OtherSpelling    = because("other-spelling", "the URL of the file is ")
	FileName         = because("other-spelling", "the name of a file with \"?\" in it, and not its URL")
	OtherName        = because("other-name", "the name of the file is ")
	GivesBase        = because("gives-base", "other references are resolved against it")
	Script           = because("script", "scripts do not load from files")
	InnerBase        = because("inner-base", "the base is that of a part of the document")
	InMessage        = because("message", "in a message: mail programs do not look for files beside it")
	InFeed           = because("feed", "readers of feeds need absolute URLs")
	InJSON           = because("json", "in JSON: its readers do not look for files beside it")
	BaseOutside      = because("base-outside", "BASE leads out of the tree")
	OtherBaseOutside = because("base-outside", "a BASE that does not count leads out of the tree")
)

// LeadsThere is the reason why a reference stays relative when links move.
var LeadsThere = because("leads-there", "relative, and leads to its target from the new base too")

// Identifier is the reason why a reference stays when links move, although its target has moved.
var Identifier = because("identifier", "readers know the item by it")

// NotPinned is the reason why a base is not written into a document. Use With to add the details.
var NotPinned = because("not-pinned", "")
