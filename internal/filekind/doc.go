// Package filekind recognises files that hrefix must not edit: archives, images,
// programs and all other files that are not documents.
//
// # Terms
//
// A head is the first 64 KiB of a file, or all of a shorter file. A kind is a file
// format with a name for people, such as "a tar archive". A group is a set of kinds that
// are counted together, such as archives. The magic of a format is the bytes that every
// file of that format begins with, or has at a fixed offset.
//
// # Use
//
// [Magic] recognises a format by its magic. [IsText] reports whether a head is text.
// [Script] recognises programs and data files that are text, by the name of the file.
// [Of] returns the kind of a file, for the message that refuses it. rewrite.DetectType
// combines these to decide whether a file is a document.
//
// # Files
//
// kind.go has [Group], [Kind], [Of] and [Magic], table.go the magic, checks.go the checks after the magic. text.go has
// [IsText] and UTF-16, data.go JSON and other data, message.go messages, names.go the names of files.
//
// # Rules
//
//   - Magic that consists of letters only, such as the "MZ" of programs, is not enough, because
//     text may begin with it. It counts in files that are not text.
//   - A head is text if its resource header, the first 1,445 bytes, holds no binary data
//     byte (both terms are of the MIME Sniffing Standard), and the rest of the head holds
//     no NUL.
//   - A file that is known to be a document may have a few binary data bytes in its
//     resource header, because some real pages have: up to four, plus one for every 32
//     bytes. In compressed or random data, one byte in ten is a binary data byte.
//   - Text in UTF-16 begins with a byte order mark, or with "<". Text in UTF-32 or EBCDIC is
//     a kind of its own, because hrefix cannot read it.
//
// # Why a table of its own
//
// github.com/gabriel-vasile/mimetype (v1.4.16) is a good library for this. It would replace only the
// patterns of table.go: text, mail and zip files need rules of their own, and each of its types a
// row with a name and a group here. It takes "MZ" or "FWS" in text as magic, and names 61 of the 173
// heads in testdata no further than text or bytes; some of these files would be edited when
// they are named like a page. Of its last three versions one could panic, and one took quadratic
// time. And it makes 275 allocations when a program starts.
//
// # Limits
//
// Formats whose magic is at the end of the file (some disk images) or beyond the head (ISO
// 9660) get no name: they are refused because they are not text. So are files compressed
// by brotli, which have no magic.
package filekind
