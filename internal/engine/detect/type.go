package detect

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
)

// A Type is a type of documents.
type Type uint8

// The types.
const (
	// Auto is replaced by the type that [TypeOf] finds.
	Auto Type = iota
	// HTML is a document or fragment of text/html.
	HTML
	// Message is a message with header fields (RFC 5322), MIME or not; MHTML
	// (RFC 2557) too.
	Message
	// XML is an XML document: XHTML, SVG or another.
	XML
	// CSS is a style sheet.
	CSS
	// JSON is JSON text with strings that are documents or URLs: a JSON Feed, the manifest of a web
	// application, or text whose fields are in the options of package engine.
	JSON
	// Other is a file that is not a document: an archive, an image, a program, or bytes that
	// are not text. It is left as it is, with a note that names its kind.
	Other
	// containers is the type of the first container format in the table of package container. The
	// types of the other formats follow, in the order of the table.
	containers
)

// Types of container formats that code names: the command and tests. A format needs no line here.
var (
	Mbox       = named("mbox")
	Emlx       = named("emlx")
	NDJSON     = named("ndjson")
	WARC       = named("warc")
	Tar        = named("tar")
	Zip        = named("zip")
	WebArchive = named("webarchive")
)

// named returns the type of the container format that has a name. In a build without the format it is no
// valid type.
func named(name string) Type {
	if i := slices.Index(typeNames, name); i >= 0 {
		return Type(i)
	}
	return math.MaxUint8
}

// mediaTypes are the media types of documents.
var mediaTypes = [...]string{HTML: "text/html", Message: "message/rfc822", XML: "application/xhtml+xml", CSS: "text/css", JSON: "application/json"}

// MediaType returns the media type of documents of the type, or "" if the type is a container or no document.
func (t Type) MediaType() string {
	if int(t) < len(mediaTypes) {
		return mediaTypes[t]
	}
	return ""
}

var typeNames = func() []string {
	names := []string{Auto: "auto", HTML: "html", Message: "message", XML: "xml", CSS: "css", JSON: "json", Other: "other"}
	for _, f := range container.Formats() {
		names = append(names, f.Name)
	}
	return names
}()

// typeOf returns the type of a container format.
func typeOf(f *format.Format) Type { return containers + Type(slices.Index(container.Formats(), f)) }

// Container returns the container format of a type, or nil if the type is no container.
func (t Type) Container() *format.Format {
	if t < containers || !t.IsValid() {
		return nil
	}
	return container.Formats()[t-containers]
}

// IsContainer reports whether files of the type hold documents of other types.
func (t Type) IsContainer() bool { return t.Container() != nil }

// HasMembers reports whether files of the type hold any number of documents. The documents are read
// one by one, or in batches.
func (t Type) HasMembers() bool {
	f := t.Container()
	return f != nil && f.Open != nil
}

// Members returns the kind of the members of a file of the type: [format.Documents] if such files
// have no members.
func (t Type) Members() format.Kind {
	f := t.Container()
	if f == nil {
		return format.Documents
	}
	return f.Kind
}

// HasRecords reports whether files of the type are web archives, whose documents have URLs, dates and
// identifiers.
func (t Type) HasRecords() bool { return t.Members() == format.Records }

// IsBundle reports whether files of the type are bundles, such as zip archives: the documents in
// them are files of a tree.
func (t Type) IsBundle() bool { return t.Members() == format.Files }

// IsIndexed reports whether files of the type are bundles that have a directory of their files.
func (t Type) IsIndexed() bool {
	f := t.Container()
	return f != nil && f.Indexed
}

// Noun returns the word for a member of a file of the type in reports, such as "message". It is
// empty if reports have the name or the record of a member instead of its number.
func (t Type) Noun() string { return t.Members().Noun() }

// IsValid reports whether t is a type.
func (t Type) IsValid() bool { return int(t) < len(typeNames) }

// String returns the name of the type.
func (t Type) String() string {
	if !t.IsValid() {
		return fmt.Sprintf("Type(%d)", uint8(t))
	}
	return typeNames[t]
}

// TypeNames returns the names that [ParseType] accepts.
func TypeNames() []string { return slices.Concat(typeNames[:Other], typeNames[containers:]) }

// ParseType returns the type with a name. The error for an unknown name lists the names that
// ParseType accepts.
func ParseType(name string) (Type, error) {
	if t := slices.Index(typeNames, name); t >= 0 && Type(t) != Other {
		return Type(t), nil
	}
	return Auto, fmt.Errorf("unknown type %q: known are %s", name, strings.Join(TypeNames(), ", "))
}
