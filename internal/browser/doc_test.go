// Package browser asks a real browser whether a rewritten document still means
// what it meant: it is the judge of the promise called Meaning.
//
// TestBrowser loads each document twice: as it is, at its own URL, and
// rewritten, at another origin. In both, a function in the page lists what
// every reference resolves to, in tree order. The two lists must be equal.
// Each document is loaded with scripting on and off, since noscript elements
// are markup in one case only.
//
// The test needs a Chromium, /usr/bin/chromium or what the environment variable
// CHROMIUM names, and is skipped unless HREFIX_BROWSER is 1:
//
//	HREFIX_BROWSER=1 go test -v ./internal/browser
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
//	testdata/table.js    which attributes hold which grammar of URLs
//	testdata/grammars.js those grammars
//	testdata/reader.js   the walk over a document
//	testdata/torture.html every place at least once
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
// properties of the browser that reflect URLs.
//
// # Limits
//
// The content of closed shadow roots, and srcdoc documents within template
// elements, are not read. Style sheets that a document links to are not
// loaded. All code is in test files, so that nothing but this package's tests
// depends on it.
package browser
