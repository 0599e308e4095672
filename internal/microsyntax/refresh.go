package microsyntax

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
)

// Refresh returns the span of the URL in the content of a meta element whose http-equiv is
// refresh (HTML Standard 4.2.5.3, "shared declarative refresh steps"). ok is false if the
// value is not a refresh, or has no URL, such as a number alone.
//
// The span excludes quotes, "url" and "=", but includes the white space that the URL parser
// strips. It may be empty: "0;url=" leads to the base URL. Browsers reject a javascript:
// URL; Refresh returns it like any other.
func Refresh(value []byte) (start, end int, ok bool) {
	isTime := func(c byte) bool { return ascii.IsDigit(c) || c == '.' }
	isSeparator := func(c byte) bool { return c == ';' || c == ',' }

	// The time, and the separator between it and the URL: steps 3 to 10.
	pos := ascii.SkipWhitespace(value, 0)
	if pos == len(value) || !isTime(value[pos]) {
		return 0, 0, false
	}
	for pos < len(value) && isTime(value[pos]) {
		pos++
	}
	if pos < len(value) && !ascii.IsWhitespace(value[pos]) && !isSeparator(value[pos]) {
		return 0, 0, false
	}
	pos = ascii.SkipWhitespace(value, pos)
	if pos < len(value) && isSeparator(value[pos]) {
		pos++
	}
	if pos = ascii.SkipWhitespace(value, pos); pos == len(value) {
		return 0, 0, false
	}

	pos = skipURLWord(value, pos)
	end = len(value)
	if pos < end && (value[pos] == '"' || value[pos] == '\'') { // skip quotes
		quote := value[pos]
		pos++
		if i := bytes.IndexByte(value[pos:], quote); i >= 0 {
			end = pos + i
		}
	}
	return pos, end, true
}

// skipURLWord skips "url" and "=" if both are there (step 11). A quote begins a quoted URL
// after both or without both: a value like `url "x"` is a URL that begins with its u.
func skipURLWord(value []byte, pos int) int {
	i := pos
	for _, c := range []byte("url") {
		if i == len(value) || value[i]|0x20 != c {
			return pos
		}
		i++
	}
	i = ascii.SkipWhitespace(value, i)
	if i == len(value) || value[i] != '=' {
		return pos
	}
	return ascii.SkipWhitespace(value, i+1)
}
