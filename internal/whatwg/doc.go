// Package whatwg implements the URL parser and serialiser of the URL Standard: it resolves
// a reference against a base as browsers do. It knows no documents, but it does know their
// encodings.
//
// # Terms
//
// The Standard defines the terms. A [URL] is a URL record, stored as its serialisation
// with offsets. The special schemes are ftp, file, http, https, ws and wss: "\" is a slash
// in their URLs, and the URLs have a host. A path is opaque if it has no hierarchy, as in
// "mailto:a@b". A state is a state of the basic URL parser. A reference is absolute if it
// parses to the same URL with any base and without one. A scheme alone does not make it
// absolute: "http:g" is relative if the scheme of the base is http.
//
// # Files
//
// resolver.go and plain.go have [Resolver], url.go [URL] and scheme.go the schemes. input.go prepares a reference, and
// parser.go runs the state machine, whose states are in relative.go, authority.go, path.go and query.go. host.go and
// ip.go parse hosts, and class.go has the percent-encode sets.
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
// [Resolver.Append] serialises the URL of any reference, [Resolver.AppendRelative] the URL of
// a relative reference only, for callers that leave absolute references alone.
//
// For most references, [Resolver.Prefix] can see from their bytes that the URL is a part of
// the base followed by the reference itself. Then the parser need not run.
//
// # Divergences
//
// A domain that is not ASCII has at most 1024 bytes, percent-decoded, because the time to
// encode it is quadratic in its length. DNS allows no longer domains.
//
// The tables for domains come from golang.org/x/net/idna: of Unicode 15 or 17, depending
// on the version of Go. Characters that were added to Unicode later are invalid.
//
// The bytes of a query depend on the encoder that the caller gives. The encoders of golang.org/x/text
// differ in some characters from the encoders of the Encoding Standard, which package charenc has.
//
// Validation errors are not reported.
//
// # Limits
//
// Time and memory are linear in the length of base and reference. For a reference that is
// ASCII without tabs and newlines, only the result needs memory.
package whatwg
