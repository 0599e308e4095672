// Package whatwg is the URL parser and serialiser of the URL Standard: what
// browsers make of a reference and a base. It knows no documents, but it does
// know their encodings.
//
// # Terms
//
// Those of the Standard. A [URL] is a URL record, kept as its serialisation
// with offsets. Special schemes are ftp, file, http, https, ws and wss: "\" is
// a slash in their URLs, and they have a host. A path is opaque if nothing
// follows it in a hierarchy, as in "mailto:a@b". A state is one of the basic
// URL parser's. What parses to the same URL with a base and without one is
// absolute; a scheme alone does not make it so: "http:g" is relative if the
// scheme of the base is http.
//
// # Specifications
//
// The URL Standard as of August 2026, sections 1.3 (percent-encoding), 3.3 and
// 3.5 (domains and hosts), 4.4 (the basic URL parser, without state override)
// and 4.5 (serialising). The Encoding Standard section 4.3 (output encodings).
// UTS 46 for domains, by golang.org/x/net/idna.
//
// # Use
//
// [Resolver.Append] serialises the URL of any reference, [Resolver.AppendRelative]
// that of a relative one only: whoever leaves absolute references alone need not
// parse them.
//
// For most references, [Resolver.Prefix] finds out from their bytes that the URL is
// a part of the base and the reference itself after it. Then the parser need not run.
//
// # Divergences
//
// A domain that is not ASCII has at most 1024 bytes, percent-decoded: to encode
// it takes time that grows with the square. None that is longer is in DNS.
//
// The tables for domains are those of the library, of Unicode 15 or 17 as the
// version of Go is. Later characters are not valid in earlier tables.
//
// Encodings are those of golang.org/x/text. In ISO-2022-JP it has halfwidth
// katakana, and lacks "¥" and "‾", other than the Encoding Standard.
//
// Validation errors are not told.
//
// # Limits
//
// Time and memory are linear in the length of base and reference. A reference
// that is plain ASCII without tabs and newlines needs no memory but that of the
// result.
package whatwg
