// Package crawl makes a tree of files out of the captures of a crawl: it decides which capture
// becomes the file of a URL, how the file is named, and where links lead.
//
// # Terms
//
// A capture is a record of a web archive with a URL: what a server answered, and when. A body is
// the content of a capture. An alias is a URL that is redirected to another URL.
//
// # Which capture counts
//
// Each URL has one capture that counts. URLs are compared in the normal form of package addressbook,
// without fragments and empty queries. URLs that differ only in http or https are one URL, as in the tools that show
// archives: a crawl often has both, and a server answers the same. In this order, what counts is:
//
//  1. A success (2xx), a resource, or a document that was converted.
//  2. A redirect.
//  3. An error page with content.
//  4. Any other conversion, such as a picture of a page.
//
// So a page is kept even if it was captured again as a redirect, for example to a form for logging in.
// A conversion has the status of the record that WARC-Refers-To names. A conversion of a redirect counts least.
//
// Of several captures of one rank, the last capture by its date counts, or the capture that is nearest to the date of
// [New]. If the dates are equal, the capture that comes later in the archives counts.
//
// A revisit has no body. It counts as a capture at its date, with the body of the capture that
// it refers to: by the digest of the payload or, if one of the two has no digest, by URL and date, by
// the ID of the record, or by URL. A revisit without an original is left out.
//
// Answers to other methods than GET, parts of files (206) and answers without content to requests
// that have conditions (304) do not count.
//
// # Names
//
// A file is named by the rules of wget for Windows, so that all systems can have it:
//
//	http://h:8080/d/           h+8080/d/index.html
//	http://h/a?x=1             h/a@x=1.html
//	http://h/con/a%3Ab         h/%63on/a%3Ab
//
// HTML, XHTML, CSS, SVG and XML get an extension that browsers know, unless the URL has one. A
// character that a system cannot have in names is percent-encoded, and so is a dot at the beginning
// of a name: an archive must not write files such as .htaccess or .git/config. A name of more than
// 200 bytes is cut and gets a hash, and so do directories of more than 600 bytes.
//
// No two files have names that differ only in case or in how accents are encoded, and no file has
// the name of a directory. Otherwise the file gets a number: "a~2.html". Numbers are given in the
// order of the URLs, so they do not depend on the order of the captures.
//
// # Where links lead
//
// [Index.Tree] is the tree that the engine needs. A link leads to the file of its URL, or of the
// URL that is redirected to. Other URLs are missing if the crawl has a file of their host, and
// otherwise outside of the crawl.
//
// # Limits
//
// An index takes about 130 bytes for each capture beside its URL. Redirects are followed for 20
// steps.
package crawl
