// Package ranges cuts files of containers into parts that are read as files of their own. What is written
// for the parts, one after the other, is what is written for the whole file.
//
// # Terms
//
// A unit is what a part consists of: a member of a gzip file, a frame of Zstandard, a record, a message, a line.
// A place is the offset of a unit in the file. A part begins at a place and ends before another one.
//
// # Files that can be cut
//
//	WARC, ARC              at records
//	the same, gzip, zstd   at members or frames that begin with a record
//	mbox                   at messages
//	NDJSON                 at lines
//	the last two in gzip   at members that begin with a message or a line
//
// All others have to be read as a whole: zip, tar, single messages, pages. [Open] reports them by [ErrWhole]. A
// file that is one gzip member has no places but its start and its end. What is known about a format is in
// its own package: see [format.Cuts] and [format.Coding].
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
// The type of the file has to be found before, by its name and its start. All parts have that type.
//
// # Proof
//
// Next only guesses. A web archive may hold another one, which a stored block of deflate shows as it is; and a
// message may quote a mailbox. A part that begins at a wrong place is wrong.
//
// A part that begins at a right place ends at a right one, because it is read as the whole file is. So parts are
// right if the first one begins at the start of the file, and each other one where the one before it ends:
// [Chain] finds them. What is missing is read again with [Until], from the last place that is known to be right.
//
// If a part in the chain has an error, or is [Part.Dense], the whole file is read instead: it may give other
// bytes, or another error. An error of a part that is not in the chain means nothing.
//
// # What depends on more than a part
//
// These states of a reader or writer go beyond one unit. Places where they would change the bytes are not used:
//
//   - A conversion is written after its record, unless the next record is that conversion already. No part
//     begins with a record "conversion".
//   - In a web archive without a coding, a broken record may end before the next one or at the end of the file, and
//     a record without a blank line after it can be converted only at the end of the file. No part begins after
//     such a record.
//   - In one with a coding, a record begins where a unit begins with one, unless the line before it goes on there.
//     No part begins within a line.
//   - The length of a record in a file with a coding has the empty units after it. No part begins with an
//     empty unit.
//   - Content-Length of a message decides where it ends, if another message begins there or the mailbox ends there.
//     Both are the same in a part, because its end is where a message begins.
//   - A message larger than MaxMember has no Content-Length that counts. So MaxMember has to be that of the
//     Rewriter.
//
// These are made equal:
//
//   - Frames of Zstandard may need the dictionary at the start of the file. It is read before each part, and not
//     written ([format.Coding].Prefix).
//   - The start of the file decides whether a gzip file is a web archive, which is read on after a bad member. A
//     part knows it ([format.Stopper].PartOf).
//   - A new gzip member takes its level and its form from the member before it (units.Modeler), not from what was
//     read last.
//   - Limits of expansion count from the start of the file. See [Part.Dense].
//
// These differ, but not in the bytes of a rewritten file. Whoever joins parts has to add them up:
//
//   - Offsets in a part: [Part.Base] is added to [format.Record].Offset. Record.At, the offset in the text, stays.
//   - Numbers of messages, records and lines, in lists and notes: they begin with 1 in each part. A list that has
//     them needs the counts of the parts before, or the whole file.
//   - Notes about a file as a whole, such as the number of revisits that refer to changed records: a part does
//     not know the records of other parts, so it counts fewer.
//   - Fields of JSON that no line has: a part lacks more of them than the file does.
//   - A record at the end of a part that is cut short has [format.Record].Cut in that part.
//
// Digests, lengths and identifiers in a record depend on that record only, and so does everything that package
// engine does with a document.
//
// # Limits
//
// Next reads windows of 256 KiB. It passes over at most 1,024 places that look like the start of a part and are
// none, and decodes up to 64 units for each; after that it returns the size of the file. A header of more
// than 16 KiB begins no part. A part of a web archive in gzip or zstd is decoded once. For other files, each
// part is read twice: the places are found by a reader that is ahead by one unit.
package ranges
