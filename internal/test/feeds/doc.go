// Package feeds checks for tests that a rewritten feed differs from the source only in URLs. It
// reads feeds with encoding/xml and golang.org/x/net/html, finds bases by itself, and resolves by
// the URL Standard, so it shares no code with what it checks but the parser of URLs.
//
// # What is where
//
//	tree.go      a feed as a tree of elements, with the base of each
//	same.go      two trees, and each URL that differs
//	html.go      two texts of HTML, token by token
//	random.go    random feeds of every kind
//	wxr.go       an export of WordPress
//	shapes.go    feeds that take more than linear time if read naively
//	expect.go    what feedparser's tests expect
//	lookup.go    the values of a feed by the names that feedparser gives them
package feeds
