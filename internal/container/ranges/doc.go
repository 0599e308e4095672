// Package ranges cuts files of containers into parts that are read as files of their own. The results for
// the parts, joined, have the same bytes as the result for the whole file.
//
// # Terms
//
// A unit is a member of a gzip file, a frame of Zstandard, a record, a message or a line. A place is the offset in
// the file at which a unit begins. A part consists of units: it begins at a place, and ends at a later place or
// at the end of the file.
//
// # Files that can be cut
//
//	WARC, ARC              at records
//	the same, gzip, zstd   at members or frames that begin with a record
//	mbox                   at messages
//	NDJSON                 at lines
//
// All other files have to be read as a whole: zip, tar, single messages, pages, and mailboxes and lines with a
// coding, which are encoded again as a whole. For these files, the error of [Open] is [ErrWhole]. In a file that is
// one gzip member, the only places are its start and its end. The package of a format says where its files can be
// cut: see [format.Cuts] and [format.Coding].
//
// # Use
//
// A range of a file is two offsets, chosen without reading it. The part for a range begins at [File.Next]
// of the first offset, and ends where the part for the next range begins. A program that works on a range calls
// [File.Part] with the start, and a function that returns false for places at or after the end of
// the range. The end of the range may move towards its start meanwhile, because the function is called again
// for each place.
//
//	file, err := ranges.Open(src, size, format, options)
//	start, err := file.Next(from)
//	part := file.Part(start, func(at int64) bool { return at < to })
//	part.Rewrite(w)
//	notes, err := rewriter.Copy(ctx, w, part, nil)
//	end, _ := part.End()
//
// The type of the file has to be found before, by its name and its start. All parts have that type.
//
// # Proof
//
// Next only guesses. A record of a web archive may hold another web archive, whose bytes are in the file as they
// are if a block of deflate is stored, and a message may quote a mailbox. A part that begins inside such a
// record or message is wrong.
//
// A part that begins at a right place also ends at a right place, because it is read as the whole file is. So
// parts are right if the first part begins at the start of the file, and each other part begins where the part
// before it ends. [Chain] finds these parts. If they do not reach the end of the file, the file is read from
// where they end, with [Until], and the new part is added.
//
// If a part in the chain has an error, or is [Part.Dense], the whole file has to be read instead: the result may
// have other bytes, or another error. Errors of parts that are not in the chain are ignored.
//
// # What depends on more than a part
//
// What is written for a unit may depend on other units. No part begins at a place where that would change bytes:
//
//   - A conversion is written after its record, unless the next record is that conversion already. No part
//     begins with a record "conversion".
//   - In a web archive without a coding, a broken record may end before the next one or at the end of the file, and
//     a record without a blank line after it can be converted only at the end of the file. No part begins after
//     such a record.
//   - In a web archive with a coding, a unit that begins with the text of a record begins that record, unless a
//     line of the record before it goes on there. No part begins within a line.
//   - In a file with a coding, empty units after a record count for its length. No part begins with an empty
//     unit.
//   - The Content-Length of a message decides where it ends, if another message begins there or the mailbox ends
//     there. A part ends where a message begins, so the decision is the same.
//   - The Content-Length of a message larger than MaxMember is ignored. So MaxMember has to be the
//     MaxMember of the Rewriter.
//
// A part gets what it needs from outside:
//
//   - Frames of Zstandard may need the dictionary at the start of the file, and the start of a gzip file shows
//     whether it is a web archive, which is read on after a bad member. The decoder of a part gets both from
//     the decoder of the start ([format.Decoder].Part).
//   - A new gzip member takes its level from the member before it, not from what was read last.
//   - Limits of expansion count from the start of the file. See [Part.Dense].
//
// What a program reads in a part differs in some ways from what it reads in the whole file. This does not change a
// rewritten file, but a program that joins parts has to correct it:
//
//   - Offsets in a part: [Part.Start] is added to [format.Record].Offset. Record.At, the offset in the text, stays.
//   - Numbers of messages, records and lines, in lists and notes: they begin with 1 in each part. A list that has
//     them needs the counts of the parts before, or the whole file.
//   - Notes about a file as a whole, such as the number of revisits that refer to changed records: a part does
//     not know the records of other parts, so it counts fewer.
//   - Fields of JSON that are in no line: a field that other parts have may not be in this one.
//   - A record that ends with the part although its length is greater: it has [format.Record].Cut only in that
//     part.
//
// Digests, lengths and identifiers in a record depend on that record only, and so does everything that package
// engine does with a document.
//
// # Limits
//
// Next reads windows of 256 KiB. It tries at most 1,024 offsets that look like the start of a part, and decodes
// up to 64 units for each. If none of them begins a part, it returns the size of the file. A record with a header
// of more than 16 KiB begins no part. A part of a file with a coding is decoded once. A part of another file is read twice: a
// second reader, one unit ahead, finds the places.
package ranges
