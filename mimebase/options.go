package mimebase

import "github.com/hrefix/hrefix/base"

// Options configure [Parse]. The zero value is the default.
type Options struct {
	// BaseFields are the names of the header fields that give a base, the
	// preferred one first. Nil means [base.DefaultFields].
	BaseFields []string
	// BaseSchemes are the schemes, in lower case, that a base from a header
	// field may have, also one from RetrievalFields. Nil means
	// [base.DefaultSchemes].
	BaseSchemes []string
	// RetrievalFields are the names of message header fields with the URL that
	// the message was retrieved from (RFC 1808 section 3.3), such as
	// "Snapshot-Content-Location" of pages that browsers save as messages. They
	// count if the caller gives no such URL.
	RetrievalFields []string
	// AllowSigned allows changes of entities in multipart/signed.
	AllowSigned bool
	// KeepDKIM makes a message read-only if a header field signs it: see [IsSeal].
	KeepDKIM bool
	// KeepAttachments makes attachments read-only: entities whose
	// Content-Disposition says so (RFC 2183 section 2.2).
	KeepAttachments bool
	// Start is the offset in the text at which the message begins. All spans
	// are offsets in the text.
	Start int
	// Decode, if not nil, replaces the function that decodes the body of a
	// message/rfc822 entity in base64 or quoted-printable. This is done while
	// parsing, to find the entities in the body. Decode returns the decoded
	// text, and a function that maps an offset in that text to the offset in
	// e.Text of the bytes that were decoded. A nil function returns its
	// argument. If Decode returns an error, the entity
	// is a leaf. Decode must not use e.Part, e.Parts or e.Notes.
	Decode func(e *Entity) (text []byte, offset func(int) int, err error)
	// Limits bound the size of the tree.
	Limits Limits
}

// Limits bound the tree that [Parse] builds. A limit of zero means its default.
type Limits struct {
	Depth    int // nested entities; default 100
	Entities int // the entities in a message; default 10,000
	Header   int // bytes in the header of an entity; default 1 MiB
	Fields   int // fields in the header of an entity; default 10,000
	Boundary int // bytes in a boundary; default 2,048
	Params   int // parameters of a media type; default 1,000
	Encoded  int // nested messages in a transfer encoding; default 8
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
