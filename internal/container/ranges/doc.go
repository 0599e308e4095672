// Package ranges cuts files of containers into parts that are read as files of their own. What is written
// for the parts, one after the other, is what is written for the whole file.
//
// # Terms
//
// A unit is what a part consists of: a member of a gzip file, a frame of Zstandard, a record, a message, a line.
// A place is the offset of a unit in the file. A part begins at a place and ends before another one.
//
// # Use
//
// A range of a file is two offsets, chosen without reading it. The part of a range is that from
// [File.Next] of the first offset to that of the second. A program that works on a range calls
// [File.Part] with the start, and a function that returns false for places at or after the end of
// the range. A range may become shorter while it is worked on.
//
//	file, err := ranges.Open(src, size, format, options)
//	start, err := file.Next(from)
//	part := file.Part(start, func(at int64) bool { return at < to })
//	part.Rewrite(w)
//	notes, err := rewriter.Copy(ctx, w, part)
//	end, _ := part.End()
//
// # Proof
//
// Next only guesses: a web archive may hold another one, and a message may quote a mailbox. A part that begins at
// a wrong place is wrong. A part that begins at a right place ends at a right one, because it is read as
// the whole file is. So parts are right if the first one begins at the start of the file, and each
// other one where the one before it ends: [Chain] finds them. What is missing is read again with
// [Until], from the last place that is known to be right. If a part in the chain has an error, or
// is [Part.Dense], the whole file is read instead.
package ranges
