// Package filekind recognises files that hrefix must not edit: archives, images,
// programs and all others whose bytes are not those of a document.
//
// # Terms
//
// A head is the beginning of a file: 64 KiB, or all of a shorter file. A kind is a file
// format with a name for people, such as "a tar archive". A group is what kinds are
// counted by, such as archives. Magic is what the head of a format always has.
//
// # Use
//
// [Magic] recognises a format by its magic. [IsText] reports whether a head is text.
// [Script] recognises programs and data that are text by the file's name. [Of] names
// what a file is, for the message that refuses it. Package rewrite has the rule that
// puts these together: see rewrite.DetectType.
//
// # Rules
//
//   - Magic that consists of letters only, such as the "BM" of bitmaps or the "MZ" of
//     programs, does not count alone: text may begin with it. A function checks what
//     follows (checks.go).
//   - Bytes are text by the MIME Sniffing Standard: its resource header, the first 1,445
//     bytes, holds no binary data byte. Beyond that, up to the end of the head, there is
//     no NUL.
//   - What is known to be a document may have a few such bytes in its resource header,
//     because real pages do: at most one in 32, and four. In what is compressed or random,
//     one byte in ten is a binary data byte.
//   - Text in UTF-16 or UTF-32 begins with a byte order mark, or in UTF-16 with "<".
//
// # Why a table of its own
//
// github.com/gabriel-vasile/mimetype is a good library for this. It is not used for three
// reasons: it takes two or three letters
// as magic, so that some texts would be refused; it knows no ARC, binary property list,
// Outlook store, MMDF, lz4 or lzop file; and it builds its tree in 275 allocations when a
// program starts, whether or not anything is recognised. The table here is constant data.
//
// # Limits
//
// Formats that are recognised by their end (some disk images) or beyond the head (ISO
// 9660) are refused because they are not text. Files that are compressed by brotli have
// no magic: they are refused for the same reason.
package filekind
