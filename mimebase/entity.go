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
	// Name is the field's name as it is written.
	Name string
	// Body is what stands after the colon, up to the last line ending of the
	// field, which is not part of it. Folding is.
	Body Span
}

// A Note is a recoverable defect of an entity.
type Note struct {
	// Part is the number of the entity.
	Part string
	// Offset is where in the source the defect is.
	Offset int
	Text   string
}

// An Entity is a message or a part of one (RFC 2045 section 2.4).
type Entity struct {
	// Part is the entity's number as in IMAP (RFC 9051 section 6.4.5). The
	// parts of a multipart message are 1, 2 and so on, those of the multipart
	// 2 are 2.1, 2.2; a message that is no multipart has the one part 1. A
	// message in part 2 numbers its parts 2.1, 2.2, or else has the one part
	// 2.1. A multipart message itself has the number of the part that it is
	// in: "" at the top.
	Part string

	// Text is the text that the spans refer to: the source, or the decoded
	// body of a message that is encoded as a whole. It must not be changed.
	Text []byte

	// Whole is the entity, Header and Body together are Whole. The empty line
	// between them belongs to the header. The line ending before a delimiter
	// belongs to the delimiter (RFC 2046 section 5.1.1), not to the body.
	Whole, Header, Body Span

	// Fields are the fields of the header, in order.
	Fields []Field
	// MediaType is the media type, in lower case: that of the Content-Type
	// field, or the default of RFC 2046 (text/plain; message/rfc822 within
	// multipart/digest).
	MediaType string
	// Params are the parameters of the media type. Their names are in lower
	// case. The map must not be changed.
	Params map[string]string
	// TransferEncoding is the value of Content-Transfer-Encoding in lower
	// case; 7bit if there is none.
	TransferEncoding string

	// Parts are the entities in the body, in order. A leaf has none.
	Parts []*Entity
	// Parent is the composite that the entity is a part of, nil at the top.
	Parent *Entity

	// ReadOnly says why nothing in the entity may be changed; it is empty if it
	// may. All entities within have the same reason, if they have none of
	// their own.
	ReadOnly string
	// ReadOnlyCode identifies that reason: "signed" (multipart/signed), "encrypted" (or
	// perhaps signed, as application/pkcs7-mime is), "sealed" (DKIM or ARC), "attachment",
	// "partial" (message/partial), "ambiguous" (contradicting header fields),
	// "transfer-encoding" (unknown or defective), "limit" (beyond [Limits]) or "defect".
	ReadOnlyCode string
	// Notes are the recoverable defects of this entity alone.
	Notes []Note

	depth          int
	names          uint64 // the [nameBit] of all fields
	cut            bool   // the header runs into a delimiter
	unended        bool   // the header ends where a line is no field
	opaque         bool   // not to be looked into
	headerOnly     bool   // see [HeaderContext]
	outer, context *base.Context
	sources        []source
	refused        *Note // on a field of Options.RetrievalFields
	baseFields     *fieldNames
	offset         func(int) int     // see [Entity.SourceOffset]
	encoded        bool              // the message in the body had to be decoded
	spare          map[string]string // for Params, or that itself
}

// IsLeaf reports whether no entities were found in the body.
func (e *Entity) IsLeaf() bool { return len(e.Parts) == 0 }

// Walk calls f for the entity and all entities within, in source order.
func (e *Entity) Walk(f func(*Entity)) {
	f(e)
	for _, part := range e.Parts {
		part.Walk(f)
	}
}

// FieldBody returns the body of the first field of that name, whatever its
// case.
func (e *Entity) FieldBody(name string) (body Span, ok bool) {
	for body := range e.FieldBodies(name) {
		return body, true
	}
	return Span{}, false
}

// FieldBodies yields the bodies of the fields of that name, whatever its case, in their
// order.
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

// fieldNames are names of fields that give a base, and the [nameBit] of all.
type fieldNames struct {
	list    []string
	bits    uint64
	schemes []string // that the base may have
}

func newFieldNames(list, schemes []string) *fieldNames {
	names := &fieldNames{list: list, schemes: schemes}
	for _, name := range list {
		names.bits |= nameBit(name)
	}
	return names
}

// nameBit returns a bit that tells most names of fields apart, whatever their
// case.
func nameBit(name string) uint64 {
	if name == "" {
		return 0
	}
	return 1 << nameHash(name)
}

// nameHash returns a number below 64 for a name that is not empty, whatever its
// case. The factors are among those that keep most of the usual names apart.
func nameHash[T string | []byte](name T) uint {
	first, last := name[0]|0x20, name[len(name)-1]|0x20
	return (uint(len(name))*5 + uint(first)*14 + uint(last)*7) % 64
}

// isName reports whether two names of fields are the same.
func isName(a, b string) bool { return len(a) == len(b) && (a == b || strings.EqualFold(a, b)) }

// FieldValue returns the unfolded body of the first field of that name, or ""
// if there is none.
func (e *Entity) FieldValue(name string) string {
	body, _ := e.FieldBody(name)
	return unfold(e.Text[body.Start:body.End])
}

// ErrEncoding means that the transfer encoding of a body is not known.
var ErrEncoding = errors.New("unknown transfer encoding")

// Decode returns the body without its transfer encoding (RFC 2045 section 6).
// The result may share memory with e.Text and must not be changed. If there is
// an error, the result is what could be decoded; if the error is [ErrEncoding],
// it is the body as it is.
func (e *Entity) Decode() ([]byte, error) {
	if e.encoded {
		return e.Parts[0].Text, nil
	}
	text, _, err := decodeBody(e)
	return text, err
}

// decodeBody decodes the body of e. It returns the text, and a function from an
// offset in it to the offset in e.Text of what was decoded there.
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

// SourceOffset returns the offset in the source of the offset n in e.Text. The
// two are the same unless e is in a message that had to be decoded; then it is
// the offset of the bytes that the byte at n was decoded from.
func (e *Entity) SourceOffset(n int) int {
	if e.offset == nil {
		return n
	}
	return e.offset(n)
}

// isExternalBody reports whether the body is not there: the entity describes one
// that lies elsewhere (message/external-body, RFC 2046 section 5.2.3).
func (e *Entity) isExternalBody() bool {
	return e.Parent != nil && e.Parent.MediaType == "message/external-body"
}

// IsMessage reports whether the entity is a message of its own: the top, or
// what a message/* holds.
func (e *Entity) IsMessage() bool {
	return e.Parent == nil || !e.Parent.isMultipart()
}

func (e *Entity) isMultipart() bool { return strings.HasPrefix(e.MediaType, "multipart/") }

// note notes a defect at offset off of e.Text.
func (e *Entity) note(off int, text string) {
	e.Notes = append(e.Notes, Note{Part: e.Part, Offset: e.SourceOffset(off), Text: text})
}

// leave sets the reason why the entity is left as it is, and notes it.
func (e *Entity) leave(off int, code, reason string) {
	if e.ReadOnly == "" {
		e.ReadOnly, e.ReadOnlyCode = reason, code
	}
	e.note(off, reason)
}
