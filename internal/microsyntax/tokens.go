package microsyntax

import "iter"

// Tokens yields the tokens of a set of space-separated tokens (HTML Standard
// 2.3.7, "split a string on ASCII whitespace"), equal ones too.
func Tokens(value []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) { tokens(value, yield) }
}

func tokens(value []byte, yield func(int, int) bool) {
	for pos := skipSpace(value, 0); pos < len(value); {
		end := skipText(value, pos)
		if !yield(pos, end) {
			return
		}
		pos = skipSpace(value, end)
	}
}

// CommaTokens yields the parts between commas, without the white space around
// them (HTML Standard 2.3.8, "split a string on commas"). Empty parts are left
// out: an archive list has no use for them.
func CommaTokens(value []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) { commaTokens(value, yield) }
}

func commaTokens(value []byte, yield func(int, int) bool) {
	for pos := 0; pos < len(value); pos++ {
		start := skipSpace(value, pos)
		for pos = start; pos < len(value) && value[pos] != ','; pos++ {
		}
		end := pos
		for end > start && isSpace(value[end-1]) {
			end--
		}
		if start < end && !yield(start, end) {
			return
		}
	}
}

// isSpace tells whether c is ASCII white space (Infra Standard 4.6).
func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// skipSpace returns the offset of the first byte from pos on that is no white
// space.
func skipSpace(s []byte, pos int) int {
	for pos < len(s) && isSpace(s[pos]) {
		pos++
	}
	return pos
}

// skipText returns the offset of the first white space from pos on.
func skipText(s []byte, pos int) int {
	for pos < len(s) && !isSpace(s[pos]) {
		pos++
	}
	return pos
}

// skipDigits returns the offset of the first byte from pos on that is no digit.
func skipDigits(s []byte, pos int) int {
	for pos < len(s) && isDigit(s[pos]) {
		pos++
	}
	return pos
}
