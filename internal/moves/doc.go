// Package moves maps the URLs of a site that has moved: documents below one URL are now below another
// URL. It knows no documents and resolves nothing.
//
// # Terms
//
// A move is a pair of URLs, From and To. A URL lies below From if it has the site of From, and
// its path begins with the path of From. The rest is what follows. The mapped URL is To with the
// rest, which is copied as it is written.
//
// # Comparison
//
// URLs are compared in a normal form (RFC 3986 section 6.2.2), and no file or network is asked:
//
//   - Scheme and host in lower case. The default port of the scheme is left out. A host that is not
//     ASCII is compared as it is in a URI (RFC 3987 section 3.1). http and https are different sites, and so
//     are hosts with and without "www.".
//   - User information is part of the site: a URL with a user name is not below a From without one.
//   - An escape of a letter, a digit or one of "-._~" is that character. A character that is not
//     ASCII, or that a URL cannot have, is its escape in UTF-8. Other escapes are different from
//     their characters: %2F is no slash.
//   - Dot segments are removed, also if they are written with %2E. If they climb out of From, or precede the end of
//     From, the rest is written without them.
//
// If From ends in "/", URLs below it have that slash: "http://h/blog" is not below
// "http://h/blog/". If it does not, From itself lies below From, and so does what follows after
// "/", ";", "?" or "#": "http://h/blogger" does not lie below "http://h/blog". If From has a
// query, only that URL lies below it, with any fragment.
//
// The longest From counts, and it is applied once: moves from a to b and from b to c do not move
// a to c, and two sites can be exchanged.
//
// # To
//
// To is written in ASCII. If From ends in "/", To does, too: a slash is added. If From does not
// and To does, the two slashes of To and of the rest become one. A link without a path, as "http://h",
// gets no slash that is not in To as it is given.
//
// # Limits
//
// Time is linear in the length of a URL, and logarithmic in the number of moves unless they are nested.
package moves
