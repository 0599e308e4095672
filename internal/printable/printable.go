// Package printable escapes characters that a reader of a terminal or a page
// would not see as what they are.
package printable

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// IsHidden reports whether a reader would not see r, or would not recognise it: a control
// character, which a terminal obeys, a character that changes the direction of text or begins a
// line, white space other than the space, or a character that shows nothing.
func IsHidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	return !unicode.IsPrint(r) ||
		unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// IsInvalid reports whether r and size, which utf8.DecodeRune returned, stand for a byte
// that begins no character.
func IsInvalid(r rune, size int) bool { return r == utf8.RuneError && size == 1 }

// String returns s with hidden characters, and bytes that are not UTF-8, written as \xNN.
// It returns s itself if it has neither.
func String(s string) string {
	var escaped []byte
	copied := 0 // bytes of s that are in escaped
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if IsHidden(r) || IsInvalid(r, size) {
			escaped = append(escaped, s[copied:i]...)
			copied = i + size
			for _, c := range []byte(s[i:copied]) {
				escaped = fmt.Appendf(escaped, `\x%02x`, c)
			}
		}
		i += size
	}
	if copied == 0 {
		return s
	}
	return string(append(escaped, s[copied:]...))
}

// JSON returns the same JSON text with \u escapes for hidden characters. The JSON encoder has
// already escaped the hidden characters of ASCII except DEL.
func JSON(text []byte) []byte {
	escape := func(r rune) bool { return r >= 0x7f && IsHidden(r) }
	if !bytes.ContainsFunc(text, escape) {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if !escape(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.Bytes()
}

// plainJSON reports for each byte whether a string of JSON may have it as it is: ASCII that needs
// no escape.
var plainJSON = func() (plain [256]bool) {
	for b := ' '; b < 0x7f; b++ {
		plain[b] = b != '"' && b != '\\'
	}
	return plain
}()

// AppendInt appends a number.
func AppendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// AppendJSON appends text as a string of JSON, in quotes, as package encoding/json writes it and
// JSON changes it.
func AppendJSON[T string | []byte](b []byte, text T) []byte {
	b = append(b, '"')
	i := 0
	for i < len(text) && plainJSON[text[i]] {
		i++
	}
	b = append(b, text[:i]...)
	if i < len(text) {
		b = appendEscaped(b, string(text[i:]))
	}
	return append(b, '"')
}

// appendEscaped appends text as the content of a JSON string, without quotes.
func appendEscaped(b []byte, text string) []byte {
	const short, letters = "\b\f\n\r\t\"\\", `bfnrt"\`
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch k := strings.IndexByte(short, text[i]); {
		case k >= 0:
			b = append(b, '\\', letters[k])
		case IsInvalid(r, size):
			b = append(b, `\ufffd`...)
		case IsHidden(r):
			for _, unit := range utf16.AppendRune(nil, r) {
				b = fmt.Appendf(b, `\u%04x`, unit)
			}
		default:
			b = append(b, text[i:i+size]...)
		}
		i += size
	}
	return b
}
