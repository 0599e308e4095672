// Package format defines what a container format has to implement: a [Format],
// or a [Coding]. Package internal/container has the table of all of them, and
// explains the terms.
//
// format.go and coding.go have the interfaces, and record.go what is known about a record of a web
// archive. Readers of formats read through buffer.go, and their writers collect the changes of a member in
// changed.go. ndjson.go is a format that is too small for a folder of its own.
package format

import (
	"bytes"
	"io"
	"io/fs"
	"iter"

	"github.com/hrefix/hrefix/internal/edit"
)

// A Format is a format of files that hold documents. Around each document it may
// have bytes of its own: separators, headers, lengths. In most formats, the
// documents are bytes of the file, so that an edit of a document is an edit of the
// file. In others, the documents are encoded, for example compressed. Each Format
// is one row of the table in package internal/container.
//
// Magic or Detect must be set, unless the members are Lines. Open or Split must be set.
type Format struct {
	// Name identifies the format, for users too: --type NAME.
	Name string
	// Kind is the kind of the members of a file.
	Kind Kind
	// Extensions are the extensions of file names, in lower case, each with its dot.
	Extensions []string
	// Magic reports whether a file that begins with head has the format,
	// whatever its name is. head is the first 64 KiB of the file, or all of it.
	Magic func(head []byte) bool
	// Other reports whether a file with this name is not taken apart although it has the magic,
	// because it has another use. It may be nil.
	Other func(name string) bool
	// Detect reports whether a file that begins with head probably has the format. It counts only if
	// the extension of the file shows no other type.
	Detect func(head []byte) bool

	// Open returns a Reader of the members of a file. Without it, a file of
	// the format is read into memory as one piece, and taken apart by Split. If the Reader is an
	// io.Closer, Close has to be called if not all members are read. A Format may read the
	// file as [Random] returns it.
	Open func(file io.Reader, o Options) Reader
	// Split yields the members of a file in memory, without copying them. If
	// Split is nil, the Reader of Open copies the members. A member is valid
	// until the next member is yielded.
	Split func(file []byte) iter.Seq[*Member]

	// Encoded is whether the documents are encoded in the file. Open then
	// returns an [Encoded], and the file can only be rewritten as a stream.
	Encoded bool
	// List returns all files of a bundle in their order, without reading what they contain.
	// It is set if the members are Files.
	List func(file io.Reader, o Options) ([]Entry, error)
	// Indexed is whether List reads only a list of the files that the bundle has, and not the whole bundle.
	Indexed bool

	// Cuts says where a file can be cut into parts. It is nil if a file has to be read as a whole.
	Cuts *Cuts

	// Escape returns the edits of the body of a document, changed so that readers
	// still find the end of the document. c has only the edits of the body. Escape
	// is called before the fields for lengths and digests in the document's own
	// header are corrected. It may be nil.
	Escape func(m *Member, c Change) []edit.Edit
	// Correct returns the edits of the bytes before and after a document that
	// has been edited: lengths, sizes, digests. It may be nil.
	Correct func(m *Member, c Change) (before, after []edit.Edit)
	// Lengths is whether readers may find the end of a message by its own
	// Content-Length. The field is then corrected even if it was wrong before.
	Lengths bool
}

// Members yields the members of a file in memory. A member is valid until the
// next member is yielded.
func (f *Format) Members(file []byte) iter.Seq[*Member] {
	if f.Split != nil {
		return f.Split(file)
	}
	return func(yield func(*Member) bool) {
		r := f.Open(bytes.NewReader(file), Options{})
		var m Member
		for r.Next(&m) == nil && yield(&m) {
		}
	}
}

// Cuts describes where files of a format can be cut into parts that can be read as separate files.
// Package internal/container/ranges explains the terms.
type Cuts struct {
	// Head is the number of bytes that Begins needs at most.
	Head int
	// Begins reports whether a part can begin with text. If it cannot, more reports whether it might
	// if there were more text, up to Head bytes. start is the text at the start of the file.
	Begins func(start, text []byte) (ok, more bool)
	// Find returns the first offset in text, at or after from, at which a part may begin, or -1. The
	// caller then asks Begins. text[:from] is what comes before in the file, as far as it matters.
	Find func(start, text []byte, from int) int
	// Places reads a text that begins at the start of a part, with the options of Open. It yields
	// the offsets in the text at which another part can begin if Begins returns true there. The error
	// comes from reading the text. It is not io.EOF.
	Places func(text io.Reader, start []byte, o Options) iter.Seq2[int64, error]
	// Units is whether files with a coding can be cut, too. A part can then begin at a unit if Begins
	// returns true for its text, and if the text before the unit ends with a line ending.
	Units bool
}

// An Entry is a file, directory or link in a bundle.
type Entry struct {
	// Name is the path of the entry as the bundle gives it. It may be any bytes, such as an absolute
	// path, or a path with "..".
	Name string
	// Size is the number of bytes of the file.
	Size int64
	// Mode has the type of the entry, such as a regular file, a directory or a link.
	Mode fs.FileMode
	// Link is the target of a link.
	Link string
}

// Options are options for opening a file.
type Options struct {
	// MaxMember is the largest member in bytes that is held in memory. Larger
	// members are read in parts: see [Member]. 0 means no limit.
	MaxMember int
	// Limits bound the decoded text of a file in a [Coding], and the text of
	// each document that a Format with Encoded decodes.
	Limits Limits
	// Units is the Decoder of the file that the text comes from. It may be nil. A Reader calls it
	// for [Record].Offset.
	Units Units
	// Back is the Writer of the Decoder in Units, if the file is rewritten. It
	// may be nil. If it is set, the MemberWriter of an Encoded writes through
	// it, and not to the argument of Rewrite.
	Back UnitWriter
	// Archive says how changed records of web archives are written.
	Archive Archive
	// Signed is whether files of a bundle may change although the bundle has a signature of
	// them. The signature then fails.
	Signed bool
	// Document reports whether a file of a bundle is a document, by its name and its head: the
	// first 64 KiB, or all of the file. It calls head once, unless the name decides. archive names
	// the format of a file that is itself an archive. A Reader of a bundle calls Document for each
	// regular file whose bytes it can read, and sets NoDocument and Archive of the Member. If
	// Document is nil, all files are documents.
	Document func(name string, head func() []byte) (is bool, archive string)
}

// A Reader reads a file member by member. The texts of all members, one after
// the other, are the file, unless the Reader is [Encoded].
type Reader interface {
	// Next reads the next member into m. What m refers to is valid until the
	// next call. After the last member, the error is io.EOF. After an error, Next returns the error again.
	Next(m *Member) error
}

// An Encoded is a Reader of a format with [Format].Encoded. The texts of its
// members are not bytes of the file: they are compressed there, for example.
type Encoded interface {
	Reader
	// Rewrite returns a Writer that writes the file to w, with changes of the
	// texts of its members. It may be called once, and before Next.
	Rewrite(w io.Writer) MemberWriter
}

// A MemberWriter is a Writer of an [Encoded].
type MemberWriter interface {
	Writer
	// Next begins the next member; the first call begins the first member. Later calls of Keep and
	// Replace are about the text of that member. The rest of the text of the previous member is
	// kept.
	Next() error
}

// A Member is a document and the bytes of the format around it.
type Member struct {
	// Number is the number of the member in the file, from 1.
	Number int
	// Name is the name of the member, or empty if the format has no names.
	Name string
	// Offset is the offset of Text in the file; or in the texts of all members,
	// if the Reader is Encoded.
	Offset int64
	// Text holds all bytes of the member.
	Text []byte

	// Start and End delimit the document in Text. The bytes around it belong
	// to the format.
	Start, End int
	// HTTP reports whether Text[:Start] is the head of an HTTP response: its
	// status line, its header block and an empty line, as they are in the file.
	HTTP bool
	// MediaType is the type of the document, or empty if it is found by Name
	// and by the document itself.
	MediaType string
	// Charset is the charset that the head gives to the document, or empty.
	Charset string
	// Base is the URL that the format gives to the document, if any.
	Base URL
	// Has reports whether another member has a URL, so that links of the document with this URL lead
	// to that member. It is nil in formats whose members have no URLs for links.
	Has func(url string) bool
	// Record describes a record of a web archive. It is nil in other formats.
	Record *Record
	// NoDocument reports whether the member has no document, and need not
	// have one, such as an image or a request in a web archive. Text[Start:End]
	// is then empty. The head, if there is one, may have references.
	NoDocument bool
	// Archive names the format of a member that has no document because it is an archive
	// itself, or is empty.
	Archive string
	// Defect is the reason why the document of the member cannot be read, or empty. It becomes a note that
	// begins with "left: ".
	Defect string
	// Faults describe what is wrong with the member, although its document is read. They become notes.
	Faults []string
	// ReadOnly is the reason why the document must not change, such as a signature, or empty.
	ReadOnly string
	// Broken reports whether the file is damaged in the member, or after it, so that not all of it was read.
	// Defect or Faults describe how. Such a file fails: the exit status is 2, and it is not rewritten in place.
	Broken bool
	// Counted reports whether the document ends where its own Content-Length says.
	Counted bool

	// Large reports whether Text is only a part of a member: the member is larger than Options.MaxMember, or has
	// no document and need not be held in memory. Start and End are not set in a part. Continued is set in all
	// parts except the first. If the Reader is Encoded, there may be only one part.
	Large, Continued bool
}

// A URL is an absolute URL, and the part of the file that gives it. The zero
// URL means that there is no URL.
type URL struct {
	Value string
	From  string // the origin of the URL for reports, such as "the field WARC-Target-URI"
	// Assumed is whether the scheme of the URL is a guess, since the file gives the URL without a scheme.
	Assumed bool
}

// Document returns the document.
func (m *Member) Document() []byte { return m.Text[m.Start:m.End] }

// A Change is a member, its document, and edits of the document. The member
// may be in a larger text. All offsets are in that text.
type Change struct {
	Text       []byte // a text with the member, at least up to the end of the document
	Member     int    // offset of the member
	Start, End int    // the document
	Edits      []edit.Edit
}

// Size returns the length in bytes of the edited document.
func (c *Change) Size() int { return edit.Size(c.Text[c.Start:c.End], c.Edits) }

// A Kind is what the members of a file are.
type Kind uint8

const (
	// Documents are documents of any type. When links move, a URL that the file gives a document is taken to move,
	// too.
	Documents Kind = iota
	// Messages are messages of mail.
	Messages
	// Lines are lines of JSON text, in which only the strings that the user names are read.
	// Without such names, a file of the format is no document, whatever its extension is.
	Lines
	// Records are the records of a web archive: each [Member] that is not broken has a Record, whose
	// URL stays when links move.
	Records
	// Resources are the files of a saved page. They refer to each other by their URLs, which are in the file and stay
	// when links move.
	Resources
	// Files are the files of a bundle, which is a tree: the Name of a Member is the path of the
	// file.
	Files
)

// nouns are the words for members.
var nouns = [...]string{Messages: "message", Lines: "line", Resources: "resource", Files: ""}

// Noun returns the word for a member with a document in reports, such as "line". It is empty for
// Documents, and if the names of members, or their records, say more than their numbers.
func (k Kind) Noun() string { return nouns[k] }

// An Archive says what becomes of the records of a web archive whose documents change.
type Archive struct {
	// Changes says how a changed record is written.
	Changes RecordChanges
	// Identity writes the bodies of HTTP responses that are replaced without their
	// codings. Otherwise they get the codings that they had.
	Identity bool
}

// RecordChanges are the ways in which a changed record of a web archive is written.
type RecordChanges uint8

const (
	// ReadRecords is for archives that are only read.
	ReadRecords RecordChanges = iota
	// AddConversions keeps the record, and adds a record "conversion" after it, which
	// has the changed document.
	AddConversions
	// ReplaceRecords writes the changed record in place of the old record.
	ReplaceRecords
)

// A Reporter is a MemberWriter that may have something to report about the file as a
// whole. Report is called after Close, and returns sentences for people.
type Reporter interface {
	MemberWriter
	Report() []string
}

// IsZero reports whether all bytes are zero, as in the padding of files.
func IsZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }
