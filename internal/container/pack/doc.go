// Package pack reads and writes files that are compressed by gzip (RFC 1952) or Zstandard (RFC 8878).
//
// # Terms
//
// A file is a series of units: members of gzip (RFC 1952 section 2.2), or frames of Zstandard (RFC 8878
// section 3). The text is the decoded data of all units, one after the other. All offsets, of the text and of
// the file, are in bytes. A form is a kind of file. It says how units are decoded and encoded.
//
// # Files
//
// form.go has the form and its errors, gzip.go and zstd.go the two forms. tape.go keeps the bytes of a file that a
// Writer may need again. reader.go reads the text, resume.go goes on after a broken unit, and writer.go writes the
// file.
//
// # What stays the same
//
// Without a change of the text, the output is the input. With a change, the text is compressed again from
// its start to its end: as one member with the header of the first one, or as frames of up to 8 MiB. Skippable
// frames, and bytes that are no unit, stay where they are in the text.
//
// In web archives, whose indexes have the offsets of units ([format.UnitWriter].ByUnit), only the units in which
// text changes are compressed again, and new text between two units becomes a unit. All other units keep their
// bytes.
//
// The header of a new member has the name, comment, time, system and extra field of the old member, but not FTEXT
// and FHCRC. The field XFL of the old member decides the compression level (RFC 1952 section 2.3.1): 2 means the best
// level, 4 the fastest, any other value the default. The lengths that WARC 0.9 and BGZF have in the extra field are
// removed, so a changed BGZF file is no BGZF file any more.
//
// New frames have a checksum and the size of their text, as "Zstandard Compression for WARC Files 1.0" requires,
// and the default level of the zstd program. That specification lets a file begin with a dictionary (RFC 8878
// section 5) for all its frames: a skippable frame with the magic number 0x184D2A5D, whose content may be
// compressed. It is used to read frames and to write them. Other skippable frames are skipped.
//
// # Broken files
//
// [Reader.Read] returns all text that can be decoded, and then an [Error] with the offset and the cause: a header,
// data, a checksum or a length that is not valid, a dictionary that is missing, or the end of the file within a
// unit. Nothing after that is read, and [Writer.Close] copies it. If the text has changed before, Close returns an
// [Error], and the output is not valid: the caller keeps the old file. [format.Coding.Check] finds such a file
// before anything is written.
//
// Bytes after the last unit that do not begin a unit are no error. They are kept: see [Reader.Trailing].
//
// If the text begins as a WARC or ARC file does, a bad spot does not end it (resume.go). After a checksum or
// length of a member that does not match, the next member is read. After other faults, and after bytes that are no
// member, the Reader goes to the next member that begins with a record. Zeros between members are skipped. At the
// end of the file, the error describes the first bad spot, and has the number of all bytes that were not read. Close
// copies these.
//
// # Limits
//
// Time is linear in the file and the text. The text is bounded by [format.Limits]. The window of a frame, which is
// how much memory it needs, is 128 MiB at most, as in the zstd program. A dictionary is 8 MiB at most, compressed
// and not. The name and the comment of a member are 511 bytes at most each.
//
// A Reader without a [Writer] keeps buffers, and 32 bytes for each of the latest 32,768 units. A Writer keeps the
// encoded bytes from the start of the first unit that is not written, or, in a unit that is encoded again, from
// the last byte of text that was kept or replaced. Outside of web archives, that is the whole file until the text
// changes. Up to 8 MiB are in memory, more in a temporary file, which is not visible to others on systems that can
// remove an open file.
//
// Reader and Writer share data, and must be used by one goroutine at a time.
package pack
