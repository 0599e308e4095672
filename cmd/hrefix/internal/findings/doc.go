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
// have finished. An [Output] reads the records in the order of the documents, and calls a sink. So
// the order, and what depends on it, is the same for any number of goroutines.
//
// # Files
//
//   - finding.go and sink.go: a finding, and the formats for people, programs and GitHub; sarif.go with rules.go, and
//     junit.go: formats that need more.
//   - record.go: records. output.go reads them.
//   - filter.go: which links are checked. count.go and grouper.go: what the summary counts, and which findings share a line.
//   - fault.go: a line of a file of known faults; recorder.go writes such files, and known.go compares with them.
//
// # Limits
//
// JUnit keeps a bounded number of the findings of one document in memory. SARIF and JUnit keep a digest of each
// finding of one document. Other formats keep no findings. A [Grouper] keeps a line for each group, up to 16 MiB. A
// [Recorder] counts the faults of one document, at most 100,000 at once, and keeps the lines of the other documents.
// [Known] keeps about 150 bytes, and the text of the reference, for each line of the file.
package findings
