// Package gzip reads and writes gzip files (RFC 1952) of which some members
// change and the others keep their compressed bytes.
//
// # Terms
//
// A gzip file is a series of members (section 2.2): header, deflated data and
// trailer each. The text is the decompressed data of all members, one after
// the other; it is what an editor sees. Offsets of the text and of the file are
// both in bytes.
//
// # Use
//
// A [Reader] gives the text. A [Writer] on top of it is told, in order, what
// becomes of the text that was read: [Writer.Keep] or [Writer.Replace]. What
// it was not told of stays, read or not, so that [Writer.Close] at any time
// ends a complete file. In particular it passes the rest through after an error
// of the Reader.
//
//	r := gzip.NewReader(src, gzip.Limits{})
//	defer r.Close()
//	w := gzip.NewWriter(dst, r)
//	// r.Read, w.Keep, w.Replace, …
//	err := w.Close()
//
// A Reader without a Writer holds nothing.
//
// # What stays
//
// A member without a replacement keeps its bytes, whatever its header, its
// compression and its trailer look like; without any replacement the output is
// the input. So do members without text, like the one that ends a BGZF file.
//
// The first replacement in a member begins the member anew: it is inflated a
// second time from its start, and compressed. The new member has the header of
// the old one byte for byte: flags, time, system, extra field, file name, comment
// and checksum. Its compression level is what XFL tells (section 2.3.1): 2 is the
// best, 4 the fastest, all else the default.
//
// A replacement that spans members begins all of them anew. Its new bytes go
// to the one in which it begins. An insertion between two members goes to the
// first.
//
// # BGZF
//
// Files of bgzip (SAM specification, section 4.1) are members of at most 64 KiB
// that tell their own size in an extra field. They stay such files: a member
// that changes becomes one or more with the right size. Where the header is too
// long for that, beyond 128 bytes, the subfield that tells the size is removed. An
// index beside the file (.gzi) is not known here, and wrong after a change.
//
// # Broken files
//
// [Reader.Read] returns all text that can be decompressed, then an [Error] with
// the offset and the cause: a header that is cut off or not valid, data that
// cannot be inflated, a checksum or length that does not match, the end of the
// file within a member. Nothing is read beyond that, and [Writer.Close] passes
// it through.
//
// A member that was begun anew before it turned out to be broken stays broken:
// its new data ends with a block of the reserved type (RFC 1951 section 3.2.3), so
// that whoever reads it gets all of its text and then an error. What follows
// the error in the input follows in the output. Some programs do not return all of that
// text, so it is better to keep the old file: [Writer.Broken] reports such a member, and
// [format.Coding.Check] finds it before anything is written. [Hold] reads a pipe so that it can be
// checked first.
//
// Bytes after the last member that do not begin with the magic number are no
// error, like the zeros that a tape pads with: see [Reader.Trailing]. They
// stay.
//
// # Divergences
//
// A file of no bytes is a series of no members. A method other than deflate or
// a reserved flag (section 2.3.1.2) is an error also behind the first member, and so
// is a header of more than 1 MiB. FTEXT, time and system are not looked at.
//
// # Limits
//
// Time is linear in the file and the text. The text is bounded by [Limits].
// Beside buffers, a Writer holds the compressed bytes from the start of the
// first member that is not done on, or, in a member that was begun anew, from
// what it was told of last: 8 MiB of them in memory and more in a temporary
// file, which nobody else can see on systems that can remove an open file. For
// each member with text in there it keeps another 32 bytes.
//
// Reader and Writer share what is held: they are for one goroutine.
package gzip
