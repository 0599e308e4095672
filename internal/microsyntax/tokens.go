package microsyntax

import (
	"iter"

	"github.com/hrefix/hrefix/internal/ascii"
)

// Tokens yields the tokens of a set of space-separated tokens (HTML Standard 2.3.7, "split
// a string on ASCII whitespace"), including duplicates.
func Tokens(value []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for pos := ascii.SkipWhitespace(value, 0); pos < len(value); {
			end := skipText(value, pos)
			if !yield(pos, end) {
				return
			}
			pos = ascii.SkipWhitespace(value, end)
		}
	}
}

// CommaTokens yields the parts between commas, without the white space around them (HTML
// Standard 2.3.8, "split a string on commas"). It skips empty parts, which have no meaning
// in an archive list.
func CommaTokens(value []byte) iter.Seq2[int, int] { return separated(value, ',') }

// SemicolonTokens yields the parts between semicolons, without the white space around them (SVG 1.1 section
// 19.2.9, the values of an animation). It skips empty parts.
func SemicolonTokens(value []byte) iter.Seq2[int, int] { return separated(value, ';') }

// separated yields the parts between separators that are not empty, without the white space around them.
func separated(value []byte, separator byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for pos := 0; pos < len(value); pos++ {
			start := ascii.SkipWhitespace(value, pos)
			for pos = start; pos < len(value) && value[pos] != separator; pos++ {
			}
			end := pos
			for end > start && ascii.IsWhitespace(value[end-1]) {
				end--
			}
			if start < end && !yield(start, end) {
				return
			}
		}
	}
}

// skipText returns the offset of the first whitespace from pos on.
func skipText(s []byte, pos int) int {
	for pos < len(s) && !ascii.IsWhitespace(s[pos]) {
		pos++
	}
	return pos
}

// skipDigits returns the offset of the first byte from pos on that is not a digit.
func skipDigits(s []byte, pos int) int {
	for pos < len(s) && ascii.IsDigit(s[pos]) {
		pos++
	}
	return pos
}
