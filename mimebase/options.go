package mimebase

import "github.com/hrefix/hrefix/base"

// Options change what [Parse] does. The zero value is the default.
type Options struct {
	// BaseFields are the names of the header fields that give a base, in the order
	// in which they are asked; nil means [base.Fields].
	BaseFields []string
	// BaseSchemes are the schemes, in lower case, that a base from a header field may have,
	// those of RetrievalFields included; nil means [base.Schemes].
	BaseSchemes []string
	// RetrievalFields are the names of header fields of a message that tell the URL
	// that it was retrieved from (RFC 1808 section 3.3), where nobody else does.
	RetrievalFields []string
	// AllowSigned says that entities within multipart/signed may be changed.
	AllowSigned bool
	// KeepDKIM says that messages must not be changed that a header field has
	// signed: DKIM-Signature (RFC 6376), ARC-Message-Signature and ARC-Seal
	// (RFC 8617).
	KeepDKIM bool
	// KeepAttachments says that attachments must not be changed: entities with such a
	// Content-Disposition (RFC 2183 section 2.2).
	KeepAttachments bool
	// Start is the offset in the text at which the message begins. Spans are
	// those of the text.
	Start int
	// Decode, if not nil, decodes the body of a message/rfc822 entity that has a
	// transfer encoding, which must be done to find the entities in it. It
	// returns the decoded text, and a function from an offset in that text to
	// the offset in e.Text of the bytes that were decoded to it. With an error,
	// the entity is a leaf. Decode may use the fields of e but for Part, Parts
	// and Notes.
	Decode func(e *Entity) (text []byte, offset func(int) int, err error)
	// Limits bound the tree.
	Limits Limits
}

// Limits bound what [Parse] builds. A limit of zero has its default.
type Limits struct {
	Depth    int // levels of entities: 100
	Entities int // 10,000
	Header   int // bytes in the header of an entity: 1 MiB
	Fields   int // fields in a header: 10,000
	Boundary int // bytes of a boundary: 2,048
	Params   int // parameters of a media type: 1,000
	Encoded  int // encoded messages within each other: 8
}

func (o Options) withDefaults() Options {
	if o.BaseFields == nil {
		o.BaseFields = base.DefaultFields()
	}
	if o.BaseSchemes == nil {
		o.BaseSchemes = base.DefaultSchemes()
	}
	if o.Decode == nil {
		o.Decode = decodeBody
	}
	l := &o.Limits
	for _, d := range []struct {
		limit *int
		value int
	}{
		{&l.Depth, 100},
		{&l.Entities, 10_000},
		{&l.Header, 1 << 20},
		{&l.Fields, 10_000},
		{&l.Boundary, 2048},
		{&l.Params, 1000},
		{&l.Encoded, 8},
	} {
		if *d.limit <= 0 {
			*d.limit = d.value
		}
	}
	return o
}
