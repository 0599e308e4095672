// Package linktext writes a reference for lists of links: as an object in JSON or a line for people
// (link.go), as a line of tab-separated values, or as its target in the form in which URLs are compared (target.go).
//
// # Bytes
//
// A line of [AppendTSV] has three tabs and one line feed, and is UTF-8, whatever the document contains:
// hidden characters ([printable.IsHidden]), and bytes that are not UTF-8, are percent-encoded. Browsers
// and the engine remove tabs and line endings from URLs, but not from the URL that an archive gives to a
// document.
//
// # Lines
//
// [Lines] finds the line of a reference in its source. Lines of a record of a web archive are the lines of its
// document, which is decoded, or the lines of the HTTP header before that.
package linktext
