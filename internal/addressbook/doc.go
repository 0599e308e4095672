// Package addressbook maps files to URLs and URLs to files, for trees of files that mirror a
// site, or will be published as one. It returns the URL that a file was retrieved from (RFC
// 1808 section 3.3), and the file that a URL names, if a tree has it.
//
// # Terms
//
// A tree is a directory with all files below it. A location is the path of a file in its tree,
// written as a URL: "file:///news/a%20b.html" is the file "a b.html" in the directory news of the
// tree. A root is a URL and a directory, written URL=DIR: the files in the directory were
// retrieved from below the URL. An entry is a single file with its URL. An index is a file that
// represents its directory, such as "index.html". A book is all that is known of some trees, and
// a place is the view of one document on it.
//
// # Trees
//
// The trees of a book are the outermost of all directories in its options. So if the directories of
// two roots are in a third directory of the options, both belong to one tree, and files of one root
// can have relative links to files of the other. The book reads the names in each directory once,
// when they are first needed. It follows symbolic links in a tree, absolute ones, too, but never out
// of the tree. A URL whose path has a link to a directory around that link, or has two links to
// directories, names the file by its path without links.
//
// # The URL of a file
//
// A file has one URL, or none. In this order, the URL comes from:
//
//  1. The first line of a map that names the file.
//  2. An entry of another source, if it does not contradict the root of the file: its URL belongs
//     to the same root, or the file is in no root. An entry whose URL leads to another file by
//     its path in the same root does not count, unless that file has another URL by such an entry. If
//     the other file is in another root, the entry counts for its own file, and links lead to the other.
//  3. The root with the innermost directory that has the file. Of several roots with one
//     directory the first one counts; the others are its aliases. A directory of hosts
//     (Options.Hosts) is one root for each directory in it that is named like a host.
//  4. The location of the file, with Options.Locations.
//
// In a root, the URL is made from the path. The name of a file is percent-encoded, except for the
// characters of a segment (pchar, RFC 3986 section 3.3). The URL of an index is the URL of its
// directory. "?" in a name begins a query:
//
//	DIR/a b.html          URL/a%20b.html
//	DIR/d/index.html      URL/d/
//	DIR/p.html?x=1        URL/p.html?x=1
//
// The relative links of a page d.html may show that its URL is URL/d/ or URL/d (see lastShown).
// Options.CleanURLs and Options.Names add rules, because the name alone does not show which
// program made it. Every rule is checked: if the URL leads to another file, the next spelling is
// tried. The last spelling has "?" and "%" of the name escaped, and leads to no other file.
//
//	clean URLs            DIR/about.html          URL/about
//	adjust-extension      DIR/p.php?x=1.html      URL/p.php?x=1
//	adjust-extension      DIR/about.html          URL/about, beside the backup about.orig of wget -K
//	windows               DIR/p.php@x=1           URL/p.php?x=1
//	escaped               DIR/p%3fx=1             URL/p?x=1
//
// # The file of a URL
//
// An entry counts first. URLs of entries are compared in their normal form (RFC 3986 section
// 6.2.2). A URL without an entry belongs to the root with the longest URL that it begins with.
// Scheme and host are compared without case, and the default port equals no port; "http://h" equals
// "http://h/". The URL of a root may be an IRI: it is mapped to a URI (RFC 3987 section 3.1),
// and URLs of both forms belong to the root. If several directories of hosts have the same host, the
// directory of the document comes first, then the others as they were given.
//
// In the root, the segments of the URL are names of directories, and the last one is the name of a
// file. These names are tried in turn, and the first that exists counts. So a file that has
// exactly the name is never passed over:
//
//  1. The decoded segment ([RuleName]). With a query, "/" in it is written "%2F".
//  2. The name that wget writes, with escapes for "/" and characters that cannot be seen
//     ([RuleWget]).
//  3. The segment with its escapes, and "%3F" or "%3f" for "?" ([RuleEscaped]).
//  4. The name that wget writes for Windows ([RuleWindows]).
//  5. For an empty segment, the index ([RuleIndex]); for the name of a directory, its
//     index ([RuleDirectory]), as servers redirect.
//  6. The names above with ".html" or ".css", which wget -E adds and clean URLs leave out
//     ([RuleClean], [RuleExtension]). For a directory without an index, its name with ".html".
//  7. The name without the query ([RuleQuery]). For style sheets, images and the like, that is how
//     servers find the file. For pages it is a guess: [Place.Find] does not accept it, and
//     [Target] reports it. The query stays part of the URL and of the location.
//
// A file with an entry in the same root is found by its name only if the URL of the entry leads
// to it by its name, too. The file page4f3a.html that a saver made of "page.php?id=4" is not the
// one of URL/page4f3a.html.
//
// A URL that names no file may lead to one whose name differs in upper and lower case, or in its Unicode
// normal form, as on Windows and macOS: [OtherCase], [OtherForm] and [Place.FindNear].
//
// Empty segments are left out: URL/i//a.png names the file of URL/i/a.png, as on most servers. A URL
// names no file if a segment is "." or "..", or decodes to a name with NUL. An escaped slash does not
// separate segments.
//
// # Files
//
//   - book.go has the options, and makes the trees and the roots: roots.go finds the root of a URL, and hosts.go makes the
//     roots of directories of hosts. advice.go finds roots that are probably wrong.
//   - tree.go, listing.go, follow.go and bundle.go read the names in trees and archives.
//   - find.go finds the file of a URL, and own.go the URL of a file, both by the names of names.go.
//   - entries.go, maps.go and overrule.go have the entries.
//   - place.go and target.go are what callers ask.
//
// # Guarantees
//
// For every file that has a URL, [Place.Find] of its URL returns the file, and [Place.At] of its
// location returns the URL. The exceptions are files that share their URL with another file: the
// entries that conflict, which [Book.Settle] returns, and files that are in the directory of one
// root, but have a URL that belongs to another root.
//
// # Saved pages
//
// [Book.Add] adds pages whose content gives their URLs. The relative links of a saved page
// lead to files ([Place.Mapped]). If several files have one URL, it is the URL of each of them, and
// links with the URL lead to the file that was added first. A line of a map that begins with
// [FailedMark] adds a file that has an error page of the server: the file has the URL, but links with
// the URL lead to no file. A URL that no file has may differ from the URL of a page only in http or
// https, in a final "/", or because one is the URL of a copy in the Wayback Machine or another
// archive. Such a URL names that page.
//
// # Limits
//
// A file takes about 30 bytes and its name, and an entry about 56 bytes, its URL and its path.
// Changes of the file system while a book is in use may not be seen. If the names in a directory
// cannot be read, each name is looked up by itself, and [Book.Files] lacks the files there.
//
// A name that wget -E left as it is ("q?f=a.html") looks like one that got an extension, and "@" in
// names for Windows may be an "@" of the URL. Names that savers shorten, number or hash need entries.
package addressbook
