// Package resume connects the jobs of a run with its manifest, so that a run which was stopped can
// be repeated and does only what is missing or has changed.
//
// # The way of a job
//
//	Prepare   claims the path of the input, in the order of the inputs
//	IsDone    finds out whether an earlier run has done the file
//	Ours      finds out whether the result may replace a file, since an earlier run wrote that
//	Complete  records the result, which is complete and will get its name next
//	Keep      records a file that stays, because it is the result already
//	Named     notes that the result has its name
//	End       records the outcome, in the order of the inputs
//
// # Rules
//
//   - A file is done if it is as it was when it was read, and its result is as it was when it was
//     written. In place, the two are one file. Sizes and times are compared first; digests are
//     computed only if the times differ, or if they say nothing.
//   - A file that failed is done again.
//   - Without --force, a result replaces only a file that an earlier run wrote and that nobody has
//     edited since. A file with the content of the result is the result, no matter who wrote it.
//   - A file in place is renamed after its record is on the disk, so that no link of it is rewritten
//     twice: a second move of a site is not what the first one was.
//   - If the names of other files count, all files are done again when names have changed.
//   - A file that is named twice is recorded once: the first time.
//   - If the manifest cannot be written, results in a new tree are written nevertheless, and the run
//     fails at its end. Files in place then stay as they are.
package resume
