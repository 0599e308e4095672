// Package report writes documents and their references as one HTML page. The page shows what becomes of the references,
// or where they lead; where faults are; what was left alone; the text of each reference before and after; and for each
// document the nested boxes of RFC 1808 section 3. The page calls references links.
//
// # Terms
//
// A source is a file, or a message of a mailbox. [Read] counts sources as documents, as the command does. In
// this package, a document is a source or a part of it with a base of its own, and a reference is a URL in a
// document, both as package rewrite reports them. A line is a record of the page's data. Hidden characters
// are those that a reader would not see, or would see elsewhere: control and format characters, blanks other
// than the space, characters without a glyph, and bytes that are not UTF-8.
//
// # The page
//
// The page is one file that needs no other: it opens from a disk, its Content-Security-Policy
// allows only its own style sheet and script, by their digests, and it has no links to other
// pages: URLs are text. The same calls write the same bytes.
//
// First come the data, in script elements of a type that does not run. Then comes what is shown, in this
// order: what was asked, what was read and how many faults were found, the messages of the run, what failed, what
// becomes of the references, the targets with faults, the folders of the bases, the notes by kind, the references, the
// documents, and what was passed over. References with a fault, or without a target, come before others. The page
// leaves out the common beginning of the names of all sources. For browsers without scripts, the lists have as many
// items as [maxTargets], [staticDocuments], [staticReferences] and [staticBytes] allow. The script replaces these by lists that it makes from the data,
// a page at a time, with filters, groups and an order, and adds a bar of what becomes of the references and a
// picture of the tree, with the faults in each folder. The counts, folders and targets are buttons that
// filter. The filters, groups and order are the view. Missing files of a folder that is missing, and files out
// of the tree, are one row, as check prints them. The address of the page has the view after "#", as the parameters of a query, so
// that it can be sent, and the browser can go back to it.
//
// The script consists of the script of package webpage (makes elements), page_data.js (reads the
// data), page_list.js (draws lists), page_filter.js (the view: filters, groups, address), page_tree.js (draws
// the bar and the tree) and page.js (handles clicks).
//
// With [Options].Checked, the page has only the references with a fault, and with [Options].MaxReferences only the
// first references. It says so where it gives their number. The summary counts all.
//
// # Data
//
// A line is a JSON array whose first item says what it is:
//
//	"in", name, message, part, layer, from, base, subject
//	"ref", line, offset, element, attr, status, head, removed, inserted, tail, reason, omitted
//	"doc", name, message, part, type, layer, from, base, candidates, advice, omitted, subject
//	"note", name, message, part, offset, kind, text, subject, state
//	"fault", code, text, whether it is a warning, target
//	"total", references, documents, what all names begin with, what one document is called, and several
//	"status", status, label, references
//	"why", status, reason, references, whether it is one reason
//	"layer", layer, label, documents
//
// The state of a note is a [State]. An "in" line applies to the "ref" lines after it, and a "fault" line to the "ref"
// line before it. The target of a fault is empty if the page shows the same text for the reference.
// The status of a reference that is checked is where it leads. The "why" lines after the "status" line of "faulty"
// have the codes of faults. A candidate is layer, from, value,
// url, used, reason. The text of a reference is head, removed, tail, and becomes head,
// inserted, tail. Lines of the last four kinds are the summary, in its order, at the end.
// Texts are cut after [maxText] bytes; omitted is the number of bytes left out. The data
// are for the script of the same page. Other programs should read what the command prints
// with --json.
//
// # What content cannot do
//
// Every name, URL, field and reason may come from an attacker. In the data, "<" and hidden
// characters are written as \uNNNN, so that a script element cannot end early, and the source
// of the page hides nothing. A byte that is not UTF-8 becomes a lone surrogate from U+DC80 to
// U+DCFF, which no text in UTF-8 has. All other text passes [visible]. The script makes text
// nodes only, and the policy forbids it to parse markup. Both show hidden characters as \xNN,
// \uNNNN or \u{N} in a box, so that they differ from the same text without a box.
//
// # Limits
//
// A [Writer] keeps the static lists, the counts, one line, and what could not be read in memory. A browser keeps all
// data, but has elements for one page of each list only.
package report
