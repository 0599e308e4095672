// Package resolve turns a reference and a base URL into an absolute URL by
// RFC 1808, sections 2.4 and 4. It works on strings of bytes and knows no
// documents; which base a document has is the business of package base.
//
// # Terms
//
// A reference is a URL as a document writes it, absolute or relative. The
// target is the absolute URL that it stands for. Both consist of the six
// components of RFC 1808 section 2.1:
//
//	<scheme>://<net_loc>/<path>;<params>?<query>#<fragment>
//
// A component can be absent, or present and empty: "g" has no query, "g?" has
// an empty one. [Reference] tells the two apart.
//
// # Use
//
// [Resolve] answers a single question. Whoever resolves many references
// against one base takes the base apart once with [Dialect.Base] and calls
// [Base.Append], which appends to the caller's buffer and allocates nothing
// of its own.
//
// # Where RFC 1808 is silent
//
//   - Empty params, query or fragment of a reference count as empty when it
//     comes to inheritance (section 4, step 5), but their delimiter stays
//     where nothing was inherited in its place: "g?" gives ".../g?", "#"
//     gives "...d;p?q#".
//   - An empty net_loc of a base ("file:///a/b") is inherited with its "//".
//   - After a net_loc nothing but "/" may follow: the base "http://a" with
//     "g", "?y" and ";x" gives "http://a/g", "http://a/?y" and "http://a/;x".
//   - An http or https base with "?" or ";" straight after its host lacks the
//     "/" that RFC 1738 section 3.3 requires. It is put in before section
//     2.4.3 would count the query as part of the net_loc.
//   - The leading "/" of a path is not a segment in the sense of step 6. An
//     empty segment inside a path is one: "x/y//../z" gives "x/y/z".
//   - The scheme may begin with a digit, as the text of 2.4.2 has it; ":x" is
//     a path.
//   - A target without net_loc whose path would begin with "//" is written
//     "scheme:/.//...", so that nobody reads a net_loc into it.
//
// No byte is ever percent-encoded, decoded, folded or refused.
//
// # Limits
//
// None. Time is linear in the length of base and reference together.
package resolve
