package charenc

import "strings"

// aliases are labels used in mail for encodings of the Encoding Standard, which does not
// have these labels.
var aliases = map[string]string{
	"cp932":             "shift_jis",
	"x-ms-cp932":        "shift_jis",
	"windows-932":       "shift_jis",
	"cp936":             "gbk",
	"ms936":             "gbk",
	"windows-936":       "gbk",
	"euc-cn":            "gbk",
	"x-euc-cn":          "gbk",
	"gb18030-2022":      "gb18030",
	"cp949":             "euc-kr",
	"ms949":             "euc-kr",
	"uhc":               "euc-kr",
	"x-windows-949":     "euc-kr",
	"cp950":             "big5",
	"ms950":             "big5",
	"windows-950":       "big5",
	"x-windows-950":     "big5",
	"cp50220":           "iso-2022-jp",
	"cp50221":           "iso-2022-jp",
	"iso-2022-jp-ms":    "iso-2022-jp",
	"utf-16-le":         "utf-16le",
	"utf-16-be":         "utf-16be",
	"csutf16le":         "utf-16le",
	"csutf16be":         "utf-16be",
	"csutf16":           "utf-16le",
	"x-utf-16le-bom":    "utf-16le",
	"windows-1200":      "utf-16le",
	"windows-1201":      "utf-16be",
	"cp1200":            "utf-16le",
	"cp1201":            "utf-16be",
	"windows-65000":     "utf-7",
	"unicode-1-1-utf-7": "utf-7",
}

// families are prefixes of labels of encodings that cannot be scanned, with the names of
// the encodings. ISO-2022-JP-1 and its relatives have escape sequences that the standard
// does not know, and the bytes after them look like ASCII. The second byte of a Johab
// character can be a bracket.
var families = []struct{ prefix, name string }{
	{"utf-7", "utf-7"},
	{"utf7", "utf-7"},
	{"x-unicode-2-0-utf-7", "utf-7"},
	{"csunicode11utf7", "utf-7"},
	{"csutf7", "utf-7"},
	{"utf-32", "utf-32"},
	{"utf32", "utf-32"},
	{"csutf32", "utf-32"},
	{"ucs-4", "utf-32"},
	{"ucs4", "utf-32"},
	{"csucs4", "utf-32"},
	{"iso-10646-ucs-4", "utf-32"},
	{"iso-2022-jp-", "iso-2022-jp-2"},
	{"iso2022jp-", "iso-2022-jp-2"},
	{"csiso2022jp2", "iso-2022-jp-2"},
	{"iso-2022", "iso-2022"},
	{"scsu", "scsu"},
	{"csscsu", "scsu"},
	{"bocu", "bocu-1"},
	{"csbocu", "bocu-1"},
	{"utf-ebcdic", "ebcdic"},
	{"ebcdic", "ebcdic"},
	{"johab", "johab"},
	{"x-johab", "johab"},
	{"cp1361", "johab"},
	{"ms1361", "johab"},
	{"windows-1361", "johab"},
	{"x-ebcdic", "ebcdic"},
	{"csebcdic", "ebcdic"},
}

// ebcdic has the numbers of the EBCDIC code pages in the IANA registry and of Microsoft.
// Their labels are ibmN, ibm-N, cpN or csibmN, with or without zeros before N.
const ebcdic = " 37 38 273 274 275 277 278 280 281 284 285 290 297 420 423 424 500 833 836 838 870 871 875 880 905 918 924" +
	" 930 933 935 937 939 1025 1026 1027 1047 1112 1122 1123 1140 1141 1142 1143 1144 1145 1146 1147 1148 1149 "

// foreign looks up labels that the standard does not have, and labels in quotes that MIME
// does not treat as quotes.
func foreign(label string) (Encoding, bool) {
	if bare := strings.Trim(label, "'\""); bare != label {
		return Lookup(bare)
	}
	if name, ok := aliases[label]; ok {
		if e, ok := standard(name); ok {
			return e, true
		}
		return Encoding{name: name, kind: unreadable}, true
	}
	for _, f := range families {
		if strings.HasPrefix(label, f.prefix) {
			return Encoding{name: f.name, kind: unreadable}, true
		}
	}
	if isEBCDIC(label) {
		return Encoding{name: "ebcdic", kind: unreadable}, true
	}
	return Encoding{}, false
}

func isEBCDIC(label string) bool {
	for _, prefix := range []string{"ibm-", "ibm", "csibm", "cp"} {
		number, ok := strings.CutPrefix(label, prefix)
		number = strings.TrimLeft(number, "0")
		if ok && number != "" && !strings.Contains(number, " ") {
			return strings.Contains(ebcdic, " "+number+" ")
		}
	}
	return false
}
