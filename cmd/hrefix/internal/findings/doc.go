// Package findings writes what check finds: as text, as JSON, and in the formats of programs that
// collect the findings of checkers.
//
// # Terms
//
// A finding is a fault at a place in a document: a [Finding]. Its code is the name of the rule
// that it breaks, and does not change between versions. A sink writes findings in one format: a
// [Sink]. A record is a finding, or the name of a document, as bytes.
//
// # The way of a finding
//
// Documents are checked by several goroutines. Each prints records, by [Write] and
// [WriteDocument], to the standard output of its job, which is a buffer until all jobs before it
// have finished. A [Stream] reads the records in the order of the documents, and calls a sink. So
// the order, and what depends on it, is the same for any number of goroutines.
//
// # Limits
//
// No format keeps findings in memory, except a bounded number of those of one document, and a
// digest of each. A [Grouper] keeps a line for each group, up to 16 MiB. A [Recorder] counts the
// faults of one document, at most 100,000 at once, and keeps
// the lines of the others compressed, in about 10 bytes each. [Known] keeps a fault of each kind in
// each document, in about 150 bytes and the text of its reference.
package findings
