package microsyntax

import (
	"iter"

	"github.com/hrefix/hrefix/internal/ascii"
)

// Bgset yields the URLs in a data-bgset attribute of lazysizes: sets with "|" and white space between them, each
// of which is a srcset, perhaps with a media query or a type in brackets after it.
func Bgset(value []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for start := 0; start < len(value); {
			end := endOfSet(value, start)
			for c := range Srcset(value[start:beforeBracket(value, start, end)]) {
				if !yield(start+c.Start, start+c.End) {
					return
				}
			}
			start = end + 1
		}
	}
}

// endOfSet returns the offset of the "|" that ends the set at start. A "|" within a word is a part of it.
func endOfSet(value []byte, start int) int {
	for i := start; i < len(value); i++ {
		if value[i] == '|' && (i > 0 && ascii.IsWhitespace(value[i-1]) || i+1 < len(value) && ascii.IsWhitespace(value[i+1])) {
			return i
		}
	}
	return len(value)
}

// beforeBracket returns the offset of the first word of a set that begins with a bracket, or its end.
func beforeBracket(value []byte, start, end int) int {
	for i := start + 1; i < end; i++ {
		if value[i] == '[' && ascii.IsWhitespace(value[i-1]) {
			return i
		}
	}
	return end
}
