// Package mimebase finds the entities of a message, as spans of its source,
// and the base URL of each: layers 3.1 and 3.2 of RFC 1808 for messages.
//
// # Terms
//
// An entity is a header and a body (RFC 2045 section 2.4): a message, or a
// part of a multipart. A composite has entities in its body: a multipart its
// parts, a message/rfc822 another message. All others are leaves. A header
// field is a name and a body; what stands in the body of a field is its value
// once it has been unfolded.
//
// [Parse] returns the tree. Nothing is copied and nothing is decoded: every
// entity says where it stands in which text, as half-open spans. Only a message
// that is itself encoded has to be decoded to be parsed; the entities in it
// stand in the decoded text, and [Entity.SourceOffset] leads from there to the source.
// [Entity.Decode] decodes the body of a leaf when it is asked to.
//
// # Bases
//
// The base of an entity is that of the composite around it, unless its own
// header gives one (RFC 1808 section 3.2), and so on inward:
// [Entity.Context] is what a document in the body of an entity inherits.
// References in the header itself have the header's base field as their layer
// 3.1: [Entity.HeaderBase].
//
// # Specifications
//
// RFC 2045 and RFC 2046 for the structure, RFC 5322 for header fields,
// RFC 9051 section 6.4.5 for the numbers of parts, RFC 1808 section 3,
// RFC 2110 and RFC 2557 for bases.
//
// # Divergences
//
// Entities are found where mail readers show them. In particular:
//
//   - Lines end with CR LF or LF; CR alone is an ordinary byte. A message in which
//     all lines end with CR alone is read, and left: Text is a copy of the source
//     then, with LF in place of CR.
//   - A delimiter line may end with blanks. An outer boundary ends parts that
//     were not closed, and a part without an end goes on to that of the
//     composite. Of two open boundaries that are the same, the inner one counts.
//   - A multipart whose boundary is not given, or does not occur, is a leaf.
//   - Lines of a header that are no fields are skipped if a field follows, and
//     begin the body if none does; such a body is left. A part whose first line is
//     no field has no header.
//   - RFC 2045 section 6.4 forbids to encode composites. The encoding of a
//     multipart is ignored; message/rfc822 is decoded, unless it plainly is not
//     encoded.
//   - Base fields of multiparts are inherited by the parts, as RFC 1808 section
//     3.2 and RFC 2557 section 5 want; RFC 2110 calls them meaningless.
//
// Defects are noted ([Note]), and where readers do not agree on what an entity
// is, Entity.ReadOnly says why it should not be changed.
//
// # Limits
//
// Time and memory are linear in the source, and no content makes Parse fail:
// see [Limits]. What lies beyond a limit is one leaf that is left as it is.
package mimebase
