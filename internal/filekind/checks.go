package filekind

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// zipMagic begins the header before a file in a zip file, and oleMagic a compound file.
const (
	zipMagic = "PK\x03\x04"
	oleMagic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
)

// Checks for formats that are zip files. A zip program may put the media type of a book into a file
// other than the first.
func isWord(head []byte) bool       { return zipHas(head, "word/") }
func isExcel(head []byte) bool      { return zipHas(head, "xl/") }
func isPowerPoint(head []byte) bool { return zipHas(head, "ppt/") }
func isJAR(head []byte) bool        { return zipHas(head, "META-INF/") }
func isEPUB(head []byte) bool       { return zipHas(head, "META-INF/container.xml") }

// isWACZ looks for the description of a WACZ file and for its directories, and whether the first file
// is a WARC file, which may be longer than the head.
func isWACZ(head []byte) bool {
	first, _ := zipName(head)
	return zipHas(head, "datapackage.json") || zipHas(head, "archive/") && zipHas(head, "indexes/") ||
		bytes.HasPrefix(first, []byte("archive/")) && bytes.Contains(first, []byte(".warc"))
}

// zipHas reports whether a zip file has a member whose name begins with want. It sees the
// members whose headers are within the head.
func zipHas(head []byte, want string) bool {
	for {
		name, ok := zipName(head)
		if !ok || bytes.HasPrefix(name, []byte(want)) {
			return ok
		}
		next := bytes.Index(head[len(zipMagic):], []byte(zipMagic))
		if next < 0 {
			return false
		}
		head = head[len(zipMagic)+next:]
	}
}

// zipName returns the name in the header of a zip file that head begins with.
func zipName(head []byte) (name []byte, ok bool) {
	const nameLength, size = 26, 30
	if !hasAt(head, 0, zipMagic) || len(head) < size {
		return nil, false
	}
	name = head[size:]
	return name[:min(len(name), int(binary.LittleEndian.Uint16(head[nameLength:])))], true
}

// isBinary checks that a file is not text, since text may begin with the same letters.
func isBinary(head []byte) bool { return !IsText(head, false) }

// isCPIO checks that digits follow the magic of a cpio archive with a header of text.
func isCPIO(head []byte) bool {
	return len(head) > 12 && len(bytes.Trim(head[6:12], "0123456789abcdefABCDEF")) == 0
}

// isIcon checks that the number of images in a Windows icon or cursor is possible, and that the reserved
// byte of the first image is 0.
func isIcon(head []byte) bool {
	return len(head) > 9 && head[4] > 0 && head[5] == 0 && head[9] == 0
}

// isFlash checks the version of a Flash film, a control character after the three letters.
func isFlash(head []byte) bool {
	return len(head) > 8 && head[3] > 0 && head[3] < ' ' && head[3] != '\n'
}

// isZlib checks the two bytes of a zlib header (RFC 1950 section 2.2).
func isZlib(head []byte) bool {
	return len(head) > 2 && (int(head[0])<<8|int(head[1]))%31 == 0 && isBinary(head)
}

// isTransportStream checks for the sync byte of MPEG-TS, which begins every packet.
func isTransportStream(head []byte) bool {
	const packet = 188
	return hasAt(head, packet, "G") && hasAt(head, 2*packet, "G") && isBinary(head)
}

// isTrueType checks that the number of tables of a TrueType font is possible, and that the
// tag of the first table is text.
func isTrueType(head []byte) bool {
	return len(head) > 16 && head[4] == 0 && head[5] > 0 && head[5] < 64 && head[12] >= ' ' && head[13] >= ' ' && head[14] >= ' '
}

// isEOT checks the version of an embedded OpenType font, which is before the magic.
func isEOT(head []byte) bool {
	return hasAt(head, 8, "?\x00\x02\x00") || hasAt(head, 8, "?\x00\x01\x00")
}

// isOutlook checks that a compound file has a stream whose name, in UTF-16, begins like a stream
// name of Outlook messages.
func isOutlook(head []byte) bool {
	return bytes.Contains(head, []byte("_\x00_\x00s\x00u\x00b\x00s\x00t\x00g\x001\x00.\x000\x00"))
}

// isPortableMap checks that only numbers and comments follow "P1" to "P3", and that a number or comment
// follows "P4" to "P6", and bytes that are not text.
func isPortableMap(head []byte) bool {
	const space, digits = " \t\r\n\v\f", "0123456789"
	if len(head) < 4 || head[1] < '1' || head[1] > '6' || bytes.IndexByte([]byte(space+"#"), head[2]) < 0 {
		return false
	}
	rest := head[2:min(len(head), resourceHeader)]
	if first := bytes.TrimLeft(rest, space); head[1] > '3' {
		return len(first) > 0 && bytes.IndexByte([]byte(digits+"#"), first[0]) >= 0 &&
			(isBinary(head) || bytes.ContainsFunc(rest, func(r rune) bool { return r == utf8.RuneError }))
	}
	numbers := 0
	for line := range bytes.Lines(rest) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		if len(bytes.Trim(line, space+digits)) > 0 {
			return false
		}
		numbers += len(bytes.TrimSpace(line))
	}
	return numbers > 0
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
