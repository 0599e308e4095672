// Package view decodes the encodings that a reference may sit in, and carries
// edits of the decoded text back to edits of the bytes it was decoded from.
//
// A [View] is made of a span [start, end) of an outer text: a file, or the
// text of another view. [Stack] puts views on top of each other. Nothing is
// ever encoded anew as a whole: bytes that no edit touches stay as they are.
//
// # Terms
//
// A unit is the smallest run of outer bytes that decodes on its own: a literal
// byte, an escape =XX, a line break CR LF, a character reference, a base64
// quantum. Outer bytes that decode to nothing (soft line breaks, transport
// padding, white space in base64 or in a URL) lie between units. An edit
// touches the units of the text that it replaces. A unit that is replaced in
// part is written anew as a whole.
//
// To carry edits is to find the edits of the outer text after which the view
// of it reads as the text with the edits applied. For every view
//
//	decode(apply(outer, carry(edits))) == apply(decode(outer), edits)
//
// with one exception: [URL] cannot express text that the cleaning of a URL
// would remove again, so that both sides have to be cleaned there.
//
// A unit next to an edit counts as touched if it would read differently
// beside the new bytes: an equals sign that was no escape before, a blank that
// becomes the last of its line, an ampersand that becomes a reference.
//
// # Views
//
//   - [Identity]: bytes as they are (7bit, 8bit, binary).
//   - [QuotedPrintable]: RFC 2045 section 6.7.
//   - [Base64]: RFC 2045 section 6.8.
//   - [CharRefs]: character references in attribute values, HTML Standard
//     section 13.2.5.72.
//   - [UTF16]: the Encoding Standard, section 14.2.
//   - [CSS]: escapes of strings and URLs, CSS Syntax Level 3 section 4.3.7.
//   - [JSON]: escapes of strings, RFC 8259 section 7.
//   - [JS]: escapes of strings and templates, ECMAScript 2025 clause 12.9.
//   - [URL]: the cleaning of the URL Standard, section 4.4, steps 1 to 3.
//   - [Unspaced]: the same for a header field, without any white space.
//   - [Words]: encoded words in such a field, RFC 2047.
//   - [ParamValue]: tokens and quoted-strings, RFC 2045 section 5.1.
//   - [Extended]: extended parameter values, RFC 2231 section 4.
//
// [Joined] makes one text of several pieces.
//
// Where an input breaks its specification the views read what common readers
// read; the comment of each type lists how. Only [Base64], [JS], [Words]
// and [Extended] refuse to carry edits of broken input, by the errors of [NewBase64],
// [NewJS], [NewWords] and [NewExtended].
//
// # Streams
//
// Carry takes a slice of edits and makes another, each of which may take more memory
// than the bytes that it is about. [Stream] carries edits that come one after the
// other, and holds no more of them than lie close together: those of one line in
// quoted-printable, those that touch elsewhere. The law holds for it, and what it
// yields is what Carry returns, but that base64 which is written anew comes in
// pieces. [Carry] is Stream for edits with a group among them ([edit.Group]).
//
// # Limits
//
// Time and memory are linear in the span, and no content makes a view panic.
// Beside its text a view keeps one mark for every 256 bytes or more of the
// span; an offset is found by a search in the marks and a short walk, which is
// longer only over a single run of blanks or digits that is itself long. Views
// without anything to decode share the bytes of the outer text, which must not
// change while a view of it is used. A view is not safe for concurrent Reset.
// Offsets and edits outside the text are mistakes of the caller: Source takes
// the nearest offset that there is, Carry may panic.
package view
