// Command hrefix-bench measures hrefix and its peers side by side in one run, and
// prints the figures as Markdown.
//
//	HREFIX_CORPUS=FOLDER go run -C cmd/hrefix-bench . [-install] [-update]
//
// -install gets the peers that are missing, by apt-get and npm; -update writes the
// figures into PERFORMANCE.md. It is a module of its own, so that what it needs
// never reaches who uses hrefix.
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
// no protocol; wget.go says what is measured of it. All are bound to one core.
//
// On a machine that is shared, others may use the same core by its second hardware thread,
// which slows some work down to a half and other work not at all. core.go finds that out,
// waits for a core that is not shared, and does a round again that was disturbed, up to a
// time (-patience). The report says how many rounds were disturbed nevertheless.
//
// # What is where
//
//	bench*.go       the sections of the report, and what is wanted of each
//	measure.go      rounds, in turns
//	core.go         one core, and who else uses it; affinity_*.go binds to it
//	peer.go         what a peer is; peers in Go
//	process.go      peers that are processes
//	tool.go         what is needed for them, and how it is installed
//	sampled.go      peers too slow for the whole of a large mailbox
//	document.go     the inputs: pages.go, mail.go, references.go read the corpus,
//	                makepage.go and makembox.go make more of them
//	floor.go ...    a file for each peer; scripts/ has those in other languages
//	allocations.go  how many for a large page
//	command.go      start-up, files in place, -j
//	bounds.go       whether what is wanted holds
//	report.go       the Markdown
//
// # Limits
//
// It is for Linux; elsewhere nothing is bound to a core. A core that is shared from the beginning of a run to its end is not
// told from one that is not.
//
// # What the peers do
//
// Make all links absolute, in the nine attributes that everybody knows (links.go)
// or in those that the peer has itself, by one base: none but hrefix establishes it
// from the document. hrefix has all places on that it knows. What a peer does not
// do stands in its row; "links" is how many it changed.
package main
