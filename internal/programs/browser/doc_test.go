// Package browser checks with a real browser that a rewritten document still means what it
// meant. This is the test of the promise called Meaning.
//
// TestBrowser loads each document twice: as it is, at its own URL, and rewritten, at
// another origin, once for each dialect with a different result. Each time, a function in
// the page lists the URL that every reference resolves to, in tree order. The two lists
// must be equal. Documents with noscript elements are loaded with scripting on and off,
// since the content of these is markup only with scripting off.
//
// TestBrowserLoads has a page with BASE after elements that load at once. It compares the
// requests of the page with those of the rewritten page at another origin.
//
// TestBrowserArchives does the same for single-file archives (RFC 2557): it opens each from
// a file, as it is and rewritten, and compares the URLs of the links in all frames, and
// what was loaded from the archive.
//
// TestBrowserReport tests the page of package report: what it shows, by mouse and by keys,
// with and without its script, and that it requests nothing.
//
// TestBrowserMirror opens pages of a site from files: Debian's documentation of Python,
// saved by wget. The command has made its links absolute and relative again. They must lead
// to the files that wget made of their targets, and everything that a page loads must be
// there.
//
// TestBrowserLocalFiles opens a page from files whose elements have integrity and crossorigin
// attributes: what is noted does not load, and loads once the attributes are removed.
//
// TestBrowserModules opens pages whose scripts import modules, made by bundlers from npm:
// at their own URLs, and rewritten at another origin. Both must load the same modules and
// compute the same result.
//
// TestBrowserMoves opens documents before and after their site has moved. Each link of a moved document
// leads to the new URL of its old target.
//
// TestBrowserAnchors compares which links within a document stay with those that lead to a part of the
// document that the browser makes of it.
//
// The tests need a Chromium, /usr/bin/chromium or what the environment variable
// CHROMIUM names, and are skipped unless HREFIX_BROWSER is 1:
//
//	HREFIX_BROWSER=1 go test -v ./internal/programs/browser
//
// With HREFIX_CORPUS set, the documents of the corpus are compared too.
//
// # What is where
//
//	browser_test.go      the test of documents
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
//	anchors_test.go      links within a document, and its parts
//	local_test.go        a page from files, with integrity and crossorigin
//	move_test.go         pages that move
//	report_test.go       the report of many references
//	report_faults_test.go a report with faults
//	report_view_test.go  what a report shows, its notes, widths and speed
//	report_injection_test.go reports of what tries to be more than text
//	report_tab_test.go   a tab that shows a report
//	mirror_test.go       a mirrored site, and its links absolute and relative
//	mirror_site_test.go  the site, and wget
//	mirror_tree_test.go  trees of files, and what is in them
//	mirror_tab_test.go   a tab that opens pages from their files
//	mirror_compare_test.go where their links lead
//	modules_test.go      pages of bundlers
//	crawls_test.go       web archives that wget writes, and the links in them
//	crawls_site_test.go  the site that it crawls
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
// A document is loaded into an iframe of a host page of its own origin, and the script of
// the host page reads it. To turn scripting off, the iframe has a sandbox attribute. With
// scripting on, a Content-Security-Policy of the test's server keeps scripts from running,
// which does not change the parser's rules for noscript. The same policy blocks
// sub-resources. All hosts are the test's server on the loopback interface. Requests from
// other machines are refused, and fail the test.
//
// Each reference is read in two ways, so that neither can hide an error of the other: by
// the table, resolved with the element's baseURI, and by the properties of the browser that
// reflect URLs. An element that loads at once and comes before BASE is resolved against the
// base from outside. Its properties are not read, because they use BASE.
//
// # How an archive is read
//
// An archive is opened from a file. Each form has a path of its own, because the browser
// caches the parts of an archive by its path. Scripts in it do not run; those of the test
// run in an isolated world in each frame. They read the links, images, style sheets with
// their rules and imports, computed styles, fonts, the sizes of embedded content, the title
// and text of each frame, and, for each resource that the network stack reports, its type
// and a digest.
//
// Chromium shows nothing of archives with LF line endings, before and after rewriting; each
// of them has a twin with CR LF. A document without a location has the file's URL. If
// hrefix has a base for it, its links must lead there.
//
// Rewriting may only make an archive load more (a gain). In the archives that the browser
// made, a gain must be a URL of the page that was captured.
//
// # How Chromium reads archives
//
// A test checks the rules that hrefix relies on. The location of a part is an absolute URL;
// a relative one names nothing. Links are resolved by BASE or by the location of their
// document, or else by the URL of the file. Content-Base, Base, and the location of a
// multipart have no effect. In a folded location, the line break and the one blank after it
// are removed; another blank becomes %20, another tab is removed. Encoded words are not
// decoded. URLs are compared as browsers normalise them, including the case of
// percent-encoded bytes. Parts without CR LF are not found, and line breaks in 7bit and
// 8bit parts are removed. A style sheet with a cid: URL has the base of its document; a
// frame that is opened by cid: has none.
//
// # How pages are opened from files
//
// Their scripts run. Chromium decides by the extension of a file: it reads style sheets
// that wget has saved with a query, such as "a.css?1", as text, however they are linked,
// and pages, too. The test counts those style sheets and does not open such pages.
//
// # Limits
//
// The content of closed shadow roots, and srcdoc documents within template elements, are
// not read. Style sheets that a document links to are not loaded, but those of archives
// are. All code is in test files, so that only the tests of this package depend on it.
package browser
