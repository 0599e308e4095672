// Package base establishes the base URL of a document by RFC 1808 section 3:
// which layers could give one, which of them wins, and why the others do not.
//
// # Terms
//
// The layers, innermost first; the innermost usable one wins:
//
//	embedded       3.1  the document's own content
//	encapsulating  3.2  the header of the entity that holds the document, then
//	                    the multipart or message around it, and so on outward
//	retrieval      3.3  the URL that the document was retrieved from
//	default        3.4  the empty string: relative references mean nothing
//
// A [Source] is one place that could give a base: a BASE element, a header
// field, the caller's URL. A [Candidate] is a source together with the verdict
// on it. A [Context] is everything outside a document, and [Context.Establish]
// adds the document's own sources and decides.
//
// # Rules
//
// RFC 1808 wants every base absolute. A relative one is resolved against the
// next layer out and used all the same, as HTML does and RFC 2557 section 5
// asks. A base is usable when it is absolute and hierarchical: it has a scheme
// that goes with relative references (RFC 1808 section 2.3), and a net_loc or
// a path that begins with "/". See [Unusable]. What is not usable is passed over,
// and the next layer out is asked, but for an [IsOpaque] BASE in HTML, and for a URL
// that nobody can tell (Source.Unknown) or that is too long: these leave the
// document without any base.
//
// What is passed over, too, is a URL whose scheme the source does not allow: a header
// field gives no base but of one of the [Schemes], or of those that the caller names.
//
// The grammar of the header field is [ParseField]'s.
//
// # Limits
//
// A base longer than [MaxURL] leaves the document without any. Establishing costs
// time in proportion to the number of sources, all layers together.
package base
