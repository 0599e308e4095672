// Package report writes what became of the references of documents as one HTML
// page: for each document the nested boxes of RFC 1808 section 3, and each
// reference before and after.
//
// # Terms
//
// A source is a file, or a message of a mailbox. A document is what has a base
// of its own, and a reference is a URL in one, both as package rewrite tells
// them. A line is a record of the page's data. What is hidden in a text is what a
// reader would not see, or would see elsewhere: control and format characters,
// blanks other than the space, characters that are shown as nothing, and bytes
// that are no UTF-8.
//
// # The page
//
// The page is one file that needs no other: it opens from a disk, its
// Content-Security-Policy allows nothing but its own style sheet and script, by
// their digests, and nothing in it leads elsewhere: URLs are text. The same
// calls write the same bytes.
//
// First come the data, in script elements that are no scripts, then a summary, the
// references and the documents as they are without scripts: as many as
// [staticDocuments], [staticReferences] and [staticBytes] allow. The script puts
// lists in their place that it draws from the data, a page at a time, with
// filters, groups and an order; the counts of the summary become buttons that filter.
// What is shown is the view: the address of the page has it after "#", as the
// parameters of a query, so that it can be sent and the browser can go back to it.
//
// The script is made of page_data.js (reads the data), page_list.js (draws lists),
// page_filter.js (the view: filters, groups, address) and page.js (what is clicked).
//
// With [Options].MaxReferences, the page has the first references only, and says
// so wherever it gives their number. The summary counts all.
//
// # Data
//
// A line is a JSON array whose first item says what it is:
//
//	"in", name, message, part, layer, from, base
//	"ref", line, offset, element, attr, status, head, removed, inserted, tail, reason, omitted
//	"doc", name, message, part, type, layer, from, base, candidates, omitted
//	"total", references, documents
//	"status", status, label, references
//	"why", status, reason, references, whether it is one reason
//	"layer", layer, label, documents
//
// An "in" holds for the "ref" lines after it. A candidate is layer, from, value,
// url, used, reason. A reference reads head, removed, tail, and becomes head,
// inserted, tail; what is removed and inserted is the edit of its text. The last four
// kinds are the summary, in its order, at the end. Of texts longer than [maxText]
// bytes, the page has only that much; omitted is the number of bytes left out. The data
// are for the script of the same page: programs had better read what the command prints
// with --json.
//
// # What content cannot do
//
// Every name, URL, field and reason may come from an attacker. In the data, "<"
// and what is hidden are written as \uNNNN, so that a script element cannot end
// early, and the source of the page hides nothing. A byte that is no UTF-8
// becomes a lone surrogate from U+DC80 to U+DCFF, which no text in UTF-8 has.
// Elsewhere everything passes [visible]. The script makes text nodes only, and
// the policy forbids it to parse markup. Both show what is hidden as \xNN, \uNNNN
// or \u{N} in a box of its own, so that it differs from a text that reads like
// it.
//
// # Limits
//
// A [Writer] keeps what is shown without scripts, the counts, and one line. A
// browser keeps all data, but has elements for one page of each list only.
package report
