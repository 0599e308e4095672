// Package tar reads tar archives: archives of Unix version 7, POSIX.1-1988 (ustar), GNU tar, star,
// Solaris, and POSIX.1-2001 (pax). Codings such as gzip come before it: see package container.
//
// # Terms
//
// An archive is a series of blocks of 512 bytes. A file in it is a header of one block, its data, and
// zero bytes up to the next block (padding). Other headers may come before the header, each with data
// of its own:
//
//	x, X    an extended header: records such as "30 path=a/long/name.html\n"
//	g       a global extended header, which counts for all files after it
//	L, K    a long name, and a long target of a link (GNU tar)
//
// Two zero blocks end the archive. Zero bytes up to a multiple of 10,240 follow (a record).
//
// # Files
//
// reader.go reads the members. file.go reads the headers of a file, header.go the fields of one header, and pax.go
// extended headers. correct.go edits the headers of a document that has changed.
//
// # Members
//
// Each file is a [format.Member]: all its headers, its data and the padding. [format.Member].Start
// and End delimit the data, which is the document. What follows the last file is one more member,
// without a name and without a document. List returns the files in the same order.
//
// Only regular files can be documents, and only if [format.Options].Document says so. Members without
// a document are returned in parts, and never held, whatever their size is. Sparse files have no
// document, since their data lack the holes of the file. Hard links have no data: the data are stored
// with the file that the link leads to.
//
// # Corrections
//
// If the size of a document changes, these change as well:
//
//   - the size in the header. It keeps its form: octal digits with zeros or blanks, or base 256.
//   - the record "size" of an extended header, if there is one; then also the length of the
//     record, and the size and the padding of the extended header. If the header has the same size
//     as the record, both change.
//   - the checksum of each header that changes. A sum of signed bytes stays a sum of signed bytes.
//   - the padding.
//
// Times stay, and all other bytes too. The end of the archive stays as it is, so that the file need
// not be a multiple of 10,240 bytes any more. No reader needs such a size: GNU tar, bsdtar,
// Python and Go read archives of any number of blocks.
//
// # Broken archives
//
// A header that cannot be read ends the archive. The rest is one more member without a document,
// and [format.Member].Faults reports it. A header cannot be read if
//
//   - its checksum is wrong, or its size is negative, no number or too large.
//   - readers disagree about it: a file has two extended headers, or a global header gives a size.
//   - the headers of one file have more than 1 MiB.
//
// If the archive ends inside a document, the document stays as it is. Names are not checked: they may
// be absolute, have "..", or occur several times.
//
// # Limits
//
// A reader holds the headers of one file, and its document if that has at most
// [format.Options].MaxMember bytes. Time is linear in the archive.
//
// # Specifications
//
//   - POSIX.1-2024, pax: ustar Interchange Format, pax Interchange Format
//   - GNU tar 1.34, Basic Tar Format, and Storing Sparse Files
//   - libarchive, tar(5), for hard links with data and the dialects of star and Solaris
package tar
