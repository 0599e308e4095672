package savedfrom

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
)

// readMark reads the part of a Mark of the Web after "(": the length of the URL, ")" and
// the URL (Microsoft, "Mark of the Web", ms537628).
func readMark(from string, rest []byte) (base.Source, bool) {
	number, url, ok := bytes.Cut(rest, []byte(")"))
	if !ok || !isNumber(number) {
		return base.Source{}, false
	}
	s := hint(from, url)
	if isGeneric(s.Value) {
		return s, true // programs write a wrong number for this URL
	}
	n, err := strconv.Atoi(string(number))
	if err != nil || n > len(url) {
		s.Ignored = basereason.CutShort
		return s, true
	}
	// The second of two hyphens was escaped because two would end the comment.
	marked := string(url[:markedLen(url, n)])
	return Hint(from, strings.ReplaceAll(marked, "-%2D", "--")), true
}

func isNumber(b []byte) bool { return len(b) > 0 && len(bytes.Trim(b, "0123456789")) == 0 }

// markedLen returns the number of bytes of url that the number n of a mark covers; n is at most
// len(url). n counts characters. If url has fewer characters, n counts bytes and covers all of url.
// It also counts bytes if url is not valid UTF-8.
func markedLen(url []byte, n int) int {
	if !utf8.Valid(url) {
		return n
	}
	size := 0
	for size < len(url) && n > 0 {
		r, l := utf8.DecodeRune(url[size:])
		size += l
		if n--; r > 0xFFFF {
			n-- // the character has two UTF-16 code units
		}
	}
	return size
}
