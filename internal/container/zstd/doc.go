// Package zstd reads and writes Zstandard files (RFC 8878) in which some frames are changed and
// the others keep their compressed bytes. Package units reads and writes the series of frames;
// this package decodes and encodes one frame, with github.com/klauspost/compress/zstd.
//
// # Terms
//
// A file is a series of frames (section 3). A Zstandard frame has blocks of text. A skippable
// frame has other data, and no text. A dictionary (section 5) is data that a frame may refer to,
// as if it came before its text.
//
// # Web archives
//
// A compressed WARC file may begin with a dictionary for all its frames ("Zstandard Compression
// for WARC Files 1.0"): a skippable frame with the magic number 0x184D2A5D. The dictionary in it
// may be compressed. A frame at the start whose content is no dictionary is skipped.
//
// # What stays the same
//
// A frame without a replacement keeps its bytes, and a skippable frame always does. The first
// replacement in a frame starts a new one. It has a checksum and the size of its text, as that
// specification requires, and uses the dictionary, if there is one. Its compression level is the
// default of the zstd program, since a frame does not have its level. Text of more than 8 MiB
// becomes several frames, because the size is written before the data.
//
// # Broken files
//
// A header that is cut off or not valid, data that cannot be decoded, a checksum or size that
// does not match, a dictionary that is missing, and the end of the file within a frame are
// errors. Text comes in blocks of up to 128 KiB. That of a broken block is not returned, nor
// that of the last block if the checksum of the frame does not match.
//
// If a frame turns out to be broken after a new one was started, the data of the new one ends
// with a block of the reserved type (section 3.1.1.2).
//
// # Limits
//
// A window, which is how much memory a frame needs, is 128 MiB at most, as in the zstd program.
// A dictionary is 8 MiB at most, compressed and not. A new frame is held in memory.
package zstd
