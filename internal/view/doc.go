// Package view decodes the encodings that a reference may sit in, and carries
// edits of the decoded text back to edits of the bytes it was decoded from.
//
// A [View] decodes a span [start, end) of an outer text: a file, or the text of another
// view. A [Stack] is a chain of views. No view encodes its whole text again: bytes that no
// edit touches stay as they are.
//
// # Terms
//
// A unit is the smallest run of outer bytes that decodes on its own: a literal byte, an
// escape =XX, a line break CR LF, a character reference, a base64 quantum. Outer bytes that
// decode to nothing (soft line breaks, transport padding, white space in base64 or in a
// URL) lie between units. An edit touches the units of the text that it replaces. A unit
// that is replaced in part is encoded again as a whole.
//
// To carry edits of the text is to find edits of the outer text with the same effect. If
// the outer text is decoded after its edits are applied, the result is the text with its
// own edits applied. Every view obeys this law:
//
//	decode(apply(outer, carry(edits))) == apply(decode(outer), edits)
//
// There are two exceptions. Readers strip and drop some bytes of a URL, and no edit can insert
// these: for [URL], the law holds after both sides are cleaned in the same way. And an encoding may
// lack characters: for [Charset], the law holds for edits that it allows.
//
// A unit next to an edit counts as touched if it would decode differently next to the new
// bytes: an equals sign that was no escape before, a blank that becomes the last of its
// line, an ampersand that becomes a reference.
//
// # Views
//
//   - [Identity]: bytes as they are (7bit, 8bit, binary).
//   - [QuotedPrintable]: RFC 2045 section 6.7. qp.go decodes, qp_write.go encodes, and qp_fold.go
//     breaks lines.
//   - [Base64]: RFC 2045 section 6.8.
//   - [CharRefs]: character references in attribute values, HTML Standard
//     section 13.2.5.72, and XML 1.0 section 4.1.
//   - [UTF16]: the Encoding Standard, section 14.2.
//   - [Charset]: the other encodings of the Encoding Standard except UTF-8, sections 9 to 14.
//   - [CSS]: escapes of strings and URLs, CSS Syntax Level 3 section 4.3.7.
//   - [JSON]: escapes of strings in scripts and in JSON text, RFC 8259 section 7.
//   - [JS]: escapes of strings and templates, ECMAScript 2025 clause 12.9.
//   - [URL]: the cleaning of the URL Standard, section 4.4, steps 1 to 3.
//   - [URL] of [NewUnspaced]: the same for a header field, without any white space.
//   - [Words]: encoded words in such a field, RFC 2047.
//   - [ParamValue]: tokens and quoted-strings, RFC 2045 section 5.1.
//   - [CalendarText]: folds and escapes of text in iCalendar, RFC 5545 sections 3.1 and 3.3.11.
//   - [Extended]: extended parameter values, RFC 2231 section 4.
//
// [Joined] makes one text of several pieces.
//
// Where an input breaks its specification, the views decode it as common readers do; the
// comment of each type lists how. Only [Base64], [JS], [Words] and [Extended] refuse to
// carry edits of broken input: making the view returns an error then.
//
// # Groups
//
// A slice of many edits may take more memory than the bytes that they replace. [Carry] carries a
// group of edits ([edit.Group]) to another group, batch by batch, each time that the new group is ranged
// over. A batch ends where the edits before and after are carried independently: in quoted-printable and
// iCalendar at the end of a line, elsewhere where enough bytes stay between two edits. Edits of CSS, JS,
// URLs, header fields and values without quotes are carried in one batch. The edits are the same as without a group, except that
// base64 that is encoded again comes in several edits.
//
// # Limits
//
// Time and memory are linear in the span, and no content makes a view panic. Besides its
// text a view keeps one mark for every 256 bytes or more of the span. To find an offset it
// searches the marks and then walks a short way; only within one long run of blanks or
// digits is the way longer. A view that has nothing to decode shares the bytes of the outer
// text, which must not change while the view is used. A view is not safe for concurrent
// Reset. Offsets and edits outside the text are mistakes of the caller: Source uses the
// nearest valid offset, and Carry may panic.
package view
