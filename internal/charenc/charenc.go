package charenc

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"github.com/hrefix/hrefix/internal/ascii"
)

// An Encoding is an encoding of the Encoding Standard, or an encoding whose text cannot be scanned,
// together with the source that declared it. The zero Encoding is windows-1252. Encodings can be
// compared.
type Encoding struct {
	name   string
	label  string // see Label
	source Source
	kind   kind
}

// A Source says where the encoding of a text was declared.
type Source string

// The sources, in the order of precedence. An Encoding returned by [Lookup] has no source.
const (
	BOM       Source = "bom"       // a byte order mark
	Transport Source = "transport" // the charset parameter of the transport
	Meta      Source = "meta"      // a meta element or an XML declaration
	Default   Source = "default"   // there is no declaration
)

// A kind is the way to read the bytes of an encoding.
type kind uint8

const (
	plain kind = iota // one byte for each character
	shiftJIS
	gb18030
	big5
	eucKR
	eucJP
	iso2022JP
	utf16LE
	utf16BE
	unreadable
)

// kinds maps the names of the standard's encodings that are not plain. GBK is decoded like
// gb18030 (Encoding Standard section 10.1.1).
var kinds = map[string]kind{
	"shift_jis":   shiftJIS,
	"gbk":         gb18030,
	"gb18030":     gb18030,
	"big5":        big5,
	"euc-kr":      eucKR,
	"euc-jp":      eucJP,
	"iso-2022-jp": iso2022JP,
	"utf-16le":    utf16LE,
	"utf-16be":    utf16BE,
	"replacement": unreadable,
}

// UTF8 is the name of the encoding in which documents are scanned.
const UTF8 = "utf-8"

// defaultName is the encoding of a text without a declaration.
const defaultName = "windows-1252"

// Lookup returns the encoding with a label (Encoding Standard section 4.2, "get an
// encoding"). It ignores case and the white space around the label. It also knows labels
// that occur in mail only; see the package comment.
func Lookup(label string) (Encoding, bool) {
	if e, ok := standard(label); ok {
		return e, true
	}
	return foreign(clean(label))
}

// standard is Lookup restricted to the labels of the standard.
func standard(label string) (Encoding, bool) {
	if label == UTF8 { // the usual case
		return Encoding{name: UTF8}, true
	}
	label = clean(label)
	// The labels of the standard are visible ASCII. charset.Lookup would strip Unicode white space, too.
	if strings.ContainsFunc(label, func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
		return Encoding{}, false
	}
	_, name := charset.Lookup(label)
	if name == "" {
		return Encoding{}, false
	}
	if name == "replacement" {
		return Encoding{name: name, label: label, kind: kinds[name]}, true
	}
	return Encoding{name: name, kind: kinds[name]}, true
}

// clean strips ASCII whitespace and converts to ASCII lowercase.
func clean(label string) string {
	// strings.ToLower would make a "k" of the Kelvin sign too.
	return string(ascii.AppendLower(nil, []byte(strings.Trim(label, ascii.Whitespace))))
}

// Name returns the canonical name in lower case.
func (e Encoding) Name() string {
	if e.name == "" {
		return defaultName
	}
	return e.name
}

// Label returns the declared name of the encoding, in lower case, if the standard replaces that encoding. Otherwise it
// returns Name.
func (e Encoding) Label() string { return cmp.Or(e.label, e.Name()) }

// Source returns where the encoding was declared.
func (e Encoding) Source() Source { return e.source }

// Readable reports whether text in the encoding can be decoded to UTF-8. It is false for UTF-7,
// UTF-32, EBCDIC and the encodings that the standard replaces (section 14.1): ISO-2022-KR,
// ISO-2022-CN and HZ-GB-2312, whose text browsers do not show.
func (e Encoding) Readable() bool { return e.kind != unreadable }

// UTF16 reports whether the encoding is UTF-16, and its byte order.
func (e Encoding) UTF16() (bigEndian, ok bool) {
	return e.kind == utf16BE, e.kind == utf16BE || e.kind == utf16LE
}

// IsUTF8 reports whether readers take text in e for the same characters as in UTF-8: e is UTF-8, or
// text is ASCII in e. Text that declares no encoding but is UTF-8 is read as UTF-8, as browsers do
// with files.
func (e Encoding) IsUTF8(text []byte) bool {
	switch {
	case e.Name() == UTF8:
		return true
	case e.Decoder() == nil:
		return false
	case e.kind == iso2022JP:
		return jisASCIILen(text, jisASCII) == len(text)
	}
	return ascii.Is(text) || e.source == Default && utf8.Valid(text)
}
