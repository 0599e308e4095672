// Package gzip reads and writes gzip files (RFC 1952) in which some members are
// changed and the others keep their compressed bytes.
//
// # Terms
//
// A gzip file is a series of members (section 2.2), each of which has a header,
// deflated data and a trailer. The text is the decompressed data of all members,
// one after the other. All offsets, of the text and of the file, are in bytes.
//
// # Use
//
// A [Reader] reads the text. A [Writer] writes the file of a Reader with changes
// of its text. It must be called in the order of the text: [Writer.Keep] keeps
// text that was read, [Writer.Replace] replaces it. [Writer.Close] keeps the
// rest of the text, even if it was not read. So Close ends a complete file at any
// time, and also after an error of the Reader.
//
//	r := gzip.NewReader(src, gzip.Limits{})
//	defer r.Close()
//	w := gzip.NewWriter(dst, r)
//	// r.Read, w.Keep, w.Replace, …
//	err := w.Close()
//
// A Reader without a Writer keeps no data.
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
// A replacement that spans members rewrites all of them. Its new bytes go into
// the member in which it begins. An insertion between two members goes into the
// first one.
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
// [Reader.Read] returns all text that can be decompressed, and then an [Error]
// with the offset and the cause: a header that is cut off or not valid, data that
// cannot be inflated, a checksum or length that does not match, or the end of the
// file within a member. Nothing after that is read, and [Writer.Close] copies it.
//
// If a member turns out to be broken after a new one was started, the new one is
// broken, too: its data ends with a block of the reserved type (RFC 1951 section
// 3.2.3), so that readers get all of its text and then an error. The bytes after
// the error are copied to the output. Some programs do not return all of that
// text, so it is better to keep the old file: [Writer.Broken] reports such a
// member, and [format.Coding.Check] finds it before anything is written. [Hold]
// reads a pipe so that it can be checked first.
//
// Bytes after the last member that do not begin with the magic number are no
// error. They may be the zeros that a tape is padded with. They are kept: see
// [Reader.Trailing].
//
// # Divergences
//
// An empty file has no members. A method other than deflate or a reserved flag
// (section 2.3.1.2) is an error, also in members after the first one, and so is a
// header of more than 1 MiB. FTEXT, time and system are not read.
//
// # Limits
//
// Time is linear in the file and the text. The text is bounded by [Limits]. A
// Writer keeps, apart from buffers, the compressed bytes from the start of the
// first member that is not written, or, in a member that is encoded again, from
// the last byte of text that was kept or replaced. Up to 8 MiB of them are in
// memory, more in a temporary file, which is not visible to others on systems
// that can remove an open file. For each of these members that has text, it keeps
// another 32 bytes.
//
// Reader and Writer share data, and must be used by one goroutine at a time.
package gzip
