// Package zip reads and rewrites zip files, such as archives of pages, EPUB books and MAFF files.
//
// # Terms
//
// The terms are those of APPNOTE.TXT 6.3.10, the specification of zip files. An entry is a file,
// directory or link in a zip file. It has a local header, then its data, and sometimes a data
// descriptor. The central directory is a list of records, one for each entry. The end of central
// directory record follows it. A zip file may be at the end of another file, such as a program that
// extracts it, and other bytes may follow it.
//
// # Reading
//
// The central directory decides which entries there are. Each one is a member, in the order of their
// local headers in the file. Files that are no documents are members without a document: at most
// their first 64 KiB are decompressed, to see what they are if the name does not show it. Names are
// never interpreted: they may be the same, and have "..", NUL or bytes in any charset.
//
// A file is read, and written again, in these steps:
//
//	file.go       a file that can be read at any offset; a pipe is copied
//	window.go     a buffer for parts of the file
//	directory.go  where the directory is, and where its entries are
//	signature.go  whether the zip file is signed
//	record.go     the numbers in records and local headers
//	entry.go      where the data of an entry are, and whether all numbers agree
//	reader.go     the document in an entry
//	writer.go     an entry with a changed document
//	tail.go       the directory with the new numbers
//
// # Writing
//
// An entry whose document changes is stored or deflated as before, at the level that its flags
// describe. Its checksum and its sizes are written over the old ones: in the local header, in the data
// descriptor, in the directory, and in their zip64 fields. The offsets in the directory and in its end
// records are corrected. If an offset does not fit into 32 bits any more, it moves to a zip64 field,
// which is added if necessary.
//
// All other bytes are copied: compressed data, the order of entries, attributes, comments, extra
// fields, encrypted entries, what is before, between and after them. Nothing is aligned again: data
// that zipalign has put at multiples of four bytes move as the file grows.
//
// # Entries that stay
//
// An entry stays if it cannot be read with certainty. If its name is that of a document, the member has
// a defect that says why:
//
//   - it is encrypted, a patch, in another part, or compressed by another method than deflate.
//   - it shares bytes with another one, as in zip bombs that overlap. It is not decompressed.
//   - its checksum, its sizes or its name in the header contradict the directory.
//   - its document is larger than [format.Limits] allow for its data.
//
// If the zip file is signed, all entries stay unless [format.Options].Signed is set. The signatures are
// those of JAR files, EPUB books, Android and NuGet packages, and of the directory.
//
// # Broken files
//
// A file whose directory cannot be read stays as a whole, and so does one of several parts. The Reader
// returns one member with a defect, and [format.Format].List returns an error that is a [Broken].
//
// If the offset of the directory is wrong, there may be something before the zip file, so that all
// offsets are wrong by the same number, which is kept. If a directory is at both places, readers differ
// in which one they take, and the file stays.
//
// # Limits
//
// A reader holds one document, 16 bytes for each entry, and some buffers. A list takes about 50
// bytes for each entry, and its name. Documents of 1 GiB and more stay. Time is linear in the size
// of the file and of what is decompressed.
package zip
