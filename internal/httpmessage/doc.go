// Package httpmessage reads the HTTP responses that web archives hold, and writes them again
// with another body. It works on spans of the bytes, and so keeps every byte of a header that
// does not have to change.
//
// # Terms
//
// The head of a response is its status line, its header and the empty line after it. The rest
// is the stored body. The text is the stored body without its codings: the transfer codings,
// such as chunked, and the content codings, such as gzip.
//
// # Use
//
//	var head httpmessage.Head
//	err := head.Read(block, 1<<20)
//	body, err := head.Body(block, format.Limits{})
//	text, err := io.ReadAll(body)
//	// body.Defects() has what is wrong with the body.
//	newHead, newBody, err := body.Encode(head.Raw, newText, false)
//	body.Close()
//
// # Files
//
// head.go and field.go read and edit a head, mediatype.go its media type. body.go decodes a body, with chunks.go for
// the transfer coding and coding.go, codings.go and brotli.go for the content codings. encode.go encodes a body.
//
// # Specifications
//
// RFC 9112: section 4 (status line), 5 (fields), 6 (body) and 7 (transfer codings). RFC 9110
// section 8.4 (content codings). RFC 1950, 1951 and 1952 (zlib, deflate, gzip), RFC 7932
// (brotli), RFC 8878 and 9659 (Zstandard). Fetch Standard, "extract a MIME type".
//
// # Leniency
//
// A head is read as Chromium and warcio (the library of pywb) read it. Where they differ,
// Chromium counts, since a page is what a browser shows.
//
//   - Up to four bytes may come before "HTTP/". Any version is accepted, in any case, such as
//     "HTTP/2" or "http/1.1". The status is the number after the first space, or 0.
//   - Lines end with LF. CRs before it belong to the end of the line.
//   - A line without a colon, or with nothing before it, is no field. A line that begins with
//     a space or a tab continues the field before it. White space before a colon is ignored.
//   - NUL is removed from values.
//   - The end of the block ends a head that has no empty line.
//
// A body often does not have the form that the head says, because crawlers and proxies store
// it decoded. Such a body is taken as it is:
//
//   - A body without a valid size of a chunk in its first line, or whose first chunk does not
//     end where the size says, is not chunked. If a later chunk is not valid, the rest is
//     taken as it is, as warcio does.
//   - A body without the magic number of gzip or Zstandard does not have that coding. For
//     deflate and br, which have no magic number, the beginning is decoded as a trial.
//   - deflate is zlib or, as some servers write it, deflate without a zlib header.
//   - If one of the content codings is not known, none is decoded, as in Chromium. "identity",
//     "none" and empty elements do not count.
//   - Data after the end of a coding is ignored, such as a second gzip member.
//
// Broken and truncated data gives all text before the error. [Body.Defects] returns what was
// found; content is never an error of Read.
//
// # Limits
//
// Time is linear in the stored body and the text. The text of each coding is bounded by
// [format.Limits], the head by the caller, the number of codings by 8. A Zstandard window is 8
// MiB at most (RFC 9659 section 3), as in browsers.
package httpmessage
