package filekind

import "bytes"

// resourceHeader is how many bytes the MIME Sniffing Standard looks at (section 5.2,
// reading the resource header).
const resourceHeader = 1445

// IsText reports whether the head of a file is text: it begins with a byte order mark, or
// its resource header has no binary data byte and the rest no NUL. If the file is known to
// be a document, only the resource header counts, and it may have up to four binary data
// bytes, plus one for every 32 bytes; but half of its bytes must not be NUL.
func IsText(head []byte, document bool) bool {
	if IsUTF16(head) || isUTF32(head) {
		return true
	}
	start := head[:min(len(head), resourceHeader)]
	n := 0
	for _, c := range start {
		if c < ' ' && binaryData>>c&1 != 0 {
			n++
		}
	}
	if document {
		return n <= 4+len(start)/32 && !IsWide(start)
	}
	return n == 0 && bytes.IndexByte(head, 0) < 0
}

// binaryData has a bit for each of the binary data bytes (MIME Sniffing Standard section 3), which are the
// control characters other than white space and ESC: 0x00 to 0x08, 0x0B, 0x0E to 0x1A, and 0x1C to 0x1F.
const binaryData uint32 = 1<<0x09 - 1 | 1<<0x0B | (1<<0x1B - 1<<0x0E) | (1<<0x20 - 1<<0x1C)

// IsUTF16 reports whether a head is UTF-16: it begins with a byte order mark, or without one
// as markup in UTF-16 does (XML 1.0 appendix F.1).
func IsUTF16(head []byte) bool {
	if isUTF32(head) {
		return false
	}
	if hasBOM(head) {
		return true
	}
	if len(head) < 4 || head[0]+head[1] != '<' {
		return false
	}
	return head[0] == 0 && head[2] == 0 && isMarkup(head[3]) || head[1] == 0 && head[3] == 0 && isMarkup(head[2])
}

// hasBOM reports whether a head begins with a byte order mark of UTF-16.
func hasBOM(head []byte) bool { return hasAt(head, 0, "\xff\xfe") || hasAt(head, 0, "\xfe\xff") }

// HTMLInUTF16 reports whether a head is UTF-16 that HTML readers do not recognise: without
// a byte order mark, they do so only if it begins with "<?x" (HTML Standard, prescan of a
// byte stream to determine its encoding, step 2).
func HTMLInUTF16(head []byte) bool {
	return IsUTF16(head) && !hasBOM(head) && !hasAt(head, 0, "<\x00?\x00x\x00") && !hasAt(head, 0, "\x00<\x00?\x00x")
}

// IsWide reports whether nearly half of the bytes are NUL, as in text of two bytes for each
// character.
func IsWide(start []byte) bool {
	return len(start) >= 4 && 2*bytes.Count(start, []byte{0}) >= len(start)-1
}

// isMarkup reports whether c can follow "<" in markup.
func isMarkup(c byte) bool {
	return c == '!' || c == '?' || c == '/' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// isUTF32 reports whether a head begins with the byte order mark of UTF-32.
func isUTF32(head []byte) bool {
	return hasAt(head, 0, "\xff\xfe\x00\x00") || hasAt(head, 0, "\x00\x00\xfe\xff")
}

// isMarkupInUTF32 checks the second character of a head in UTF-32 that begins with "<".
func isMarkupInUTF32(head []byte) bool {
	return head[0] == '<' && isMarkup(head[4]) || head[0] == 0 && isMarkup(head[7])
}

// ASCII returns head as ASCII, for text whose first characters are ASCII: head itself or, if head is UTF-16, the
// low bytes of its first 1,024 code units, without a byte order mark.
func ASCII(head []byte) []byte {
	if !IsUTF16(head) {
		return head
	}
	head = head[:min(len(head), 2048)]
	low := 0
	if head[0] == 0xfe || head[0] == 0 {
		low = 1
	}
	if head[0] >= 0xfe {
		head = head[2:]
	}
	text := make([]byte, 0, len(head)/2)
	for i := low; i < len(head); i += 2 {
		text = append(text, head[i])
	}
	return text
}
