package jsscan

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/simd"
)

// A Goal is what a script is parsed as (ECMAScript 2025, clause 5.1.2).
type Goal uint8

// The goals.
const (
	Script Goal = iota // a classic script
	Module
)

// A Specifier is the content src[Start:End] of a string or template that names a
// module.
type Specifier struct {
	Start, End int
	Quote      byte // '"', '\'' or '`'
}

// A Result is what a scan found besides specifiers.
type Result struct {
	// Computed is the offset of the first import() whose specifier is computed, or
	// import.meta whose URL may be used, whichever comes first, or -1.
	Computed int
	// Stopped is the offset where the scan stopped although more specifiers may
	// follow, and Reason says why it stopped; -1 and "" if it did not stop.
	Stopped int
	Reason  string
}

// Scan calls yield for each specifier of src in source order, until that returns
// false.
func Scan(src []byte, goal Goal, yield func(Specifier) bool) Result {
	s := newScanner(src, goal, yield)
	s.limit = lastCandidate(src, goal)
	for s.pos <= s.limit && s.space() && s.pos <= s.limit && s.token() {
		s.nl = false
	}
	return s.result
}

// MayHold reports whether a scan of src may find a specifier or something for [Result].
// It is quick, and false for most classic scripts.
func MayHold(src []byte, goal Goal) bool {
	return nextCandidate(src, 0, goal) >= 0 || goal == Module && nextWord(src, 0, "from") >= 0
}

// lastCandidate returns the offset of the last word after which a specifier may come, or -1.
func lastCandidate(src []byte, goal Goal) int {
	last := -1
	for i := nextCandidate(src, 0, goal); i >= 0; i = nextCandidate(src, i+1, goal) {
		last = i
	}
	if goal == Module {
		for i := nextWord(src, last+1, "from"); i >= 0; i = nextWord(src, i+1, "from") {
			last = i
		}
	}
	return last
}

// nextCandidate returns the offset of the next import from i on that may matter, or -1.
func nextCandidate(src []byte, i int, goal Goal) int {
	for i = nextWord(src, i, "import"); i >= 0; i = nextWord(src, i+1, "import") {
		if goal == Module || mayBeCall(src[i+len("import"):]) {
			break
		}
	}
	return i
}

// mayBeCall reports whether "import" followed by rest may be import() or import.meta.
func mayBeCall(rest []byte) bool {
	for i, c := range rest {
		switch {
		case c == '(', c == '.', c == '/' && i+1 < len(rest) && (rest[i+1] == '/' || rest[i+1] == '*'), c >= 0x80:
			return true
		case classes[c]&(blank|newline) == 0:
			return false
		}
	}
	return false
}

// nextWord returns the offset of the next word (import or from) in src from i on, or -1. A
// part of a longer word does not count.
func nextWord(src []byte, i int, word string) int {
	for i < len(src) {
		n := indexWord(src[i:], word)
		if n < 0 {
			return -1
		}
		i += n
		if end := i + len(word); (i == 0 || !isWordByte(src[i-1])) && (end == len(src) || !isWordByte(src[end])) {
			return i
		}
		i++
	}
	return -1
}

// indexWord is bytes.Index for the words of nextWord. For import it looks for "mp" first,
// which is rare enough that vector instructions skip most of the text.
func indexWord(src []byte, word string) int {
	if word != "import" {
		return bytes.Index(src, []byte(word))
	}
	for i := 1; i < len(src); {
		n := simd.IndexPair(src[i:], 'm', 'p')
		if n < 0 {
			return -1
		}
		if i += n; bytes.HasPrefix(src[i-1:], []byte(word)) {
			return i - 1
		}
		i++
	}
	return -1
}
