// Package decide decides what becomes of a reference: its input is what was found about the
// reference, its document and the tree of files that the document is in; its output is a status, a
// target and a reason. It reads no document, and knows nothing of the walk that finds references.
//
// A [Policy] is a function for that. There is a file for each:
//
//	ToAbsolute         absolute.go   the target by RFC 1808 section 4
//	Pinned             absolute.go   links stay, because the base is written into the document
//	Files.ToAbsolute   files.go      the URL of the file of a tree that the link leads to
//	ToRelative         relative.go   the reference from the document to that file; missing.go without
//	                                 the file, basetree.go with a BASE element
//	Mover.Decide       move.go       the URL after a site has moved
//
// A reference in a tree is read in several ways, by URL and by location: files.go and reading.go.
// Some references are left because of their text alone, before a policy sees them: package engine,
// keep.go. The caller's own decision comes after the policy: package engine, decide.go.
//
// A file of a tree is named by its location: location.go. Package reason has the reasons.
package decide
