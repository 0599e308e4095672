// Package roots knows which files of a tree stand for which URLs: a site that was
// mirrored, or that is to be put up. It maps a file to the URL that it was retrieved
// from (RFC 1808 section 3.3), and a URL to the file that it names, if there is one.
//
// # Terms
//
// A root is a pair of a URL and a directory, written URL=DIR: what is in the
// directory was retrieved from below the URL. A tree is a root with its files. An
// index is a file that stands for its directory, such as "index.html". The link
// form of a file is the URL that leads to the file when the tree itself is opened,
// from a disk or from another server.
//
// # Rules
//
// The name of a file is percent-encoded but for the characters of a segment (pchar,
// RFC 3986 section 3.3). The URL of an index is that of its directory. In a name,
// "?" begins a query, as wget saves it:
//
//	DIR/a b.html          URL/a%20b.html
//	DIR/d/index.html      URL/d/
//	DIR/p.html?x=1        URL/p.html?x=1
//
// A URL is in the root with the longest URL that it begins with. Scheme and host
// are compared without case, and the default port is the same as none; "http://h"
// is "http://h/". Of several roots with one URL, and of several directories that a
// file is in, the longest counts, and then the first.
//
// Several roots may have the same directory, for a site that is linked by http and by https,
// with and without "www.". A URL in any of them names a file of the tree. The first gives
// documents, and the files that [Place.Find] returns, their URLs; the others are its
// aliases. [Place.Twin] suggests an alias that was not given.
//
// A URL names the file whose name it has when it is decoded, segment by segment.
// It names none if a segment is empty, "." or "..", or if a slash, a backslash or
// a NUL comes out of an escape: nothing leads out of a tree, symbolic links
// neither. One that ends in "/" names the index of the directory. One with a query
// names a file with that query in its name, "/" written "%2F" there, or none.
//
// # The way back
//
// Two URLs can name one file: that of a directory and that of its index, that with
// a query and that with the query in its name. So that a link that leads to the
// file leads back to the right one, the link form of an index that a directory's
// URL names has a dot escaped, which means the same everywhere (RFC 3986 section
// 6.2.2.2) and is found in no other link:
//
//	URL/d/                URL/d/index%2Ehtml
//	URL/d/index.html      URL/d/index.html
//	URL/p.html?x=1        URL/p.html%3Fx=1
//	URL/p.html?u=a/b%26   URL/p.html%3Fu=a%25%32Fb%26
//
// In the same way, the query in a link form is spelled as it was: that of the third
// is in a file named "p.html?u=a%2Fb&".
//
// [Place.Retrieved] undoes that. Where it does not give back the URL, the caller
// has to leave the link.
//
// # Limits
//
// A file system that is changed while a [Set] is in use may be seen as it was: what
// exists is remembered, of up to 65,536 names. The way in which wget writes names
// for Windows ("@" for "?"), and the extensions that it adds, are not known. A file whose
// name has a query in which some is escaped and some would have to be ("p?%2a%2") may not
// be found by its own URL: links to it stay.
package roots
