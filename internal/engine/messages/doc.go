// Package messages has the rules for messages that do not depend on the documents in them.
//
//   - transfer.go: the transfer encodings of bodies, as views that carry edits back.
//   - corrections.go: the header fields that describe a body, after an edit of it.
//   - seals.go: the signatures in a header, and what they cover; signed and encrypted text.
//   - longlines.go: lines that edits make too long.
//   - basefield.go: adding a Base field to a header.
//   - related.go and survey.go: links between the parts of a multipart/related.
//
// The functions take an entity and edits of its text, and return edits and facts for notes.
// Offsets are in the text of the entity.
package messages
