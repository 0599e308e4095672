// Package warc reads web archives: WARC (ISO 28500) in the versions 0.17, 0.18,
// 1.0 and 1.1, and ARC in the versions 1 and 2.
//
// # Terms
//
// A web archive is a series of records. A record is a header, a block, and blank
// lines. The header of a WARC record is a version line and fields; the header of an ARC
// record is one line. The block of most records is an HTTP response or request.
//
// # Members
//
// Each record is a member. Its document is
//
//   - the body of the HTTP response in a record "response", without its transfer
//     coding and content codings. The head comes before it: [format.Member].HTTP.
//   - the block of a record "resource" or "conversion", and of a "response" that is
//     not one of HTTP.
//
// Other records, and documents whose media type cannot have references, are
// members without a document. An image or a film is skipped without being held. A
// response that is not repeated ("revisit") has its status only. If a response has
// no Content-Type, its first bytes decide whether it is text, and the type is left
// to be found by content. The base of a document is WARC-Target-URI.
//
// # Files
//
// A record is read in these steps:
//
//	reader.go   the text of the file, with a buffer; where a record begins and ends
//	header.go   the fields of its header, or the line of an ARC record
//	block.go    its block, which ends by its length or before the next record
//	member.go   the HTTP head and the document in the block
//	records.go  the same with the body as a stream, for the command
//
// A record with a changed document is written by writer.go: origin.go decides whether it can
// change, conversion.go or replacement.go makes the new one, digest.go its digests, and report.go
// sentences about the file as a whole.
//
// # Where a record is
//
// [format.Record] has the offset and the length of each record in the file, as
// CDXJ files have them. In a file of gzip members or zstd frames, they are the
// offset and the length of the compressed record, up to the next record. In other files, the length does not
// have the blank lines after the record. In a file that is compressed as a whole,
// they are -1 and 0: not known.
//
// # Broken files
//
// A broken record never hides the others. [format.Member].Faults reports
//
//   - a record that is cut short: by the end of the file, or by a gzip member or
//     zstd frame that begins with a record. All of it is read.
//   - a Content-Length that is missing, negative, no number, or more than 1 PiB:
//     the block then ends before the next record.
//   - bytes after a record that belong to no record, for example because its
//     Content-Length is too small. They are skipped, up to the next record.
//   - a date of an ARC record that is damaged or missing. The record has no date.
//   - a header of more than 128 KiB. The record is skipped.
//   - a segment of a record whose other segments do not follow it. Segments that follow each other in a
//     file are read as one record (WARC 1.1 section 7).
//   - a response without an HTTP header, or with an HTTP header of more than 1 MiB.
//     If there is no header, the block is read as the document.
//   - what is wrong with the codings of a body. See package httpmessage.
//
// After such a fault, a record begins where a gzip member or zstd frame begins with
// a version line, or at a version line after a blank line. In an ARC file, it
// begins at a line that has a URL, a date of 14 digits or an IP address, and a length. If a Content-Length
// exceeds the file, the record after it is found in the same way, provided that the size of the file is
// known, or that the file ends in the next 128 KiB. Otherwise only the document ends where the next record
// seems to begin. A Content-Length that is too large, but does not exceed the file, is believed in a file
// without compression, since a block may hold an archive.
//
// Lines may end with LF, and have several CR before it.
//
// # Writing
//
// [format.Archive] says what becomes of a record whose document changes.
//
//   - With AddConversions, the record stays, and a record "conversion" (WARC 1.1 section 6.7)
//     with the changed document follows it. Its WARC-Record-ID is derived from the ID of the
//     record and the document, and it has the date of the record, so that the same input gives
//     the same output. It is not written if the next record has the same id. HTTP heads
//     cannot change. An ARC file has no such records.
//   - With ReplaceRecords, the record is written with both lengths and its digests corrected.
//     The new payload digest covers the same bytes as the old digest did: the body without chunks
//     (WARC 1.1 section 5.9, RFC 2616 section 4.3), or with chunks, as some programs compute it.
//
// All other records keep their bytes, compressed ones too. The new record is a gzip member or zstd
// frame of its own if the record is. A record that is broken cannot change: its document is left
// out when a file is read with one of these choices, and a fault reports it.
//
// # Limits
//
// Time is linear in the file and the text. A reader holds a document of at most
// [format.Options].MaxMember bytes, and buffers of about 300 KiB. The text of each
// content coding is bounded by [format.Limits].
package warc
