// Package fieldref finds the references in header fields of messages and of HTTP responses, and writes their
// targets in their place. It returns each reference as a view of exactly its bytes.
//
// It knows no bases and resolves nothing. Fields that it does not know have no references.
//
// # Terms
//
// The body of a field is the text after the colon, including folding. A reference is a URL,
// absolute or relative. Its target is the URL that it resolves to, which is written in its
// place.
//
// # Files
//
// fieldref.go has [Header] and [Reference]. location.go finds the fields that are one URL, link.go the
// links, and external.go the parameter of Content-Type, with params.go. write.go writes a reference, and fold.go folds
// its lines by cursor.go.
//
// # Grammars
//
//   - Content-Location and Content-Base: one URL. White space is ignored, encoded words are decoded,
//     percent-encoding is not (RFC 2557 section 4.4). Anything around the URL that
//     [base.ParseField] skips is kept: brackets, "URL:", quotes, text after a bracket.
//   - Base: RFC 1808 section 3.1. It is read as Content-Base is, but only if [Header].Bases is set, since
//     its URL is absolute.
//   - Link: RFC 8288 section 3, by the algorithm of its appendix B: the target of each link, and its
//     anchor parameter (section 3.2). Folding inside a URL is ignored; a URL with other white space is
//     left as it is.
//   - Content-Type: the URL parameter of message/external-body with access-type=URL (RFC 2017 section
//     3). All white space in it is ignored. It may be split into pieces, and percent-encoded (RFC 2231
//     sections 3 and 4). Its references have the name of the field, not of the parameter.
//
// # HTTP responses
//
// [Header].HTTP is set for the header of an HTTP response. It has two more fields, and other rules:
//
//   - Location (RFC 9110 section 10.2.2) and Refresh (HTML Standard section 7.5.1): one URL, as the URL
//     Standard reads it. White space in it counts.
//   - Encoded words are text, and Content-Type has no references.
//   - Lines have any length, and are not folded. Bytes that are not ASCII may be written.
//
// # Several fields
//
// All Link fields count. Of several Content-Location or Content-Base fields the first
// counts, as in mimebase; the references in the others are left as they are. If there are
// several Content-Type fields, none of them may be changed, because then they would differ.
//
// # Line breaks
//
// Here the lines of a header end with LF or CRLF. Some readers also end them at other
// characters: at a CR alone, NUL, VT, FF, NEL and others. References in a field with such a
// character are left as they are. So no edit begins or joins a line for any reader.
//
// # Writing
//
// A target is written in printable ASCII, or in encoded words if the field already has
// some. It never has white space, control characters or anything that would end the
// brackets or quotes around it. No line becomes longer than the 998 bytes of RFC 5322
// section 2.1.1 (76 with encoded words, RFC 2047 section 2), unless it was. New bytes are
// folded where the field ignores white space, with a tab, because Chromium unfolds lines of
// MHTML only at a tab. A Link is folded before a link or an anchor, and a parameter in
// extended notation before its name. If that is not enough, the reference is left as it is.
//
// # Divergences
//
// RFC 8288 separates links by commas; after a missing comma, the rest of the field is left
// as it is. Parameters of Content-Type are read as mimebase reads them, with or without
// semicolons between them. If readers disagree about a reference, it is left as it is: a
// backslash before a byte other than a quote or a backslash, a URL parameter that is given
// twice, an extended value in quotes.
//
// # Limits
//
// Time and memory are linear in the header, and no header makes a function
// panic.
//
// [base.ParseField]: https://pkg.go.dev/github.com/hrefix/hrefix/base#ParseField
package fieldref
