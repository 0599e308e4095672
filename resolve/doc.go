// Package resolve turns a reference and a base URL into an absolute URL. It
// works on strings of bytes and knows no documents; which base a document has
// is the business of package base.
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
// # Dialects
//
// [RFC1808], the default, is sections 2.4 and 4 of that RFC to the letter.
// [RFC3986] is section 5.2 of that one, strict and to the letter too. In both
// no byte is ever percent-encoded, decoded, folded or refused. [WHATWG] is what
// browsers do: the URL parser and serialiser of the URL Standard, as of 2026.
// It normalises every URL, and rejects references that no URL can be made of; these
// are [Unresolved].
//
// # Use
//
// [Resolve] answers a single question. To resolve many references against one
// base, take the base apart once with [Dialect.Base] and call [Base.Append], which
// appends to the caller's buffer and allocates nothing of its own for references
// in ASCII. To replace references in the text of a document, call
// [Base.AppendReplacement], which leaves absolute ones alone, and give the encoding of
// the document by [Base.WithEncoding]. The way back, from a target to a relative reference,
// is [Base.AppendRelative].
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
// # Where RFC 3986 surprises
//
//   - A reference with a scheme loses its dot segments (section 5.2.2). Its
//     outcome is [Absolute], and [Base.AppendReplacement] leaves it alone.
//   - "foo:/a" with ".//g" gives "foo://g" (section 5.3), which has an
//     authority where the path should be. The test suites of others want it so.
//   - The dot segments of a base go, too, where a reference inherits its path:
//     section 5.2.1 allows it, and a target is to be its own target.
//   - ".." takes the first segment of a path without a leading "/", and leaves
//     the "/" behind it: "foo:a/b" with "../g" gives "foo:/g".
//
// # Where the dialects differ
//
// "-" is for no target. The sections are those of RFC 1808, RFC 3986 and the
// URL Standard, in which a name is a state of section 4.4.
//
//	base              reference        rfc1808              rfc3986              whatwg                       sections
//	http://a/b;p?q#f  ""               http://a/b;p?q#f     http://a/b;p?q       http://a/b;p?q               4 step 2a; 5.2.2; relative
//	http://a/b;p?q#f  "?"              http://a/b;p?q       http://a/b;p?        http://a/b;p?                4 step 5b; 5.2.2; relative
//	http://a/b;p?q#f  ";x"             http://a/b;x         http://a/;x          http://a/;x                  4 step 5a; 5.2.3; path
//	http://a/b;p?q#f  "//"             http://a/b;p?q       http://              -                            4 step 3; 5.2.2; host
//	http://a          "?y"             http://a/?y          http://a?y           http://a/?y                  2.1; 5.2.2; path start
//	http://a?x        "#s"             http://a/?x#s        http://a?x#s         http://a/?x#s                1738 3.3; 5.2.2; path start
//	http://a/b/c      "../../g"        http://a/../g        http://a/g           http://a/g                   4 step 6c; 5.2.4 2C; path
//	http://a/b/c      "/../g"          http://a/../g        http://a/g           http://a/g                   4 step 4; 5.2.2; path
//	http://a/b/c      "//h/../g"       http://h/../g        http://h/g           http://h/g                   4 step 3; 5.2.2; path
//	http://a/b/c      "http://h/../g"  http://h/../g        http://h/g           http://h/g                   4 step 2b; 5.2.2; path
//	http://a/b/c      "g;x/../y"       http://a/b/g;x/../y  http://a/b/y         http://a/b/y                 2.4.5; 3.3; path
//	http://a/./b/c    "?y"             http://a/./b/c?y     http://a/b/c?y       http://a/b/c?y               4 step 5; 5.2.1; path
//	http://a/b/c      "%2E%2e/g"       http://a/b/%2E%2e/g  http://a/b/%2E%2e/g  http://a/g                   4 step 6; 5.2.4; 4.1
//	foo:/a            ".//g"           foo:/.//g            foo://g              foo:/.//g                    2.4.3; 5.3; 4.5
//	foo:a/b           "../g"           foo:g                foo:/g               -                            4 step 6c; 5.2.4 2C; no scheme
//	http://a/b/c      "http:g"         http:g               http:g               http://a/b/g                 4 step 2b; 5.2.2; scheme
//	http://a/b/c      "1a:g"           1a:g                 http://a/b/1a:g      http://a/b/1a:g              2.4.2; 3.1; scheme start
//	http:a/b          "g"              http:a/g             http:a/g             http://a/g                   4 step 6; 5.2.3; special authority slashes
//	data:a            "g"              data:g               data:g               -                            4 step 6; 5.2.3; no scheme
//	http://a/b/c      " g\h"           http://a/b/ g\h      http://a/b/ g\h      http://a/b/g/h               2.4; 5.2.2; 4.4, path
//	http://a/b/c      "g h?é#`"        http://a/b/g h?é#`   http://a/b/g h?é#`   http://a/b/g%20h?%C3%A9#%60  2.4; 5.2.2; 1.3
//	HTTP://A/b        "g"              HTTP://A/g           HTTP://A/g           http://a/g                   2.4; 5.2.2; scheme, 3.3
//	http://a/b/c      "//H:80/"        http://H:80/         http://H:80/         http://h/                    4 step 3; 5.2.2; port
//	http://a/b/c      "//0x7f.1"       http://0x7f.1        http://0x7f.1        http://127.0.0.1/            4 step 3; 5.2.2; 3.5
//	http://a/b/c      "//h h/"         http://h h/          http://h h/          -                            4 step 3; 5.2.2; 3.2
//	file:///C:/a      "/g"             file:///g            file:///g            file:///C:/g                 4 step 4; 5.2.2; file slash
//	file:///C:/a      "D|/g"           file:///C:/D|/g      file:///C:/D|/g      file:///D:/g                 4 step 6; 5.2.3; file, path
//
// # Limits
//
// Time is linear in the length of base and reference together. There are no
// others in the RFCs. In the URL Standard, a domain beyond ASCII can have 1024
// bytes.
package resolve
