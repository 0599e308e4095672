// Package base finds the base URL of a document by RFC 1808 section 3: which
// layers could give one, which layer does, and why the others do not.
//
// # Terms
//
// RFC 1808 has four layers. The innermost layer with a usable base has
// precedence:
//
//	embedded       3.1  the content of the document
//	encapsulating  3.2  the header of the entity that contains the document, then
//	                    the multipart or message around it, and so on outward
//	retrieval      3.3  the URL that the document was retrieved from
//	default        3.4  the empty string: relative references have no target
//
// A [Source] is something that may give a base: a BASE element, a header field, a
// URL from the caller. A [Candidate] is a source together with the decision on
// it. A [Context] is everything around a document. [Context.Establish] adds the
// sources of the document itself and returns the [Result].
//
// # Rules
//
// RFC 1808 requires every base to be absolute. A relative base is resolved against
// the next outer layer and used, as in HTML and in RFC 2557 section 5.
//
// A usable base has a scheme that allows relative references (RFC 1808 section
// 2.3), and a net_loc or a path that begins with "/": see [Unusable]. A source
// with another URL is passed over, and the next outer layer decides. So is a
// source with a scheme that it may not have. By default, header fields may give a
// base of the [DefaultSchemes].
//
// In three cases a source that is not usable leaves the document without a base:
// if its URL is opaque (see [IsOpaque]) and Source.AllowOpaque is set, as it is
// for a BASE element, if its URL is not known (Source.Unknown), or if its URL is
// longer than [MaxURL].
//
// [ParseField] parses the header fields.
//
// # Limits
//
// A base is at most [MaxURL] bytes long. Time is linear in the number of sources
// of all layers.
package base
