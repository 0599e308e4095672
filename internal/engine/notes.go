package engine

import "github.com/hrefix/hrefix/internal/engine/reason"

// A Note reports a defect of the source, or a part that was left because of a
// defect. The source is still read.
type Note struct {
	// Code identifies the kind of the note: a constant below, or the code of the reason why
	// something is left. Codes are stable; Text is not.
	Code string
	// Message is the number of the message in its mailbox, and Part the entity of a message,
	// as in [Reference].
	Message int
	Part    string
	// Offset is the offset in the source of the part that the note describes.
	Offset int
	// Text is the sentence for people.
	Text string
	// Left reports whether that part is left as it is.
	Left bool
}

// The codes of notes that are not codes of reasons.
const (
	// MessageDefect: a message does not follow its standards.
	MessageDefect = "message-defect"
	// RecordDefect: a record of a web archive, or a file of an archive, does not follow its
	// standards.
	RecordDefect = "record-defect"
	// NestedArchive: a file of an archive is an archive.
	NestedArchive = "nested-archive"
	// BrokenSeal: a DKIM-Signature or ARC-Message-Signature covers a part that changes, so the
	// signature no longer verifies.
	BrokenSeal = "broken-seal"
	// ChangedSigned: a signed part is changed, which [Options].Signed allows.
	ChangedSigned = "changed-signed"
	// RefusedBase: a header field gives a base whose scheme is not in
	// [Options].BaseSchemes.
	RefusedBase = "refused-base"
	// LongLine: a line of a message gets longer than 998 bytes (RFC 5322 section 2.1.1).
	LongLine = "long-line"
	// TooLarge: a document has more bytes than [Options].MaxDocument.
	TooLarge = "too-large"
	// TooMany: a part of a document has too many pieces, or is nested too deep.
	TooMany = "too-many"
	// UnreadableEncoding: the encoding of a document cannot be scanned, or the bytes contradict the
	// declared encoding, so references are not found.
	UnreadableEncoding = "unreadable-encoding"
	// BrokenJSON: JSON text is broken, and all of it is left.
	BrokenJSON = "broken-json"
	// NoJSONField: nothing in JSON text is read, because no field names a string in it.
	NoJSONField = "no-json-field"
	// UnreadHTML: XML text has HTML in a place that is not read. [Options].Places can name it.
	UnreadHTML = "unread-html"
	// BasePolicy: a Content-Security-Policy restricts BASE.
	BasePolicy = "base-policy"
	// KeptBase: BASE is kept although [Options].DropBase is set.
	KeptBase = "kept-base"
	// MappedBase: the base is written in ASCII, since the encoding of the document may not
	// have its characters.
	MappedBase = "mapped-base"
	// LateBase: a BASE element comes after an element that loads at once.
	LateBase = "late-base"
	// FileBase: the BASE of a part of a message leads to files of a computer.
	FileBase = "file-base"
	// IgnoredXMLBase: browsers ignore the xml:base attribute that gives the base.
	IgnoredXMLBase = "ignored-xml-base"
	// BlockedIntegrity: an integrity or crossorigin attribute keeps browsers from loading a local
	// file.
	BlockedIntegrity = "blocked-integrity"
	// BlockedFile: browsers do not load this kind of file from a disk.
	BlockedFile = "blocked-file"
	// UnreadScript, ComputedImport and ImportScope: imports of a script depend on the URL of
	// the document.
	UnreadScript   = "unread-script"
	ComputedImport = "computed-import"
	ImportScope    = "import-scope"
)

// NoBase is the code of the note that a document is not pinned because it has no base.
var NoBase = reason.NoBase.Code
