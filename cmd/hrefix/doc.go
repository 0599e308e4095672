// Command hrefix rewrites the relative links of HTML and MIME documents to
// absolute form, by RFC 1808, and changes no other byte.
//
// See the README for its use, and "hrefix VERB --help" for the flags of a verb.
//
// This package has the flags, the verbs and what they print. The packages below
// internal do the work, and know no flags.
//
// # The verbs
//
// abs, rel and pin rewrite (rewrite.go): they differ in the mode of the engine. Their
// results go to a destination (destination.go): stdout, in place, a new tree, a diff, a
// list of names, or nowhere. links, check, base and report read (each.go), each in a file
// of its name. resolve and version open no files. manifest compares and adds up what runs have recorded, and restore
// puts back the files that a run has kept (restore.go), by the list that package write makes of them.
//
// The flags are in flags.go, inputs.go, writing.go, filter.go and sandbox.go; help.go has
// their groups in help and manual pages, briefs.go the short texts of those that
// people use first. othernames.go has the names of flags in other programs; usage.go,
// suggest.go and advice.go find out what a wrong command line was meant to be.
//
// # The way of a file
//
//	inputs    finds the files that the arguments name, and the files of a shard
//	job       works on each file, several at once, and prints in their order
//	source    opens a file: its type, decompressed, with the rewriter for it
//	job       goes over its pieces: the messages of a mailbox, or the whole file
//	write     writes the result in place, to a new tree or to a file; passes over what a manifest has as done
//	summary   counts documents and references
//	console   prints results and messages
//
// Others: atomicfile writes temporary files and renames them, unified writes diffs, report
// writes the page for a browser, progress shows the bar or writes lines to a log,
// sandbox gives up rights, cause explains errors of the system, and maildir
// knows the names of messages.
//
// # A link came out wrong
//
// What links --json and base print of the link says which package to look at. The packages sites, places,
// detect, decide, anchors and candidates are below internal/engine:
//
//	a base that is embedded          htmlbase; sites for xml:base; mimebase for a link in a header field
//	a base that is encapsulating     mimebase, and base for the order of header fields; internal/engine in a web archive
//	a base that is for retrieval     internal/savedfrom; internal/addressbook with --root and --map;
//	                                 cmd/hrefix/internal/origins with --map auto; engine of a
//	                                 feed; internal/container/warc in a web archive
//	the base of an image before BASE engine, type scope
//	the URL for a right base         resolve
//	the output for a right URL       the file of its encoding in internal/view
//	a link that is missing           places; detect if there are no links at all
//	links --unread, URLs that remain candidates
//	a link where there is none       internal/microsyntax, cssscan, jsscan; internal/fieldref in header fields
//	what becomes of a link           decide, a file for each verb; engine if it stays
//	a link within its document       engine, anchors; cmd/hrefix/internal/linkcheck for scripts
//	a string of JSON that is unread  internal/jsonfield; engine of a feed or manifest
//	a file or record of an archive   its notes, then the folder of its format in internal/container;
//	                                 internal/httpmessage if its document is cut short or garbled
//
// # Rules
//
//   - The output does not depend on --jobs. The work on a file does not look at anything
//     that the end of another job changes, and its output is buffered until its turn.
//   - Results are written to stdout, or to a temporary file that is renamed. Every file is
//     opened through an [os.Root] of its directory, which no symbolic link leaves.
//   - An error that concerns one file is reported, and the other files are still done
//     (exit status 2). Every error says what to do.
//   - A run that ends without warning leaves at most temporary files. They are locked
//     while their process lives. The next run in that directory removes those that are not
//     locked.
package main
