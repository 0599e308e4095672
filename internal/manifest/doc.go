// Package manifest keeps a list of the files that runs have done, so that a run that was stopped can
// be repeated and does only what is missing or has changed.
//
// # The form
//
// A manifest is a file of JSON objects, one a line. A [Header] begins each run. A [Record] follows
// for each file, after its result has its name; the last record of a file counts. An [End] is
// written if the run comes to its end. So several manifests one after the other are a manifest, too.
//
// A path that is not UTF-8 is in base64 (path_base64). A part of a file has a range of its bytes as
// well. Unknown keys are ignored.
//
// # Files, runs and shards
//
// In a manifest, a file is known by its path. If a run is given one directory, paths are relative to it,
// so that they are the same on each machine, and the directory may have another name in the next run.
// Otherwise they are the paths that were given, relative to the current directory. If the same file
// got another path, it would be done again, and in place its links would be rewritten twice. So Open
// refuses a manifest of a directory for files that are given by their names, and the other way round.
// It refuses a manifest of a directory for one below or above it. [Manifest.Alias] finds a file that
// was given by another path.
//
// A result is in the directory of the run that has the last record of its file. A run that finds a file
// done records it again if an earlier run had other directories ([Manifest.IsMoved]).
//
// The runs of a manifest are in the order of its lines. A run without a shard has all the work. A run of
// a shard has a part of it, and its manifest lacks what other shards did. So Open refuses the manifest of
// one shard for another shard, and for a run without one. A run without a shard can use a manifest that was
// merged from several shards. If it was merged from all of them, a run of any shard can use it.
//
// # Several manifests
//
// In a [Set] of manifests, a file is known by its path and the directory of its result, so results in
// two directories are two files. In place, a message is the same under all names that mail readers
// give to it. Of the records of a file:
//
//   - in one manifest, the last one counts;
//   - in several, one with a result counts, or else the latest;
//   - two different results are an error.
//
// So the order of the manifests does not matter. A [Part] is the runs of one shard in a manifest, or
// those without a shard. It has ended if its last run has, or if its work was done by a later run of the
// shard or without a shard, or by later runs of all shards of some number. Later runs in the same
// manifest always have the same work, and those in another one if their directories are the same. No
// shard is missing if a run without a shard has ended.
//
// [Set.WriteTo] writes each part as one run, in the order of their times, so the result means what the
// set means. It refuses a set of different directories, because a file of a manifest has one record.
//
// # What a rerun may replace
//
// Before a result gets its name, a record with the outcome [Begun] names it, with its size and
// digest. If the run is killed after that, the next one can distinguish its own result from a file
// of somebody else. [Record.Find] compares a file with those that a record names.
//
// # Rules
//
//   - Each line is written by one call, at the end of the file. If that fails, the file is cut, so
//     that it ends with a whole line.
//   - A killed process may leave a line without its end. The next run cuts it off.
//   - Another line that cannot be read is left out, and reported: its file is done again.
//   - No path in a manifest is written to. A result is written where it would be written without a
//     manifest, and is only compared with what the manifest has.
//   - One run at a time uses a manifest. It locks the file ([Open]).
//   - All runs of a manifest have the same options. A [Header] has a fingerprint of them, and Open
//     refuses a manifest with another fingerprint.
//
// # Limits
//
// A line has at most [MaxLine] bytes. In memory, a file takes some 60 bytes, because only a hash of
// its path and the offset of its record are kept.
//
// # The files of this package
//
//	form.go         the objects, and their JSON
//	read.go         reading lines
//	index.go        finding the record of a file
//	open.go         the manifest of a run: lock, append
//	past.go         which runs may use a manifest one after the other
//	state.go        sizes, times and digests of files
//	set.go          several manifests, and which records count
//	parts.go        the runs of a shard, and what is missing
//	merge.go        one manifest of several
//	fingerprint.go  options that change results
package manifest
