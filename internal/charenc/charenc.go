package charenc

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/internal/ascii"
)

// An Encoding is an encoding of the Encoding Standard, or one that cannot be
// scanned, with the place that it was found at. The zero Encoding is
// windows-1252. Encodings can be compared.
type Encoding struct {
	name   string
	source Source
	kind   kind
}

// A Source says where the encoding of a text was declared.
type Source string

// The sources, in the order in which they are asked. An Encoding of [Lookup]
// has none.
const (
	BOM       Source = "bom"       // a byte order mark
	Transport Source = "transport" // the charset parameter of the transport
	Meta      Source = "meta"      // a meta element or an XML declaration
	Default   Source = "default"   // nowhere
)

// A kind is how the bytes of an encoding are to be read.
type kind uint8

const (
	plain kind = iota // bytes below 0x80 are ASCII, always
	shiftJIS
	gb18030
	big5
	eucKR
	iso2022JP
	utf16LE
	utf16BE
	unreadable
)

// kinds has the encodings of the standard that are not plain, by name. GBK is
// read as gb18030 is (Encoding Standard section 10.1.1).
var kinds = map[string]kind{
	"shift_jis":   shiftJIS,
	"gbk":         gb18030,
	"gb18030":     gb18030,
	"big5":        big5,
	"euc-kr":      eucKR,
	"iso-2022-jp": iso2022JP,
	"utf-16le":    utf16LE,
	"utf-16be":    utf16BE,
	"replacement": unreadable,
}

// defaultName is the encoding of a text that declares none.
const defaultName = "windows-1252"

// Lookup returns the encoding with a label (Encoding Standard section 4.2,
// "get an encoding"): white space around it and its case do not matter.
// Beyond the standard it knows some labels of mail, see the package comment.
func Lookup(label string) (Encoding, bool) {
	if e, ok := standard(label); ok {
		return e, true
	}
	return foreign(clean(label))
}

// standard is Lookup by the labels of the standard only.
func standard(label string) (Encoding, bool) {
	if label == UTF8 { // as most
		return Encoding{name: UTF8}, true
	}
	label = clean(label)
	if !isLabel(label) {
		return Encoding{}, false
	}
	_, name := charset.Lookup(label)
	if name == "" {
		return Encoding{}, false
	}
	return Encoding{name: name, kind: kinds[name]}, true
}

// clean strips ASCII white space, and no other, and folds case.
func clean(label string) string {
	// strings.ToLower would make a "k" of the Kelvin sign too.
	return string(ascii.AppendLower(nil, []byte(strings.Trim(label, ascii.Whitespace))))
}

// isLabel reports whether a label may be one of the standard, all of which are
// visible ASCII. The library strips white space of Unicode too.
func isLabel(label string) bool {
	for _, c := range []byte(label) {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return label != ""
}

// Name returns the canonical name in lower case.
func (e Encoding) Name() string {
	if e.name == "" {
		return defaultName
	}
	return e.name
}

// Coding returns the library's encoding of that name, nil if it has none.
func (e Encoding) Coding() encoding.Encoding {
	coding, _ := charset.Lookup(e.Name())
	return coding
}

// URLCoding returns the library's encoding in which the URLs of text are read, nil for
// UTF-8. Text in UTF-8 that declares no encoding is read as UTF-8, as browsers do with
// files.
func (e Encoding) URLCoding(text []byte) encoding.Encoding {
	if e.source == Default && utf8.Valid(text) {
		return nil
	}
	return e.Coding()
}

// AppendURLRune appends a character of a URL, which the text has as an escape, so that a
// reader of URLs in the encoding gets it: in its bytes, or if it lacks the character, as
// the URL Standard writes that (section 1.3): in a query as a character reference.
func (e Encoding) AppendURLRune(dst []byte, r rune, query bool) []byte {
	char, coding := string(r), e.Coding()
	b, err := coding.NewEncoder().Bytes([]byte(char)) // a character reference, if it lacks r
	if back, _ := coding.NewDecoder().Bytes(b); err == nil && string(back) == char {
		return append(dst, b...)
	}
	if query {
		return fmt.Appendf(dst, "%%26%%23%d%%3B", r)
	}
	for _, b := range []byte(char) {
		dst = fmt.Appendf(dst, "%%%02X", b)
	}
	return dst
}

// Source returns where the encoding was declared.
func (e Encoding) Source() Source { return e.source }

// Readable reports whether text in the encoding can be scanned, as its mask or
// as UTF-16. It cannot in UTF-7, UTF-32, EBCDIC and the encodings that the
// standard replaces (section 14.1), of which browsers show nothing:
// ISO-2022-KR, ISO-2022-CN and HZ-GB-2312.
func (e Encoding) Readable() bool { return e.kind != unreadable }

// UTF16 reports whether the encoding is UTF-16, and of which byte order. Such
// text has no mask.
func (e Encoding) UTF16() (bigEndian, ok bool) {
	return e.kind == utf16BE, e.kind == utf16BE || e.kind == utf16LE
}

// Stateful reports whether the meaning of a byte depends on escape sequences
// anywhere before it, so that a text can be read only from its start: as
// ISO-2022-JP, where the bytes 0x21 to 0x7E of a run of Japanese characters are
// not ASCII.
func (e Encoding) Stateful() bool { return e.kind == iso2022JP }

// ScansAs reports whether every text has the same mask in both encodings.
func (e Encoding) ScansAs(o Encoding) bool { return e.kind == o.kind }
