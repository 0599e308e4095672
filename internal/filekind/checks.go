package filekind

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// isTar checks the checksum of a tar header (POSIX.1, ustar), which all dialects of tar
// have.
func isTar(head []byte) bool {
	const size, sum, sumEnd = 512, 148, 156
	if len(head) < size {
		return false
	}
	want, ok := octal(head[sum:sumEnd])
	if !ok {
		return false
	}
	unsigned, signed := 0, 0 // some programs added up signed bytes
	for i, c := range head[:size] {
		if sum <= i && i < sumEnd {
			c = ' '
		}
		unsigned += int(c)
		signed += int(int8(c))
	}
	return want == unsigned || want == signed
}

// octal returns the octal number in a field of a tar header.
func octal(field []byte) (n int, ok bool) {
	field = bytes.Trim(field, " \x00")
	for _, c := range field {
		if c < '0' || c > '7' {
			return 0, false
		}
		n = n<<3 | int(c-'0')
	}
	return n, len(field) > 0
}

// Checks for formats that are zip files.
func isWord(head []byte) bool       { return zipHas(head, "word/") }
func isExcel(head []byte) bool      { return zipHas(head, "xl/") }
func isPowerPoint(head []byte) bool { return zipHas(head, "ppt/") }
func isJAR(head []byte) bool        { return zipHas(head, "META-INF/") }

// isEPUB recognises a book whose first file is not its media type, as zip programs make it.
func isEPUB(head []byte) bool { return zipHas(head, "META-INF/container.xml") }

func isWACZ(head []byte) bool {
	return zipHas(head, "datapackage.json") || zipHas(head, "archive/") && zipHas(head, "indexes/") || beginsWithWARC(head)
}

// The header before a file in a zip file.
const (
	zipMagic   = "PK\x03\x04"
	nameLength = 26 // the offset of the length of the name
	zipHeader  = 30 // its size
)

// beginsWithWARC reports whether the first file in a zip file is a WARC file in the directory
// archive. It may be longer than the head.
func beginsWithWARC(head []byte) bool {
	if len(head) < zipHeader {
		return false
	}
	name := head[zipHeader:]
	name = name[:min(len(name), int(binary.LittleEndian.Uint16(head[nameLength:])))]
	return bytes.HasPrefix(name, []byte("archive/")) && bytes.Contains(name, []byte(".warc"))
}

// zipHas reports whether a zip file has a member whose name begins with want. It sees the
// members whose headers are within the head.
func zipHas(head []byte, want string) bool {
	const local, header = zipMagic, zipHeader
	for hasAt(head, 0, local) && len(head) >= header {
		name := head[header:]
		name = name[:min(len(name), int(binary.LittleEndian.Uint16(head[nameLength:])))]
		if bytes.HasPrefix(name, []byte(want)) {
			return true
		}
		next := bytes.Index(head[header:], []byte(local))
		if next < 0 {
			return false
		}
		head = head[header+next:]
	}
	return false
}

// isBitmap checks the header of a BMP file: the reserved bytes are 0, and the header after
// it has a possible size.
func isBitmap(head []byte) bool {
	if len(head) < 18 || !hasAt(head, 6, "\x00\x00\x00\x00") {
		return false
	}
	size := binary.LittleEndian.Uint32(head[14:])
	return size == 12 || size >= 16 && size <= 124
}

// isIcon checks the directory of a Windows icon or cursor: the number of images is
// possible, and the reserved byte of the first is 0.
func isIcon(head []byte) bool {
	return len(head) > 9 && head[4] > 0 && head[5] == 0 && head[9] == 0
}

// isProgram checks that the header of a DOS or Windows program has binary data bytes: text
// may begin with the letters "MZ", too.
func isProgram(head []byte) bool { return len(head) > 28 && binaryBytes(head[:28]) > 0 }

// isFlash checks the version of a Flash film, a control character after the three letters.
func isFlash(head []byte) bool {
	return len(head) > 8 && head[3] > 0 && head[3] < ' ' && head[3] != '\n'
}

// isMPEGAudio checks for a frame header of MPEG audio, layer II or III. (Most files begin
// with an ID3 tag instead.) Neither its bit rate nor its sampling rate may be reserved, and
// another frame of the same kind has to follow.
func isMPEGAudio(head []byte) bool {
	if len(head) < 4 || head[1]&0xe0 != 0xe0 || head[1]&0x18 == 0x08 || head[1]&0x06 == 0 || head[1]&0x06 == 0x06 {
		return false
	}
	if rate := head[2] >> 4; rate == 0 || rate == 15 || head[2]&0x0c == 0x0c {
		return false
	}
	start := head[:min(len(head), 4096)]
	return bytes.Contains(start[4:], []byte{head[0], head[1]})
}

// isAAC checks that the sampling frequency in the header of an ADTS frame is not reserved.
func isAAC(head []byte) bool { return len(head) > 7 && head[2]&0x3c < 0x34 }

// isTransportStream checks for the sync byte of MPEG-TS, which begins every packet.
func isTransportStream(head []byte) bool {
	const packet = 188
	return len(head) > 2*packet && head[packet] == 'G' && head[2*packet] == 'G' && !IsText(head, false)
}

// isTrueType checks that the number of tables of a TrueType font is possible, and that the
// tag of the first table is text.
func isTrueType(head []byte) bool {
	return len(head) > 16 && head[4] == 0 && head[5] > 0 && head[5] < 64 && head[12] >= ' ' && head[13] >= ' ' && head[14] >= ' '
}

// isClass distinguishes Java classes from Mach-O files for several processors, which have
// the same magic: after it comes the version of the class, or the number of processors,
// which is small.
func isClass(head []byte) bool { return len(head) > 7 && head[7] > 30 }

// isPortableMap checks that "P1" to "P6" is followed by the width and the height, and by
// the largest value except for bitmaps (P1 and P4), with white space and comments between
// them. P4 to P6 are binary: one white space follows, and then bytes that are not text. P1
// to P3 are followed by numbers.
func isPortableMap(head []byte) bool {
	if len(head) < 4 || head[1] < '1' || head[1] > '6' {
		return false
	}
	numbers := 3
	if head[1] == '1' || head[1] == '4' {
		numbers = 2
	}
	rest, ok := head[2:], true
	for range numbers {
		if rest, ok = cutNumber(rest); !ok {
			return false
		}
	}
	if head[1] >= '4' {
		return len(rest) > 0 && isSpace(rest[0]) && isNoText(rest[1:])
	}
	rest = rest[:min(len(rest), resourceHeader)]
	return len(bytes.Trim(rest, "0123456789 \t\r\n")) == 0 || bytes.IndexByte(rest, '#') >= 0 && !bytes.Contains(rest, []byte("<"))
}

// cutNumber cuts white space, comments and a number from the beginning of text.
func cutNumber(text []byte) (rest []byte, ok bool) {
	for len(text) > 0 && (isSpace(text[0]) || text[0] == '#') {
		if text[0] == '#' {
			_, text, _ = bytes.Cut(text, []byte("\n"))
			ok = true // the line ending is white space
			continue
		}
		text, ok = text[1:], true
	}
	n := len(text) - len(bytes.TrimLeft(text, "0123456789"))
	return text[n:], ok && n > 0
}

// isSpace reports whether c is white space: that of package ascii, or a vertical tab.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// isNoText reports whether the first bytes have a binary data byte or are not UTF-8.
func isNoText(b []byte) bool {
	b = b[:min(len(b), resourceHeader)]
	return binaryBytes(b) > 0 || bytes.ContainsFunc(b, func(r rune) bool { return r == utf8.RuneError })
}

// isBinary checks that a file is not text, since text may begin with the same letters.
func isBinary(head []byte) bool { return !IsText(head, false) }

// isLHA checks the hyphen after the method, and the level of the header.
func isLHA(head []byte) bool { return len(head) > 20 && head[6] == '-' && head[20] < 4 }

// isQuickTime checks the length of the atom that a file without "ftyp" begins with. It is
// binary, 1 if a longer length follows, and at least 8 otherwise. The bytes of text would
// make an atom of more than 512 MiB whose content is text.
func isQuickTime(head []byte) bool {
	size := binary.BigEndian.Uint32(head)
	return size == 1 || size >= 8 && (head[0] == 0 || !IsText(head, false))
}

// isEOT checks the version of an embedded OpenType font, which is before the magic.
func isEOT(head []byte) bool {
	return hasAt(head, 8, "?\x00\x02\x00") || hasAt(head, 8, "?\x00\x01\x00")
}

// isCPIO checks that the header of a binary cpio archive is followed by the name of a
// file, which ends with NUL.
func isCPIO(head []byte) bool { return len(head) > 26 && bytes.IndexByte(head[26:], 0) > 0 }

// isLZMA checks the size of the decompressed data in the header of an .lzma file: it is
// unknown (all bits are set) or less than 4 GiB.
func isLZMA(head []byte) bool {
	return len(head) > 13 && (hasAt(head, 5, "\xff\xff\xff\xff\xff\xff\xff\xff") || hasAt(head, 9, "\x00\x00\x00\x00"))
}

// isZlib checks the two bytes of a zlib header (RFC 1950 section 2.2).
func isZlib(head []byte) bool {
	return len(head) > 2 && (int(head[0])<<8|int(head[1]))%31 == 0 && !IsText(head, false)
}

// isPickle checks the protocol version of a Python pickle, and that the operation after it
// can be the first.
func isPickle(head []byte) bool {
	return len(head) > 2 && head[1] >= 2 && head[1] <= 5 && bytes.IndexByte([]byte("\x95}](c\x8c)NKXJMq"), head[2]) >= 0
}

// isCPIOText checks the last digit of the magic of an ASCII cpio archive, and that digits
// follow.
func isCPIOText(head []byte) bool {
	return len(head) > 12 && (head[5] == '1' || head[5] == '2' || head[5] == '7') && len(bytes.Trim(head[6:12], "0123456789abcdefABCDEF")) == 0
}

// isSkippableFrame checks the first byte of the magic of a frame that zstd and lz4 skip.
func isSkippableFrame(head []byte) bool { return head[0]&0xf0 == 0x50 }

// isOutlook checks that a compound file has a stream whose name, in UTF-16, begins as those
// of Outlook messages do.
func isOutlook(head []byte) bool {
	return bytes.Contains(head, []byte("_\x00_\x00s\x00u\x00b\x00s\x00t\x00g\x001\x00.\x000\x00"))
}

// isEBCDIC reports whether a head begins as markup does in EBCDIC: with a document type, an
// XML declaration, a comment, or a tag of the beginning of a page.
func isEBCDIC(head []byte) bool {
	const space = "\x40\x25\x15\x0d\x05"
	head = bytes.TrimLeft(head[:min(len(head), 256)], space)
	for _, start := range [...]string{
		"\x4c\x5a\xc4\xd6\xc3\xe3\xe8\xd7\xc5", "\x4c\x4f\xc4\xd6\xc3\xe3\xe8\xd7\xc5", // <!DOCTYPE
		"\x4c\x6f\xe7\xd4\xd3", "\x4c\x5a\x60\x60", "\x4c\x4f\x60\x60", // <?XML, <!--
		"\x4c\xc8\xe3\xd4\xd3", "\x4c\xc8\xc5\xc1\xc4", "\x4c\xc2\xd6\xc4\xe8", "\x4c\xe3\xc9\xe3\xd3\xc5", "\x4c\xd4\xc5\xe3\xc1", // <HTML, <HEAD, <BODY, <TITLE, <META
	} {
		if hasPrefixEBCDIC(head, start) {
			return true
		}
	}
	return false
}

// hasPrefixEBCDIC reports whether a head begins with a string of EBCDIC whose letters are
// capitals, in any case.
func hasPrefixEBCDIC(head []byte, start string) bool {
	if len(head) < len(start) {
		return false
	}
	for i := range len(start) {
		if c := head[i]; c != start[i] && (start[i] < 0xc1 || c|0x40 != start[i]) {
			return false
		}
	}
	return true
}
