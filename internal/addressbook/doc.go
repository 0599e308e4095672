// Package roots maps files to URLs and URLs to files, for a tree of files that mirrors a
// site or will be published as one. It returns the URL that a file was retrieved from (RFC
// 1808 section 3.3), and the file that a URL names, if the tree has it.
//
// # Terms
//
// A root is a URL and a directory, written URL=DIR: the files in the directory were
// retrieved from below the URL. A tree is a root with its files. An index is a file that
// represents its directory, such as "index.html". The link form of a file is the URL that
// leads to the file when the tree itself is opened, from a disk or from another server.
//
// # Rules
//
// The name of a file is percent-encoded, except for the characters of a segment (pchar, RFC
// 3986 section 3.3). The URL of an index is the URL of its directory. "?" in a name begins
// a query, as in the names that wget writes:
//
//	DIR/a b.html          URL/a%20b.html
//	DIR/d/index.html      URL/d/
//	DIR/p.html?x=1        URL/p.html?x=1
//
// A URL belongs to the root with the longest URL that it begins with. Scheme and host are
// compared without case, and the default port equals no port; "http://h" equals
// "http://h/". The URL of a root may be an IRI: it is mapped to a URI (RFC 3987 section 3.1),
// which means the same in documents of any encoding, and URLs of both forms belong to the
// root. If several roots have the same URL, or a file is in several directories, the
// longest one counts, and of equal ones the first.
//
// Several roots may have the same directory, for a site that is linked by http and by
// https, or with and without "www.". A URL in any of them names a file of the tree.
// Documents, and the files that [Place.Form] returns, have URLs of the first of these
// roots; the others are its aliases. [Place.Twin] suggests an alias that was not given.
//
// A URL names the file whose name equals the decoded URL, segment by segment. It names no
// file if a segment is empty, "." or "..", or if an escape decodes to a slash, a backslash
// or NUL. So no URL leads out of a tree, and neither do symbolic links. A URL that ends in
// "/" names the index of the directory. A URL with a query names a file with that query in
// its name, in which "/" is written "%2F".
//
// # The way back
//
// Two URLs can name one file: the URL of a directory and that of its index, or a URL with a
// query and a URL with the query in its path. To keep them apart, the link form of an index
// that the directory's URL names has an escaped dot. That means the same everywhere (RFC
// 3986 section 6.2.2.2) and occurs in no other link:
//
//	URL/d/                URL/d/index%2Ehtml
//	URL/d/index.html      URL/d/index.html
//	URL/p.html?x=1        URL/p.html%3Fx=1
//	URL/p.html?u=a/b%26   URL/p.html%3Fu=a%25%32Fb%26
//
// In the same way, the query in a link form is spelled as in the URL: the third one above
// names the file "p.html?u=a%2Fb&".
//
// [Place.Retrieved] is the inverse. If it does not return the original URL, the caller must
// leave the link as it is.
//
// # Limits
//
// The Book remembers whether a file exists, for up to 65,536 names, so changes of the file
// system while a [Book] is in use may not be seen. The names that wget writes for Windows
// ("@" for "?"), and the extensions that it adds, are not supported. A file may not be
// found by its own URL if its name has a query in which some characters are escaped and
// others would have to be ("p?%2a%2"); links to such a file are left as they are.
package addressbook
