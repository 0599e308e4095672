// Package units reads and writes files that are a series of units encoded on their own, such as
// the members of a gzip file. Some units are changed, and the others keep their bytes.
//
// # Terms
//
// The text is the decoded data of all units, one after the other. All offsets, of the text and
// of the file, are in bytes. A [Form] is what differs between the kinds of files: how a unit is
// decoded, and how one is encoded.
//
// # Use
//
// A [Reader] reads the text. A [Writer] writes the file of a Reader with changes of its text. It
// must be called in the order of the text: [Writer.Keep] keeps text that was read,
// [Writer.Replace] replaces it, and [Writer.Insert] puts a unit between two others.
// [Writer.Close] keeps the rest of the text, even if it was not read. So Close ends a complete
// file at any time, and also after an error of the Reader.
//
// A Reader without a Writer keeps no data.
//
// # What stays the same
//
// A unit without a replacement keeps its bytes. Without any replacement, the output is the input.
// A unit without text keeps its bytes, too.
//
// The first replacement in a unit starts a new unit: the old one is decoded again from its
// start, and encoded. A replacement that spans units rewrites all of them. Its new bytes go into
// the unit in which it begins. A replacement of no bytes between two units goes into the first.
//
// # Broken files
//
// [Reader.Read] returns all text that can be decoded, and then an [Error] with the offset and
// the cause. Nothing after that is read, and [Writer.Close] copies it.
//
// If a unit turns out to be broken after a new one was started, the new one is broken, too: its
// data ends in a way that is not valid, so that readers get all of its text and then an error.
// [Writer.Broken] reports such a unit.
//
// Bytes after the last unit that do not begin a unit are no error. They are kept: see
// [Reader.Trailing].
//
// In web archives, the Reader goes on after a broken unit (resume.go): with the next unit that
// begins with a record. Bytes that were not read are then an error at the end of the file, and
// [Writer.Close] copies them.
//
// # Limits
//
// Time is linear in the file and the text. The text is bounded by [format.Limits]. A Writer
// keeps, apart from buffers, the encoded bytes from the start of the first unit that is not
// written, or, in a unit that is encoded again, from the last byte of text that was kept or
// replaced. Up to 8 MiB of them are in memory, more in a temporary file, which is not visible to
// others on systems that can remove an open file. For each of these units that has text, it
// keeps another 48 bytes. For [Reader.Unit], a Reader keeps the offsets of the latest 65,536
// units that have text.
//
// Reader and Writer share data, and must be used by one goroutine at a time.
package units
