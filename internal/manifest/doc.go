// Package manifest has the form of the list of files that runs have done. With it, a run that was stopped
// can be repeated and does only what is missing or has changed.
//
// A manifest is a file of JSON objects, one a line. A [Header] begins each run. A [Record] follows for each
// file; the last record of a file counts. An [End] is written if the run comes to its end. Unknown keys are
// ignored.
//
// # Rules
//
//   - Before a result gets its name, a record with the outcome [Begun] names it, with its size and digest. If
//     the run is killed after that, the next one can distinguish its own result from a file of somebody else:
//     see [Record.Find]. A second record follows when the result has its name.
//   - A file is known by its path. If a run is given one directory, paths are relative to it, so that they are
//     the same on each machine, and the directory may have another name in the next run. Otherwise they are the
//     paths that were given, relative to the current directory.
//   - All runs of a manifest have the same options and the same shard. Results are in the directory of the last run.
//   - A killed process may leave a line without its end, which does not count. Another line that cannot be read
//     is an error, since a file that is done again in place may be changed twice.
//
// # The files of this package
//
//	form.go   the objects, and their JSON
//	log.go    reading lines, and finding the last record of each file
//	state.go  sizes, times and digests of files
package manifest
