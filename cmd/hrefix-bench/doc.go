// Command hrefix-bench measures hrefix and its peers side by side in one run, and
// prints the figures as Markdown.
//
//	HREFIX_CORPUS=FOLDER go run -C cmd/hrefix-bench . [-install] [-update]
//
// -install gets the peers that are missing, by apt-get and npm; -update writes the
// figures into PERFORMANCE.md. It is a module of its own, so that its
// dependencies never reach users of hrefix.
//
// # How it measures
//
// A peer is warmed up on a document until a round of it takes long enough to be
// measured: the work is done as many times in a round as that takes. Then rounds
// alternate, A B C ... A B C ..., and each figure is the median of its rounds. All
// input is in memory before, and all work is done in one process per peer.
//
// Peers in Go run in this process with GOMAXPROCS=1, after a collection that is not
// counted. Other peers are processes of their own: process.go has the protocol. wget knows
// no protocol; wget.go says how it is measured. All are bound to one core.
//
// On a machine that is shared, others may use the same core by its second hardware thread,
// which slows some work down to a half and other work not at all. core.go finds that out,
// waits for a core that is not shared, and does a round again that was disturbed, up to a
// time (-patience). The report says how many rounds were disturbed nevertheless.
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
//	allocations.go  how many for a large page
//	command.go      start-up, files in place, -j
//	bounds.go       whether the figures are within their bounds
//	report.go       the Markdown
//
// # Limits
//
// It is for Linux; elsewhere nothing is bound to a core. A core that is shared for the whole
// of a run looks like one that is not shared.
//
// # What the peers do
//
// They make all links absolute, in the nine attributes in use (links.go) or in the peer's
// own list, by one base: only hrefix establishes it from the document. hrefix looks in all
// places that it knows. The row of a peer says what it does not do; "links" is how many it
// changed.
package main
