// Command hrefix-bench measures hrefix and its peers side by side in one run, and
// prints the figures as Markdown.
//
//	HREFIX_CORPUS=FOLDER go run -C cmd/hrefix-bench . [-install] [-update]
//
// -install gets the peers that are missing, by apt-get and npm; -update writes the
// figures into PERFORMANCE.md. It is a module of its own, so that its
// dependencies never reach users of hrefix.
//
// With -only trees it checks the links of five packages of documentation with hrefix check,
// linkinator and linkchecker instead, which takes an hour. These figures are a part of the page
// of their own.
//
// # How it measures
//
// A round does the work of one peer on one document, as many times as it takes to be long
// enough to measure. A warm-up finds that number. Then the rounds of the peers alternate, A B
// C ... A B C ..., and each figure is the median of its rounds. All input is in memory before,
// and each peer does all its work in one process.
//
// Peers in Go run in this process with GOMAXPROCS=1, after a collection that is not
// counted. Other peers are processes of their own: process.go has the protocol. wget knows
// no protocol; wget.go says how it is measured. All are bound to one core.
//
// On a shared machine, others may use the second hardware thread of the same core. This slows
// some work down to half the speed, and other work not at all. core.go detects that. It waits
// until the core is not shared, and repeats a round that was disturbed, for at most the time
// -patience. The report gives the number of rounds that were disturbed nevertheless.
//
// # What is where
//
//	bench*.go       the sections of the report, and the bounds of each
//	measure.go      rounds, in turns
//	core.go         one core, and who else uses it; affinity_*.go binds to it
//	peer.go         what a peer is; peers in Go
//	process.go      peers that are processes
//	tool.go         the programs they need, and how these are installed
//	sampled.go      peers too slow for the whole of a large mailbox
//	document.go     the inputs: pages.go, mail.go, references.go read the corpus,
//	                makepage.go and makembox.go make more of them
//	floor.go ...    a file for each peer; scripts/ has those in other languages
//	allocations.go  the number of allocations for a large page
//	command.go      start-up, files in place, -j
//	bounds.go       whether the figures are within their bounds
//	report.go       the Markdown
//
// # Limits
//
// Only on Linux are the peers bound to a core. A core that is shared during the whole run is
// not detected.
//
// # What the peers do
//
// They make all links absolute, in the nine attributes in use (links.go) or in the peer's
// own list, by a base that they are given. Only hrefix finds the base in the document, and it
// rewrites all places that it knows. The row of a peer says what the peer does not do; "links"
// is the number of links that it changed.
package main
