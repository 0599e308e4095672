// Package extract writes the captures of web archives as files whose links lead to each other.
//
// A run reads the archives twice. The first pass ([Run.Scan]) reads the heads of all records into
// an index of package crawl, and holds no body. The second pass ([Run.Write]) writes the files. A
// resource is decoded as a stream. A document is held in memory, up to MaxDocument of the options of
// the engine, and its links are made relative; a larger one is written as it is. Several goroutines
// rewrite documents and wait for the disk. Files get their names, and are reported, in the order of
// the records.
//
// # Records
//
// Responses, resources, conversions and revisits are captures. A response is left out if a request
// of another method than GET belongs to it by WARC-Concurrent-To. The request must be among the 64
// records before or after it.
//
// # Files
//
// Files are written under temporary names and renamed, so each is whole or missing. Nothing is
// written outside of the directory, not even through symbolic links in it. Files that exist stay,
// unless Force is set. The time of a file is the time of its capture.
//
// # Bases
//
// Relative links of a document are relative to the URL of its capture, or to the base that the header
// of its response gives (Content-Base and Content-Location), as package engine has it for web archives.
//
// # Files of the package
//
//   - run.go: the steps of a run. archive.go opens archives, scan.go is the first pass, write.go and task.go are the
//     second one, and report.go has the map and the summary.
//   - pages.go: pages that were saved as messages.
//   - output.go: the directory that files are written to.
//
// # The map
//
// The map has a line for each file, with its URL and its path, and after those a line for each URL
// that is redirected to a file. It has the form of --map.
package extract
