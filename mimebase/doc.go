// Package mimebase parses a message into its entities, as spans of the source,
// and finds the base URL of each entity: layers 3.1 and 3.2 of RFC 1808 section
// 3 for messages.
//
// # Terms
//
// An entity is a header and a body (RFC 2045 section 2.4). It is a message, or a
// part of a multipart. A composite entity has entities in its body: a multipart
// has its parts, and a message/rfc822 has a message. All other entities are
// leaves. A header field has a name and a body. The value of a field is its
// unfolded body.
//
// [Parse] returns the tree of entities. Parsing copies and decodes nothing:
// every entity has the spans of its header, fields and body. The only exception
// is a message/rfc822 in base64 or quoted-printable. Its entities are in the
// decoded text, and [Entity.SourceOffset] maps offsets in that text to offsets
// in the source. [Entity.Decode] decodes the body of a leaf.
//
// # Bases
//
// An entity inherits the base of the entity that contains it, unless its own
// header gives one (RFC 1808 section 3.2). [Entity.Context] returns what a
// document in the body of an entity inherits. For references in a header field,
// the base field of the same header is layer 3.1: see [Entity.HeaderBase].
//
// A program that has parsed a message with another package calls
// [HeaderContext] for each header instead.
//
// # Files
//
// parse.go takes a message apart, with boundary.go, header.go and mediatype.go.
// describe.go reads what the header of an entity says about its body. context.go has
// the base: which fields count, and in which order, also for headers that another
// package has parsed.
//
// # Specifications
//
// RFC 2045 and RFC 2046 define the structure, RFC 5322 header fields, RFC 9051
// section 6.4.5 part numbers, and RFC 1808 section 3, RFC 2110 and RFC 2557
// bases.
//
// # Divergences
//
// The tree is the tree that mail readers show. It differs from the specifications
// in these ways:
//
//   - Lines end with CR LF or LF. A bare CR is an ordinary byte. Only if all lines
//     of a message end with a bare CR, the message is parsed as if they ended with
//     LF; then it is read-only, and Text is a copy of the source with LF in place
//     of CR.
//   - A delimiter line may end with blanks. The delimiter of an outer multipart
//     ends inner multiparts that are not closed. If two open multiparts have the
//     same boundary, a delimiter belongs to the inner one.
//   - A multipart without a boundary, or whose boundary does not occur, is a leaf.
//   - A line in a header that is not a field is skipped if a field follows it.
//     Otherwise it is the first line of the body, and a leaf with such a body is
//     read-only. A part whose first line is not a field has no header.
//   - RFC 2045 section 6.4 forbids transfer encodings of composite entities. The
//     encoding of a multipart is ignored. A message/rfc822 is decoded unless its
//     body shows that the encoding was not applied.
//   - The base fields of a multipart apply to its parts, as RFC 1808 section 3.2
//     and RFC 2557 section 5 say. RFC 2110 calls them meaningless.
//
// Defects are reported as a [Note]. Where mail readers disagree on how to read an
// entity, its ReadOnly field says why it should not be changed.
//
// # Limits
//
// Time and memory are linear in the size of the source, and no content makes
// Parse fail. [Limits] bound the tree. The rest of a message that exceeds a limit
// is a single leaf, which is read-only.
package mimebase
