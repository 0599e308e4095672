// Package fieldref finds the references in header fields of messages, as views
// of exactly their bytes, and writes their targets back.
//
// It knows no bases and resolves nothing. Fields that it does not know hold no
// references.
//
// # Terms
//
// The body of a field is what stands after the colon, folding included. A
// reference is a URL, absolute or relative. Its target is what it resolves to,
// and what is written in its place.
//
// # Grammars
//
//   - Content-Location and Content-Base: one URL. White space is ignored,
//     encoded words are decoded, percent-encoding is not (RFC 2557 section 4.4).
//     What [base.ParseField] reads around it stays: brackets, "URL:", quotes,
//     text behind a bracket.
//   - Link: RFC 8288 section 3, by the algorithm of its appendix B: the target
//     of each link, and its anchor parameter (section 3.2). A fold in one is
//     ignored; one with other white space is left.
//   - Content-Type: the URL parameter of message/external-body with
//     access-type=URL (RFC 2017 section 3). All white space in it is ignored.
//     It may come in pieces and percent-encoded (RFC 2231 sections 3 and 4).
//     A reference in it has the name of the field, not of the parameter.
//
// # Several fields
//
// All Link fields count. Of Content-Location and Content-Base the first does,
// as it does for mimebase; what the others hold is left. If there are several
// Content-Type fields nothing in them may be changed, since they would differ.
//
// # Line breaks
//
// Lines of a header end with LF or CRLF here. Some readers end them elsewhere too: at
// a CR alone, NUL, VT, FF, NEL and others. The references of a field that has such a
// character are left, so that nothing that is written here begins a line for any
// reader, or takes the beginning of one away.
//
// # Writing
//
// A target is written in printable ASCII, or in encoded words where the field
// has some already: never with white space, control characters or what would
// end the brackets or quotes that it stands in. No line gets longer than
// the 998 bytes of RFC 5322 section 2.1.1 (76 with encoded words, RFC 2047
// section 2) unless it was: new bytes are folded where the field ignores white
// space. The white space is a tab, since Chromium joins no lines of MHTML but
// with one. A Link is folded before a link or an anchor, and a parameter in
// extended notation before its name. Where that is not enough, the reference is
// left.
//
// # Divergences
//
// RFC 8288 wants links separated by a comma; without one, the rest of the field
// is left alone. Parameters of Content-Type are read as mimebase reads them,
// without semicolons between them, too. What readers do not agree on is left: a
// backslash before another byte than a quote or a backslash, a URL parameter
// that is given twice, an extended value in quotes.
//
// # Limits
//
// Time and memory are linear in the header, and no header makes a function
// panic.
//
// [base.ParseField]: https://pkg.go.dev/github.com/hrefix/hrefix/base#ParseField
package fieldref
