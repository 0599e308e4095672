// Package browser asks a real browser whether a rewritten document still means
// what it meant: it is the judge of the promise called Meaning.
//
// TestBrowser loads each document twice: as it is, at its own URL, and
// rewritten, at another origin, in each of the dialects in which that comes out
// differently. In both, a function in the page lists what every reference resolves
// to, in tree order. The two lists must be equal. Documents with noscript elements are
// loaded with scripting on and off, since these are markup in one case only.
//
// TestBrowserLoads compares what a page asks the server for, with BASE after elements that
// load at once, with what the rewritten page asks for at another origin.
//
// TestBrowserArchives does the same for single-file archives (RFC 2557): it opens
// each from a file, as it is and rewritten, and compares what the links of all
// its frames resolve to and what was loaded from the archive.
//
// TestBrowserReport is about the page of package report instead: what it shows,
// by mouse and by keys, with a script and without, and that it asks for nothing.
//
// TestBrowserMirror opens pages of a site from their files: Debian's documentation of
// Python, saved by wget, whose links the command made absolute and relative again. They
// must lead to the file that wget has made of what they led to, and nothing that a page
// loads may be missing.
//
// TestBrowserModules opens pages whose scripts import modules, made by bundlers from npm:
// at their own URLs, and rewritten at another origin, where they must load the same
// modules and compute the same.
//
// The tests need a Chromium, /usr/bin/chromium or what the environment variable
// CHROMIUM names, and are skipped unless HREFIX_BROWSER is 1:
//
//	HREFIX_BROWSER=1 go test -v ./internal/test/browser
//
// With HREFIX_CORPUS set, the documents of the corpus are compared too.
//
// # What is where
//
//	process_test.go      the browser's process, started and ended
//	devtools_test.go     its DevTools protocol, over a WebSocket
//	server_test.go       the proxy that answers every request of the browser
//	tab_test.go          a tab that reads one document after the other
//	documents_test.go    which documents are compared
//	compare_test.go      two lists, and what differs
//	known_test.go        what may differ: the places that are pending, and
//	                     testdata/differences.txt
//	driver_test.go       tests of all that, and of the reader
//	loads_test.go        a page with BASE too late for some, and the server's log
//	archives_test.go     archives in all their forms
//	archive_sources_test.go which archives: of the corpus, and made by hand
//	archive_site_test.go pages of our own, which the browser makes archives of
//	archive_font_test.go a font for them
//	archive_tab_test.go  a tab that reads an archive
//	archive_compare_test.go what was loaded, and what differs
//	archive_counts_test.go how much that was
//	archive_driver_test.go tests of all that
//	archive_rules_test.go by which rules the browser reads an archive
//	report_test.go       the report of many references
//	report_injection_test.go reports of what tries to be more than text
//	report_tab_test.go   a tab that shows a report
//	mirror_test.go       a mirrored site, and its links absolute and relative
//	mirror_site_test.go  the site, and wget
//	mirror_tree_test.go  trees of files, and what is in them
//	mirror_tab_test.go   a tab that opens pages from their files
//	mirror_compare_test.go where their links lead
//	modules_test.go      pages of bundlers
//	testdata/modules     what makes them: it needs node and npm
//	testdata/table.js    which attributes hold which grammar of URLs
//	testdata/grammars.js those grammars
//	testdata/reader.js   the walk over a document
//	testdata/torture.html every place at least once
//	testdata/loads.html  everything that loads
//	testdata/archive.js  what a document of an archive has loaded
//	testdata/archives.txt what an archive may load otherwise once rewritten
//	testdata/archives    archives made by hand, in the manners of several programs
//	testdata/site        the pages of our own, and what they load
//
// # How a document is read
//
// A document is loaded into an iframe of a host page of its own origin, whose
// script reads it. Scripting is off by the iframe's sandbox attribute. With
// scripting on, a Content-Security-Policy of our server keeps scripts from
// running, which leaves the parser's rules for noscript as they are. The same
// policy keeps sub-resources from being asked for. All hosts are our server on
// the loopback interface; requests from elsewhere are refused, and fail the
// test.
//
// Each reference is read in two ways, so that neither can hide an error of the
// other: by the table, resolved with the element's baseURI, and by the
// properties of the browser that reflect URLs. What loads at once, and stands before BASE,
// is resolved against the base from outside, and its properties, which are by the last
// base, are not read.
//
// # How an archive is read
//
// An archive is opened from a file, each form at a path of its own: the browser
// keeps what it had from an archive by its path. Scripts in it do not run; ours
// run in a world of their own, in each frame. What is read is the links, images,
// style sheets with their rules and imports, computed styles, fonts, the sizes
// of what is embedded, title and text of each frame, and of each resource that
// the network stack tells the type and a digest.
//
// Archives with LF line endings show nothing in Chromium, neither before nor
// after; of each there is a twin with CR LF. A document without a location is at
// the file's URL: its links shall lead to hrefix's base instead, if there is one.
//
// Rewriting may only make an archive load more (a gain). In the archives that
// the browser made, a gain has to be a URL of the page that was captured.
//
// # How Chromium reads archives
//
// What matters for what hrefix writes, and is held by a test: a location of a part
// is a URL of its own; a relative one names nothing. Links are resolved by BASE or
// by the location of their document, else by the URL of the file. Content-Base,
// Base, and the location of a multipart mean nothing. Of a folded location, the
// line break and the one blank after it go; a further blank becomes %20, a
// further tab goes. Encoded words are not decoded. URLs are compared as browsers
// normalise them, with the case of percent-encoded bytes. Parts without CR LF are
// not found, and in 7bit and 8bit parts line breaks go. A style sheet with a cid:
// URL has the base of its document; a frame that is opened by cid: has none.
//
// # How pages are opened from files
//
// Their scripts run. Chromium goes by the extension of a file: style sheets that wget
// has saved with a query, such as "a.css?1", are text to it, whatever links to them, and
// so are pages. Those sheets are counted, and such pages are not opened.
//
// # Limits
//
// The content of closed shadow roots, and srcdoc documents within template
// elements, are not read. Style sheets that a document links to are not
// loaded, but those of archives are. All code is in test files, so that nothing
// but this package's tests depends on it.
package browser
