// Hrefix-beam does the work of hrefix on a distributed engine: it is a pipeline of Apache Beam.
//
// Usage:
//
//	hrefix-beam --job links --input 'crawl/*.warc.gz' --output lists --manifest lists.jsonl --gzip
//	hrefix-beam --job abs   --input mail --output mail-abs --manifest mail.jsonl
//	hrefix-beam --job graph --input 'crawl/*.warc.gz' --output graph --shards 64
//
// README.md, in the same directory, describes how to run it, and names the engines on which it was tried.
//
// # Jobs
//
//   - links writes a list of the links of each file, as hrefix links --format tsv or --json does.
//   - abs writes each file with absolute links, as hrefix abs -o does.
//   - graph counts the links between pages, and between hosts, over all files.
//
// # Elements
//
// The elements of the pipeline are files, and ranges of web archives, mailboxes and NDJSON. Single records are never
// elements: to pass one on takes an engine longer than the work on it. Package internal/container/ranges cuts files
// into ranges. An engine may split them again while they are worked on.
//
// # Same bytes
//
// Results have the bytes that hrefix writes for the same files, whatever the ranges are. Each range reports where
// it really began and ended, and a later step does again what does not fit together (package
// cmd/hrefix-beam/internal/pipeline). Tests compare all jobs with the plain command.
//
// # A module of its own
//
// Beam and what it needs are some 300 modules. So this directory is a module, and the module of hrefix does not
// have them. Beam dials the servers of its runner; hrefix itself dials nothing.
//
// # Faults of the SDK, version 2.77.0
//
//   - After TryClaim has returned false, another call fails the bundle (offsetrange): the work never calls it again.
//   - Prism's loop for a bundle spins on a closed channel while a step without output works (stage.go, dataReady): the
//     steps that work have outputs.
//   - Counters are wrong after dynamic splits: they are counted after the ranges are joined.
//   - textio.Write makes one file: it is not used.
//   - Prism listens on all network devices: see README.md.
//   - Prism ends the job when a bundle fails, and tries nothing again: tests repeat the work themselves.
//   - Package register takes 1.2 GB and minutes to compile for a DoFn with five parameters: beam.RegisterDoFn is used.
package main
