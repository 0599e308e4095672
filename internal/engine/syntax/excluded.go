package syntax

import "bytes"

// Excluded is a set of bytes that a URL must not contain where it is written, because readers would
// then read another URL.
type Excluded uint16

// The members of the set.
const (
	NoSpace       Excluded = 1 << iota // whitespace ends the URL
	NoComma                            // a comma ends the URL
	NoSemicolon                        // a semicolon ends the URL
	NoBar                              // "|" ends the URL
	NoDoubleQuote                      // a quotation mark ends the URL
	NoSingleQuote                      // an apostrophe ends the URL
	NoBracket                          // "]" could end the CDATA section around the URL
	NoLastHyphen                       // a hyphen at the end could, with ">" after it, end the comment around the URL
	NoLastComma                        // a comma at the end is not read as part of the URL
	NoSectionEnd                       // the change of the URL must not produce "]]>": see EndsSection
	OnlyASCII                          // characters beyond ASCII, and controls, are excluded
)

// ClosingQuote returns the quote that ends a URL if before, the byte before the URL, is
// that quote.
func ClosingQuote(before byte) Excluded {
	switch before {
	case '"':
		return NoDoubleQuote
	case '\'':
		return NoSingleQuote
	}
	return 0
}

// excludedIn has the bytes that would end a URL in each kind of value. Each kind that is a list has some.
var excludedIn = [...]Excluded{
	Tokens: NoSpace, CommaTokens: NoSpace | NoComma, LocalURLs: NoSpace | NoSemicolon, Srcset: NoSpace | NoLastComma,
	Bgset: NoSpace | NoLastComma | NoBar, Task: NoSemicolon, Markup: 0,
}

// Excludes returns the bytes that a URL must not contain in a value of this kind.
func (k Kind) Excludes() Excluded { return excludedIn[k] }

// Allows reports whether b can be written: no byte of it is excluded.
func (e Excluded) Allows(b []byte) bool {
	switch e &^= NoSectionEnd; {
	case e == 0:
		return true
	case len(b) > 0 && (e&NoLastComma != 0 && b[len(b)-1] == ',' || e&NoLastHyphen != 0 && b[len(b)-1] == '-'):
		return false
	}
	for _, c := range b {
		if e.has(c) {
			return false
		}
	}
	return true
}

// has reports whether c is excluded wherever it is in a URL.
func (e Excluded) has(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\f', '\r':
		return e&NoSpace != 0
	case ',':
		return e&NoComma != 0
	case ';':
		return e&NoSemicolon != 0
	case '|':
		return e&NoBar != 0
	case '"':
		return e&NoDoubleQuote != 0
	case '\'':
		return e&NoSingleQuote != 0
	case ']':
		return e&NoBracket != 0
	}
	return e&OnlyASCII != 0 && (c < ' ' || c >= 0x7f)
}

// MayEndSection reports whether replacing old by new in XML text may produce "]]>", which ends a
// CDATA section and must not be in other character data (XML 1.0 section 2.4). If so, the caller
// has to ask EndsSection.
func MayEndSection(old, new []byte) bool {
	return bytes.IndexByte(new, ']') >= 0 || bytes.IndexByte(new, '>') >= 0 || bytes.IndexByte(old, ']') >= 0
}

// EndsSection reports whether replacing a part of a URL by added may produce "]]>". Text before a
// URL never ends in a bracket, so only brackets in the URL and in the new text matter.
func EndsSection(url, added []byte) bool {
	if len(added) == 0 {
		return bytes.IndexByte(url, ']') >= 0
	}
	first, last := added[0], added[len(added)-1]
	return first == ']' || first == '>' || last == ']' || bytes.Contains(added, []byte("]]>"))
}
