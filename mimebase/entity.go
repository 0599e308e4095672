package mimebase

import (
	"errors"
	"iter"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/view"
)

// A Span is a half-open range of byte offsets in a text.
type Span struct{ Start, End int }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// A Field is a header field (RFC 5322 section 2.2).
type Field struct {
	// Name is the name of the field as written.
	Name string
	// Body is the body of the field: the bytes after the colon, up to the line
	// ending that ends the field. It includes the line endings of folding.
	Body Span
}

// A Note describes a recoverable defect of an entity.
type Note struct {
	// Part is the part number of the entity.
	Part string
	// Offset is the offset of the defect in the source.
	Offset int
	Text   string
}

// An Entity is a message or a part of one (RFC 2045 section 2.4).
type Entity struct {
	// Part is the part number of the entity as in IMAP (RFC 9051 section
	// 6.4.5). The parts of a multipart message are 1, 2 and so on; the parts of
	// the multipart 2 are 2.1, 2.2 and so on. A message that is not a multipart
	// has the single part 1. A message in part 2 numbers its parts 2.1, 2.2 and
	// so on, or has the single part 2.1. A multipart message has the number of
	// the part that contains it, or "" at the top.
	Part string

	// Text is the text that the spans of the entity refer to. It is the source,
	// or the decoded text of a message in a transfer encoding. It must not be
	// changed.
	Text []byte

	// Whole is the span of the entity: Header, then Body. The empty line
	// between them belongs to Header. The line ending before a delimiter line
	// belongs to the delimiter (RFC 2046 section 5.1.1), not to Body.
	Whole, Header, Body Span

	// Fields are the header fields, in order.
	Fields []Field
	// MediaType is the media type in lower case: the type of the Content-Type
	// field, or the default of RFC 2046, which is text/plain, but
	// message/rfc822 in multipart/digest.
	MediaType string
	// Params are the parameters of the media type. Names are in lower case. The
	// map must not be changed.
	Params map[string]string
	// TransferEncoding is the value of the Content-Transfer-Encoding field in
	// lower case, or "7bit" if the header has no such field.
	TransferEncoding string

	// Parts are the entities in the body, in order. A leaf has no parts.
	Parts []*Entity
	// Parent is the entity that contains this one, or nil for the outermost entity.
	Parent *Entity

	// ReadOnly, if not empty, says why the entity must not be changed. The
	// entities in it inherit the reason unless they have a reason of their own.
	ReadOnly string
	// ReadOnlyCode identifies the reason in ReadOnly:
	//
	//	signed             multipart/signed
	//	encrypted          multipart/encrypted, or application/pkcs7-mime, which
	//	                   may be signed only
	//	sealed             a DKIM or ARC signature covers the message: see [IsSeal]
	//	attachment         an attachment (RFC 2183)
	//	partial            message/partial
	//	ambiguous          header fields that contradict each other
	//	transfer-encoding  an unknown or malformed transfer encoding
	//	limit              beyond [Limits]
	//	defect             another defect
	ReadOnlyCode string
	// Notes describe the defects of this entity, without the defects of its parts.
	Notes []Note

	depth          int
	names          uint64 // the bits of the names of all fields: see nameBit
	cut            bool   // a delimiter line ends the header
	unended        bool   // a line that is not a field ends the header
	opaque         bool   // the body is not parsed
	headerOnly     bool   // made by [HeaderContext]
	outer, context *base.Context
	sources        []source
	refused        *Note // a note on a field of Options.RetrievalFields that is passed over
	baseFields     *fieldNames
	offset         func(int) int     // implements SourceOffset; nil if Text is the source
	encoded        bool              // the message in the body was decoded
	spare          map[string]string // memory for Params
}

// IsLeaf reports whether the entity has no parts.
func (e *Entity) IsLeaf() bool { return len(e.Parts) == 0 }

// Walk calls f for the entity and for all entities in it, in source order.
func (e *Entity) Walk(f func(*Entity)) {
	f(e)
	for _, part := range e.Parts {
		part.Walk(f)
	}
}

// FieldBody returns the span in e.Text of the body of the first field called
// name. Case is ignored.
func (e *Entity) FieldBody(name string) (body Span, ok bool) {
	for body := range e.FieldBodies(name) {
		return body, true
	}
	return Span{}, false
}

// FieldBodies returns an iterator over the bodies of all fields called name, in
// order. Case is ignored.
func (e *Entity) FieldBodies(name string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		if e.names&nameBit(name) == 0 {
			return
		}
		for i := range e.Fields {
			if isName(e.Fields[i].Name, name) && !yield(e.Fields[i].Body) {
				return
			}
		}
	}
}

// fieldNames are the names of the fields that give a base.
type fieldNames struct {
	list    []string
	bits    uint64
	schemes []string // the schemes that such a base may have
}

func newFieldNames(list, schemes []string) *fieldNames {
	names := &fieldNames{list: list, schemes: schemes}
	for _, name := range list {
		names.bits |= nameBit(name)
	}
	return names
}

// nameBit returns a bit for the name of a field, in any case. Most names in use
// have different bits.
func nameBit(name string) uint64 {
	if name == "" {
		return 0
	}
	return 1 << nameHash(name)
}

// nameHash returns a number below 64 for the name of a field, which is not
// empty, in any case. The factors were chosen to give most names in use
// different numbers.
func nameHash[T string | []byte](name T) uint {
	first, last := name[0]|0x20, name[len(name)-1]|0x20
	return (uint(len(name))*5 + uint(first)*14 + uint(last)*7) % 64
}

// isName reports whether a and b are the same name of a field. Case is ignored.
func isName(a, b string) bool { return len(a) == len(b) && (a == b || strings.EqualFold(a, b)) }

// FieldValue returns the unfolded body of the first field called name, or "" if
// there is no such field. Case is ignored.
func (e *Entity) FieldValue(name string) string {
	body, _ := e.FieldBody(name)
	return unfold(e.Text[body.Start:body.End])
}

// ErrEncoding is the error for an unknown transfer encoding.
var ErrEncoding = errors.New("unknown transfer encoding")

// Decode returns the body with its transfer encoding (RFC 2045 section 6)
// removed. The result may share memory with e.Text and must not be changed. If
// the error is [ErrEncoding], the result is the body as it is. After any other
// error the result is the part that could be decoded.
func (e *Entity) Decode() ([]byte, error) {
	if e.encoded {
		return e.Parts[0].Text, nil
	}
	text, _, err := decodeBody(e)
	return text, err
}

// decodeBody decodes the body of e. It returns the decoded text, and a function
// that maps an offset in it to the offset in e.Text of the bytes that were
// decoded.
func decodeBody(e *Entity) (text []byte, offset func(int) int, err error) {
	var v view.View
	start, end := e.Body.Start, e.Body.End
	switch {
	case e.isMultipart() || isPlainEncoding(e.TransferEncoding):
		v = view.NewIdentity(e.Text, start, end)
	case e.TransferEncoding == "quoted-printable":
		v = view.NewQuotedPrintable(e.Text, start, end)
	case e.TransferEncoding == "base64":
		v, err = view.NewBase64(e.Text, start, end)
	default:
		v, err = view.NewIdentity(e.Text, start, end), ErrEncoding
	}
	return v.Text(), v.Source, err
}

// SourceOffset returns the offset in the source for the offset n in e.Text.
// They differ only if e is in a message that was decoded; then SourceOffset
// returns the offset of the bytes that the byte at n was decoded from.
func (e *Entity) SourceOffset(n int) int {
	if e.offset == nil {
		return n
	}
	return e.offset(n)
}

// IsMessage reports whether the entity is a message: the top, or the content of
// a message/rfc822 or a similar type.
func (e *Entity) IsMessage() bool {
	return e.Parent == nil || !e.Parent.isMultipart()
}

func (e *Entity) isMultipart() bool { return strings.HasPrefix(e.MediaType, "multipart/") }

// note adds a note on a defect at offset off of e.Text.
func (e *Entity) note(off int, text string) {
	e.Notes = append(e.Notes, Note{Part: e.Part, Offset: e.SourceOffset(off), Text: text})
}

// leave makes e read-only, unless it already is, and adds the reason as a note.
func (e *Entity) leave(off int, code, reason string) {
	if e.ReadOnly == "" {
		e.ReadOnly, e.ReadOnlyCode = reason, code
	}
	e.note(off, reason)
}
