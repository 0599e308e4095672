// Package write writes the results of jobs to files: in place ([InPlace]), or to the place that -o names, a new tree
// or one file ([Target]). With a manifest ([Tracker]), a run which was stopped can be repeated, and does only what is
// missing or has changed.
//
// # The way of a result
//
// A result is written to a temporary file in the folder that it is for. The file gets the attributes of the source.
// When it is the turn of the job, the file gets its name, unless the source has changed since it was read.
//
//   - In place, a file that does not change is not touched. Another program may have locked the source: see lock.go.
//     The old file is kept if the user wants a backup: see backup.go. A directory of backups has a list of what was
//     written in place of them, for the verb restore: see kept.go.
//   - In a new tree, each input has its path, and the directories are like the directories of the input: see dirs.go.
//     Files that exist are replaced only with --force or --update: see result.go.
//
// # The way of a job in the manifest
//
//	Prepare      claims the path of the input, in the order of the inputs
//	IsDone       reports whether an earlier run has done the file; if so, End is next
//	read         takes the digest of the input, after it was read
//	oursAt       finds the file that the result may replace, because an earlier run wrote it
//	complete     records the result, which is complete and gets its name next
//	keep         notes that the file in a new tree stays, because it is the result already
//	Stay         notes that the file in place stays, because nothing in it changes
//	gotName      notes that the result has its name
//	End          records the outcome, in the order of the inputs
//
// # Rules of manifests
//
//   - A file is done if it is as it was when it was read, and its result is as it was when it was
//     written. In place, the two are one file. Sizes and times are compared first; digests are
//     computed only if the times differ, or if a file with other content had the same time.
//   - A file that failed is done again. So is a file whose result depended on the names of other
//     files, if these names have changed.
//   - Without --force, a result replaces only a file that an earlier run wrote and that nobody has
//     edited since. A file with the content of the result is the result, no matter who wrote it.
//   - In place, a result gets its name after its record is on the disk, so that no rerun rewrites it
//     again: to move a site twice is not the same as to move it once.
//   - No path in a manifest is written to: it is only compared.
//   - Of a file that is named twice, only the first job is recorded.
//   - If the manifest cannot be written, results in a new tree are written nevertheless, and the run
//     fails at its end. Files in place then stay as they are.
package write
