package engine_test

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// A charsetRow is a row of the table of charsets: what the header of a part
// says of its charset, and what the bytes of the part really are.
type charsetRow struct {
	name   string
	params string            // of Content-Type
	enc    encoding.Encoding // of the bytes
	chars  string            // characters of enc
	hides  string            // bytes of markup in the bytes of chars
	meta   string            // charset of a meta element in the part
	pad    string            // after chars in strings of CSS: see wrong
	kind   charsetKind
}

// A charsetKind says which links of a row are rewritten.
type charsetKind uint8

const (
	every charsetKind = iota // every link
	none                     // none; the part is reported
)

// wrong is the pad of rows that readers cannot but misread: a backslash that is
// half of a character escapes it, and not the end of a string.
const wrong = " "

var (
	utf16LE = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16BE = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	leMark  = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	beMark  = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
)

// Characters whose bytes hold bytes of markup, if the charset has any.
const (
	latin    = "\u00e9\u00fc\u00df"
	western  = "\u20ac\u201c\u2019\u00e9"
	cyrillic = "\u0436\u0423\u0451"
	wide     = "\u3c3c\u3e3e\u2222\u2727\u5c5c\u2626"                                     // << >> "" '' \\ &&
	jis      = "\u3042\u305c\u305e\u81ea\u4e0a\u03b1\u672c\u5341\u30a7\u042f\u304f\u3046" // $" $< $> <+ >e &A K\ ==
	sjis     = "\u8868\u30bd\u80fd\u5341\u4e88\u30df\u7533\u6b7b\u30dc\u753b\u8868"
	ujis     = "\u8868\u30bd\u80fd\u5341"
	hanzi    = "\u4e5d\u8c46\u4e60\u8f5e\u4e02\u4e04\u8dfa\u93c5\u8a94\u5168\u4e57"
	hanzi4   = "\u4e5d\u4e02\u00e9\U0001f600\u8a94\u4e57"
	hant     = "\u529f\u8a31\u84cb\u9910\u4e00\u6c92\u9e97\u529f"
	hangul   = "\uac00\ub098\ub2e4\uac02"
)

var charsetRows = []charsetRow{
	{"us-ascii", "; charset=us-ascii", charmap.ISO8859_1, "\\ ~ &amp;", "", "", "", every},
	{"utf-8", "; charset=utf-8", unicode.UTF8, latin + hanzi, "", "", "", every},
	{"utf-8, mark", "; charset=utf-8", unicode.UTF8BOM, latin + hanzi, "", "", "", every},
	{"iso-8859-1", "; charset=iso-8859-1", charmap.ISO8859_1, latin, "", "", "", every},
	{"windows-1252", "; charset=windows-1252", charmap.Windows1252, western, "", "", "", every},
	{"koi8-r", "; charset=koi8-r", charmap.KOI8R, cyrillic, "", "", "", every},
	{"iso-2022-jp", "; charset=iso-2022-jp", japanese.ISO2022JP, jis, "\"'<>&=\\/", "", "", every},
	{"shift_jis", "; charset=shift_jis", japanese.ShiftJIS, sjis, "\\{", "", "", every},
	{"euc-jp", "; charset=euc-jp", japanese.EUCJP, ujis, "", "", "", every},
	{"gbk", "; charset=gbk", simplifiedchinese.GBK, hanzi, "\\@", "", "", every},
	{"gb18030", "; charset=gb18030", simplifiedchinese.GB18030, hanzi4, "\\@9", "", "", every},
	{"big5", "; charset=big5", traditionalchinese.Big5, hant, "\\@", "", "", every},
	{"euc-kr", "; charset=euc-kr", korean.EUCKR, hangul, "A", "", "", every},
	{"utf-16, little-endian", "; charset=utf-16", leMark, wide, "<>\"'\\&", "", "", every},
	{"utf-16, big-endian", "; charset=utf-16", beMark, wide, "<>\"'\\&", "", "", every},
	{"utf-16le", "; charset=utf-16le", utf16LE, wide, "<>\"'\\&", "", "", every},
	{"utf-16be", "; charset=utf-16be", utf16BE, wide, "<>\"'\\&", "", "", every},

	// Not compatible with ASCII, and not scanned.
	{"utf-7", "; charset=utf-7", charmap.ISO8859_1, "+AGE- +ADw-a href+AD0-x+AD4-", "", "", "", none},
	{"utf-32", "; charset=utf-32", charmap.ISO8859_1, "", "", "", "", none},
	{"iso-2022-kr", "; charset=iso-2022-kr", charmap.ISO8859_1, "\x1b$)C\x0e<\"\x0f", "", "", "", none},
	{"iso-2022-jp-2", "; charset=iso-2022-jp-2", charmap.ISO8859_1, "\x1b$A<\"\x1b(B", "", "", "", none},
	{"hz-gb-2312", "; charset=hz-gb-2312", charmap.ISO8859_1, "~{<\"~}", "", "", "", none},
	{"ibm037", "; charset=ibm037", charmap.CodePage037, latin, "", "", "", none},
	{"johab", "; charset=johab", charmap.ISO8859_1, "\u0088<", "", "", "", none},

	// Missing.
	{"missing: utf-8", "", unicode.UTF8, latin + hanzi, "", "", "", every},
	{"missing: windows-1252", "", charmap.Windows1252, western, "", "", "", every},
	{"missing: iso-2022-jp", "", japanese.ISO2022JP, jis, "\"'<>&=\\/", "", "", every},
	{"missing: iso-2022-jp in meta", "", japanese.ISO2022JP, jis, "\"'<>&=\\/", "iso-2022-jp", "", every},
	{"missing: big5 in meta", "", traditionalchinese.Big5, hant, "\\@", "big5", "", every},
	{"empty", "; charset=", unicode.UTF8, latin, "", "", "", every},
	{"empty, quoted", "; charset=\"\"", unicode.UTF8, latin, "", "", "", every},

	// Wrong.
	{"wrong: utf-8 as iso-2022-jp", "; charset=iso-2022-jp", unicode.UTF8, latin + jis, "", "", "", every},
	{"wrong: iso-8859-1 as utf-8", "; charset=utf-8", charmap.ISO8859_1, latin, "", "", "", every},
	{"wrong: shift_jis as us-ascii", "; charset=us-ascii", japanese.ShiftJIS, sjis, "\\{", "", wrong, every},
	{"wrong: gbk as iso-8859-1", "; charset=iso-8859-1", simplifiedchinese.GBK, hanzi, "\\@", "", wrong, every},
	{"wrong: utf-8 as shift_jis", "; charset=shift_jis", unicode.UTF8, latin + sjis, "", "", "", every},
	{"wrong: utf-8 as gbk", "; charset=gbk", unicode.UTF8, latin + hanzi, "", "", "", every},
	{"wrong: iso-8859-1 as gb18030", "; charset=gb18030", charmap.ISO8859_1, latin, "", "", wrong, every},
	{"wrong: ASCII as iso-2022-jp", "; charset=iso-2022-jp", charmap.ISO8859_1, "\\ ~ &amp;", "", "", "", every},
	{"wrong: utf-8, mark, as big5", "; charset=big5", unicode.UTF8BOM, latin + hanzi, "", "", "", every},

	// Unknown.
	{"x-unknown", "; charset=x-unknown", unicode.UTF8, latin + hanzi, "", "", "", every},
	{"x-unknown: iso-2022-jp", "; charset=x-unknown", japanese.ISO2022JP, jis, "\"'<>&=\\/", "", "", every},
	{"unknown-8bit", "; charset=unknown-8bit", charmap.KOI8R, cyrillic, "", "", "", every},
	{"foo: shift_jis in meta", "; charset=foo", japanese.ShiftJIS, sjis, "\\{", "shift_jis", "", none},
	{"x-unknown: shift_jis in meta", "; charset=x-unknown", japanese.ShiftJIS, sjis, "\\{", "shift_jis", "", every},

	// As parameters come.
	{"quoted", "; charset=\"ISO-2022-JP\"", japanese.ISO2022JP, jis, "\"'<>&=\\/", "", "", every},
	{"quoted, with white space", "; charset=\" shift_jis\"", japanese.ShiftJIS, sjis, "\\{", "", "", every},
	{"in single quotes", "; charset='shift_jis'", japanese.ShiftJIS, sjis, "\\{", "", "", every},
	{"quote not closed", "; charset=\"big5", traditionalchinese.Big5, hant, "\\@", "", "", every},
	{"with a comment", "; charset=big5 (Chinese)", traditionalchinese.Big5, hant, "\\@", "", "", every},
	{"RFC 2231", "; charset*=us-ascii'en'shift%5Fjis", japanese.ShiftJIS, sjis, "\\{", "", "", every},
	{"RFC 2231, unknown charset", "; charset*=x-unknown''shift_jis", japanese.ShiftJIS, sjis, "\\{", "", "", every},
	{"RFC 2231, continued", ";\n charset*1=\"2022-jp\";\n charset*0=iso-", japanese.ISO2022JP, jis, "\"'<>&=\\/", "", "", every},
	{"twice, the same", "; charset=gbk; charset=gbk", simplifiedchinese.GBK, hanzi, "\\@", "", "", every},
	{"twice, the first counts", "; charset=iso-2022-jp; charset=utf-8", japanese.ISO2022JP, jis, "\"'<>&=\\/", "", "", every},

	// A meta element that contradicts the header, which counts.
	{"meta: utf-8, iso-2022-jp is right", "; charset=iso-2022-jp", japanese.ISO2022JP, jis, "\"'<>&=\\/", "utf-8", "", every},
	{"meta: iso-2022-jp, utf-8 is right", "; charset=utf-8", unicode.UTF8, latin + hanzi, "", "iso-2022-jp", "", every},
	{"meta: utf-8, shift_jis is right", "; charset=shift_jis", japanese.ShiftJIS, sjis, "\\{", "utf-8", "", every},
	{"meta: utf-16, utf-8 is right", "; charset=utf-8", unicode.UTF8, latin + hanzi, "", "utf-16", "", every},
}
