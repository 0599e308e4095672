// Package resume connects the jobs of a run with its manifest, so that a run which was stopped can
// be repeated and does only what is missing or has changed.
//
// # The way of a job
//
//	Prepare   claims the path of the input, in the order of the inputs
//	IsDone    reports whether an earlier run has done the file; if so, End is next
//	Read      takes the digest of the input, after it was read
//	Ours      finds the file that the result may replace, because an earlier run wrote it
//	Complete  records the result, which is complete and gets its name next
//	Keep      notes that the file in a new tree stays, because it is the result already
//	Stay      notes that the file in place stays, because nothing in it changes
//	Named     notes that the result has its name
//	End       records the outcome, in the order of the inputs
//
// # The files of this package
//
//	open.go     which run may use a manifest
//	tracker.go  the manifest of a run, and its lines
//	done.go     what earlier runs have done
//	result.go   what the run writes, or leaves as it is
//
// # Rules
//
//   - A file is done if it is as it was when it was read, and its result is as it was when it was
//     written. In place, the two are one file. Sizes and times are compared first; digests are
//     computed only if the times differ, or if a file with other content had the same time.
//   - A file that failed, or that was done when other files had other names that count, is done again.
//   - Without --force, a result replaces only a file that an earlier run wrote and that nobody has
//     edited since. A file with the content of the result is the result, no matter who wrote it.
//   - In place, a result gets its name after its record is on the disk, so that no rerun rewrites it
//     again: to move a site twice is not the same as to move it once.
//   - No path in a manifest is written to: it is only compared.
//   - Of a file that is named twice, only the first job is recorded.
//   - If the manifest cannot be written, results in a new tree are written nevertheless, and the run
//     fails at its end. Files in place then stay as they are.
package resume
