// Package gzip reads and writes gzip files (RFC 1952) in which some members are
// changed and the others keep their compressed bytes.
//
// # Terms
//
// A gzip file is a series of members (section 2.2), each of which has a header,
// deflated data and a trailer. The text is the decompressed data of all members,
// one after the other. Package units reads and writes the series of members, and says what a
// Reader and a Writer do; this package decodes and encodes one member.
//
// # What stays the same
//
// A member without a replacement keeps its bytes, whatever its header, its
// compression and its trailer are. Without any replacement, the output is the
// input. A member without text, such as the last one of a BGZF file, keeps its
// bytes, too.
//
// The first replacement in a member starts a new member: the old one is inflated
// again from its start, and compressed. The header of the new member is that of
// the old one, byte for byte: flags, time, system, extra field, file name,
// comment and checksum. The compression level is that of the field XFL (section
// 2.3.1): 2 is the best one, 4 the fastest one, any other value the default.
//
// The subfield "sl" of the extra field, in which WARC 0.9 puts the lengths of a
// record before and after compression, is removed from a new member.
//
// [Writer.Insert] writes a member of its own without a name and time. It has the
// compression level of the member before it, and a size if that one has a size.
//
// # BGZF
//
// The files of bgzip (SAM specification, section 4.1) have members of at most 64
// KiB, with the size of the member in an extra field. They keep this form: a
// member that changes becomes one or more members with the right sizes. If the
// header is longer than 128 bytes, there may not be enough room; the subfield for
// the size is then removed. An index file (.gzi) is not updated, and is wrong
// after a change.
//
// # Broken files
//
// A header that is cut off or not valid, data that cannot be inflated, a checksum
// or length that does not match, and the end of the file within a member are
// errors.
//
// If a member turns out to be broken after a new one was started, the data of the
// new one ends with a block of the reserved type (RFC 1951 section 3.2.3). Some
// programs do not return all of the text before it, so it is better to keep the
// old file: [Writer.Broken] reports such a member, and [format.Coding.Check] finds
// it before anything is written.
//
// Bytes after the last member that do not begin with the magic number are no
// error. They may be the zeros that a tape is padded with.
//
// # Web archives
//
// If the text begins as a WARC or ARC file does, a bad spot does not end it. After a checksum or length that
// does not match, the next member is read. After other faults, and after bytes that are no member, the
// Reader goes to the next magic number after which a member begins with a record. Zeros between members
// are skipped. At the end of the file, the error is that of the first bad spot, with the number of bytes
// that were not read. A Writer copies these bytes.
//
// # Divergences
//
// An empty file has no members. A method other than deflate or a reserved flag
// (section 2.3.1.2) is an error, also in members after the first one, and so is a
// header of more than 1 MiB. FTEXT, time and system are not read.
package gzip
