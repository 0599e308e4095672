package findings

// A Rule has the properties that findings with the same code share.
type Rule struct {
	Code  string
	Short string // what is wrong, as a sentence
	Help  string // why the rule matters, and what to do
}

// rules are the rules of check. The codes of reasons for which the engine leaves a reference are in
// package reason; they all share one rule.
var rules = []Rule{
	{"missing-file", "A link leads to a file that does not exist.",
		"The tree has no file for the target. Correct the link, or add the file. If the file exists under another URL, give the root or a map of the tree."},
	{"no-anchor", "A link leads to a fragment that its target does not have.",
		"No element of the target has this id, and no anchor has this name, so readers land at the top of the page. Correct the fragment, or add the id."},
	{"no-index", "A link leads to a directory without an index file.",
		"A server shows a list of files or an error, and from a disk readers see a list of files. Link to a file, or add an index file."},
	{"other-case", "A link differs from the name of its file in case only.",
		"The link works on Windows and macOS, and fails on most servers. Write the name as the file has it."},
	{"other-form", "A link differs from the name of its file in its Unicode normal form.",
		"The name has a letter with an accent as one character, and the link as two, or the reverse. The link works on macOS, and fails on most servers. Write the name as the file has it."},
	{"empty-url", "An image, a medium, a script or a style sheet has an empty URL.",
		"Browsers load nothing. Write the URL, or leave the attribute out."},
	{"book-url", "A URL between files of a book has a form that EPUB 3.3 does not allow.",
		"Readers of books may find no file by it. Write the path from the file that has the link, without a query."},
	{"out-of-tree", "A link leads out of the tree.",
		"The target exists only beside the tree, and is missing wherever the tree is copied to. Move the file into the tree, or link to its URL."},
	{"empty-file", "A link leads to an empty file.",
		"The file has no bytes, so nothing is shown. Restore the file."},
	{"wrong-type", "An image, a medium or a script leads to a page.",
		"Browsers load nothing. The page is often the error that a server sent instead of the file, and that a program saved under its name. Fetch the file, or remove the link."},
	{"duplicate-id", "Two elements of a page have the same id.",
		"Links to the fragment lead to the first of them only. Give each element an id of its own."},
	{"orphan", "No link leads to the file.",
		"Readers cannot find the file from the start pages. Link to it, or remove it."},
	{"not-captured", "A link leads to a URL that the crawl did not capture.",
		"The archives have captures of the host, and none of this URL or of what it redirects to. Give the other archives of the crawl, or crawl again."},
	{"captured-error", "A link leads to a URL that was captured as an error.",
		"The server answered with an error when the URL was captured. Correct the link on the site, or crawl the URL again."},
	{"redirect-loop", "A link leads to a URL that is redirected in a circle.",
		"No redirect leads to a page. Correct the rules of the server, or the pages that redirect by themselves. In a crawl, the server often wants a cookie: crawl the URL again."},
	{"no-part", "A link names a part that the message does not have.",
		"Readers of mail show a broken image. Add the part with this Content-ID, or remove the link."},
	{"no-base", "A relative link has no base.",
		"No base URL is known (RFC 1808 section 3), so the link has no target. Give the base, by --base or --root."},
	{"relative", "A link needs a base.",
		"The link is relative, and --no-relative accepts absolute links only. \"hrefix abs\" makes it absolute."},
	{"rejected", "A link is no URL.",
		"The rules for resolution make no URL of it. Correct the link."},
	{"unreadable-encoding", "The links of a document cannot be read.",
		"The document is in an encoding that hrefix cannot read, so nothing in it was checked. Give --charset, or convert the document."},
	{"mended", "A known fault does not exist any more.",
		"The file of known faults lists a fault that was not found. Remove its line, so that the fault is reported when it comes back."},
}
