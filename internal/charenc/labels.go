package charenc

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
)

// Mail has labels that the Encoding Standard does not have, and its readers know more encodings than
// browsers do, by more names. Text that a reader decodes by such a name may have other markup than
// its bytes show. So text is scanned only if the bytes below 0x80 are known to be ASCII in its
// encoding; all other text is left.
//
// Readers ignore punctuation in labels, each in its own way: "utf_7" and "hz_gb" are names for
// Python, "iso2022kr" is a name for ICU (Unicode Technical Standard 22 section 1.4). The tables
// below have labels without punctuation.

// aliases are labels, without punctuation, of encodings of the Encoding Standard.
var aliases = map[string]string{
	"936":           "gbk",
	"949":           "euc-kr",
	"950":           "big5",
	"cp50220":       "iso-2022-jp",
	"cp50221":       "iso-2022-jp",
	"iso2022jp":     "iso-2022-jp",
	"iso2022jpms":   "iso-2022-jp",
	"u16":           "utf-16le",
	"csutf16":       "utf-16le",
	"xutf16lebom":   "utf-16le",
	"windows1200":   "utf-16le",
	"windows1201":   "utf-16be",
	"cp1200":        "utf-16le",
	"cp1201":        "utf-16be",
	"u7":            "utf-7",
	"65000":         "utf-7",
	"cp65000":       "utf-7",
	"windows65000":  "utf-7",
	"u32":           "utf-32",
	"hz":            "hz-gb-2312",
	"cp52936":       "hz-gb-2312",
	"u8":            "utf-8",
	"65001":         "utf-8",
	"cp65001":       "utf-8",
	"windows65001":  "utf-8",
	"646":           "us-ascii",
	"us":            "us-ascii",
	"cp367":         "us-ascii",
	"ibm367":        "us-ascii",
	"isoir6":        "us-ascii",
	"iso646us":      "us-ascii",
	"iso646irv1991": "us-ascii",
	"ansix341986":   "us-ascii",
}

// families are the beginnings of labels, without punctuation, with the names of their encodings:
// UTF-8, encodings of the standard in which part of a character may look like ASCII, and encodings
// that cannot be scanned. ISO-2022-JP-1 and its relatives have escape sequences that the standard does
// not know, and the bytes after them look like ASCII. The second byte of a Johab character can be a
// bracket.
var families = []struct{ prefix, name string }{
	{"utf8", "utf-8"}, {"xutf8", "utf-8"}, {"csutf8", "utf-8"},
	{"cp932", "shift_jis"}, {"932", "shift_jis"}, {"windows932", "shift_jis"}, {"xmscp932", "shift_jis"}, {"windows31j", "shift_jis"},
	{"mskanji", "shift_jis"}, {"shiftjis", "shift_jis"}, {"sjis", "shift_jis"}, {"xsjis", "shift_jis"}, {"macjapan", "shift_jis"}, {"xmacjapan", "shift_jis"},
	{"cp942", "shift_jis"}, {"cp943", "shift_jis"}, {"ibm932", "shift_jis"}, {"ibm942", "shift_jis"}, {"ibm943", "shift_jis"},
	{"cp936", "gbk"}, {"ms936", "gbk"}, {"windows936", "gbk"}, {"ibm936", "gbk"}, {"ibm1386", "gbk"}, {"gbk", "gbk"}, {"xgbk", "gbk"},
	{"gb2312", "gbk"}, {"euccn", "gbk"}, {"xeuccn", "gbk"}, {"eucgb2312", "gbk"}, {"gb18030", "gb18030"},
	{"cp949", "euc-kr"}, {"ms949", "euc-kr"}, {"windows949", "euc-kr"}, {"xwindows949", "euc-kr"}, {"ibm949", "euc-kr"}, {"uhc", "euc-kr"},
	{"euckr", "euc-kr"}, {"ksc5601", "euc-kr"}, {"ksx1001", "euc-kr"}, {"mackorean", "euc-kr"}, {"xmackorean", "euc-kr"},
	{"cp950", "big5"}, {"cp951", "big5"}, {"ms950", "big5"}, {"windows950", "big5"}, {"xwindows950", "big5"}, {"ibm950", "big5"}, {"ibm1370", "big5"},
	{"big5", "big5"}, {"xbig5", "big5"}, {"macchinesetrad", "big5"}, {"xmacchinesetrad", "big5"},
	{"utf16be", "utf-16be"}, {"csutf16be", "utf-16be"}, {"utf16", "utf-16le"}, {"csutf16le", "utf-16le"},
	{"utf7", "utf-7"}, {"csutf7", "utf-7"}, {"unicode11utf7", "utf-7"}, {"csunicode11utf7", "utf-7"}, {"xunicode20utf7", "utf-7"},
	{"utf32", "utf-32"}, {"csutf32", "utf-32"}, {"ucs4", "utf-32"}, {"csucs4", "utf-32"}, {"iso10646ucs4", "utf-32"},
	{"iso2022jp", "iso-2022-jp-2"}, {"csiso2022jp2", "iso-2022-jp-2"}, {"iso2022", "iso-2022"}, {"hzgb", "hz-gb-2312"},
	{"scsu", "scsu"}, {"csscsu", "scsu"}, {"bocu", "bocu-1"}, {"csbocu", "bocu-1"},
	{"utfebcdic", "ebcdic"}, {"ebcdic", "ebcdic"}, {"xebcdic", "ebcdic"}, {"csebcdic", "ebcdic"},
	{"johab", "johab"}, {"xjohab", "johab"}, {"cp1361", "johab"}, {"ms1361", "johab"}, {"windows1361", "johab"},
}

// ebcdic has the numbers of the EBCDIC code pages in the IANA registry and of Microsoft.
// Their labels are ibmN, csibmN or cpN, with or without zeros before N.
const ebcdic = " 37 38 273 274 275 277 278 280 281 284 285 290 297 420 423 424 500 833 836 838 870 871 875 880 905 918 924" +
	" 930 933 935 937 939 1025 1026 1027 1047 1112 1122 1123 1140 1141 1142 1143 1144 1145 1146 1147 1148 1149 "

// supersets are the beginnings of labels, without punctuation, of other encodings in which the bytes
// below 0x80 are ASCII and nothing else: EUC, encodings with one byte for a character, and labels that
// say that the encoding is not known (RFC 1428 section 3), or that a program did not know it
// ("undefined"). A mistyped "iso-8559-1" is included. National variants of ISO 646 are not: in them, "{"
// is a letter.
var supersets = []string{
	"iso8", "8859", "ecma", "isolatin", "latin0", "latin1", "latin2", "latin3", "latin4", "latin5", "latin6", "latin7", "latin8", "latin9",
	"isoir166", "isoir179", "isoir199", "isoir203", "isoir226", "usascii", "ascii", "csascii", "ansi",
	"8bit", "7bit", "binary", "unknown", "xunknown", "default", "xdefault", "none", "autodetect", "undefined", "null", "nil", "xiso8",
	"windows125", "xwindows125", "win125", "cp125", "xcp125", "ms125", "ibm125", "125", "windows874", "windows28", "windows20127", "windows20866", "windows21866",
	"cp437", "cp720", "cp737", "cp775", "cp81", "cp85", "cp86", "cp87", "cp1006", "cp111", "cp112", "cp1131", "437", "85", "86", "dos",
	"ibm437", "ibm720", "ibm737", "ibm775", "ibm81", "ibm85", "ibm86", "ibm87", "ibm91", "ibm92", "ibm1004", "ibm1006", "ibm1051", "ibm111", "ibm112", "ibm1131",
	"csibm85", "csibm86", "cspc", "mac", "xmac", "koi8", "cskoi8", "tis620", "viscii", "csviscii", "vscii", "tcvn", "hproman8", "roman8", "armscii", "georgian",
	"geostd8", "kz1048", "rk1048", "ptcp154", "pt154", "cp154", "nextstep", "xnextstep", "decmcs", "hpdecmcs", "mulelao", "mik", "iscii", "asmo", "cesu8",
	"xuserdefined", "euc", "xeuc", "cseuc", "cp51932", "cp51950", "ujis",
}

// foreign looks up labels that the standard does not have, and labels in quotes that MIME
// does not treat as quotes.
func foreign(label string) (Encoding, bool) {
	if bare := strings.Trim(label, "'\""); bare != label {
		return Lookup(bare)
	}
	if strings.ContainsFunc(label, isNoNameChar) {
		return Encoding{}, false
	}
	bare := withoutPunctuation(label)
	name, ok := aliases[bare]
	if !ok {
		name, ok = family(bare)
	}
	if !ok {
		return Encoding{}, false
	}
	if e, ok := standard(name); ok {
		return e, true
	}
	return Encoding{name: name, kind: unreadable}, true
}

// family returns the name of the encoding of a label without punctuation, by its beginning.
func family(label string) (name string, ok bool) {
	for _, f := range families {
		if strings.HasPrefix(label, f.prefix) {
			return f.name, true
		}
	}
	for _, prefix := range []string{"ibm", "csibm", "cp"} {
		number, ok := strings.CutPrefix(label, prefix)
		number = strings.TrimLeft(number, "0")
		if ok && number != "" {
			return "ebcdic", strings.Contains(ebcdic, " "+number+" ")
		}
	}
	return "", false
}

// withoutPunctuation returns the letters and digits of a label.
func withoutPunctuation(label string) string {
	return strings.Map(func(c rune) rune {
		if c < 0x80 && (ascii.IsAlpha(byte(c)) || '0' <= c && c <= '9') {
			return c
		}
		return -1
	}, label)
}

// unknown returns an encoding that cannot be scanned, for a label of the transport that [Lookup] does not
// know. ok is false if text with the label can be scanned nevertheless: the label is a superset of ASCII,
// or cannot be the name of an encoding (RFC 2978 section 2.3), so that no reader knows it.
func unknown(label string) (Encoding, bool) {
	label = strings.Trim(clean(label), "'\"")
	bare := withoutPunctuation(label)
	if bare == "" || bare == "utf" || bare == "iso" || strings.ContainsFunc(label, isNoNameChar) {
		return Encoding{}, false
	}
	for _, prefix := range supersets {
		if strings.HasPrefix(bare, prefix) {
			return Encoding{}, false
		}
	}
	return Encoding{name: label, kind: unreadable}, true
}

// isNoNameChar reports whether c cannot be in the name of an encoding. RFC 2978 section 2.3 allows
// no dots and colons, but some names, such as names of ICU, have them.
func isNoNameChar(c rune) bool {
	return c <= ' ' || c >= 0x7f || strings.ContainsRune("\"(),/;<=>?@[\\]", c)
}
