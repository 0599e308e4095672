// Package zip reads and rewrites zip files, such as archives of pages, EPUB books and MAFF files, by
// archive/zip.
//
// # Terms
//
// The terms come from APPNOTE.TXT 6.3.10, the specification of zip files. An entry is a file,
// directory or link in a zip file. It has a local header, then its data, and sometimes a data
// descriptor. The central directory has a record for each entry. Its end record follows it. A zip file
// may be at the end of another file, such as a program that extracts it, and other bytes may follow it.
//
// # Files
//
// file.go makes a file readable at any offset, and directory.go finds the entries in it. reader.go reads them one
// after the other, and writer.go writes a file in which some have changed. format.go is the row of package container.
//
// # Reading
//
// The directory decides which entries there are. Each one is a member, in the order of the local
// headers. Files that are no documents are members without a document: at most their first 64 KiB are
// decompressed, to see what they are if the name does not show it. Names are never interpreted: they may
// be the same, and have "..", NUL or bytes in any charset.
//
// archive/zip reads the directory. directory.go makes the checks that archive/zip does not make:
//
//   - each local header agrees with the directory, and no entries share bytes, as in zip bombs.
//   - the entries and the directory are the whole zip file, and there is one directory only.
//   - the checksum counts even if it is 0, the data end where the directory says, and a text is not
//     larger than [format.Limits] allow for its data. Documents of 1 GiB and more stay.
//
// An entry that cannot be read is a member with a defect, if its name belongs to a document. A file whose
// directory cannot be read is one member with a defect.
//
// # Writing
//
// If nothing changes, the file is copied. Otherwise archive/zip writes it: what is before it, each entry with
// its compressed data and the extra fields of its local header, and the directory in its old order. An
// entry whose document changes is stored or deflated as before, at the level that its flags describe. The
// numbers in headers, data descriptors and zip64 fields are written again. What follows the zip file stays.
//
// If the zip file would lose anything else, or readers differ in what is in it, all documents are read-only.
// So they are if it is signed, unless [format.Options].Signed is set.
//
// # Limits
//
// A reader holds one document, and about 300 bytes for each entry besides its name. Time is linear in
// the size of the file and of what is decompressed.
package zip
