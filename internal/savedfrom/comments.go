package savedfrom

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// A format is the format of a tool's comments.
type format struct {
	prefix string
	from   string
	// read reads the text after the prefix. ok is false if the tool would not write this
	// text.
	read func(from string, rest []byte) (s base.Source, ok bool)
}

// HTTrack is the place of a hint in the comment of HTTrack, which gives files names of its own.
const HTTrack = "HTTrack comment"

var formats = []format{
	{"saved from url=(", "Mark of the Web", readMark},
	{"Page saved with SingleFile", "SingleFile comment", readSingleFile},
	{"Archive processed by SingleFile", "SingleFile comment", readSingleFile},
	{"Saved from ", "monolith comment", readMonolith},
	{"Mirrored from ", HTTrack, readHTTrack},
	{"OriginalSrc:", "MaoXian comment", readAll},
	{"X-URL:", "Lynx comment", readAll},
	{`base href="`, fromFirefox, readFirefox},
}

// initials are the first letters of all comments that tools write, including the letters of
// isWaybackComment.
const initials = "ABEFMOPSXbs"

// readComment reads the content of a comment, without the white space around it. ok is
// false if it is not a tool's comment with a URL.
func readComment(content []byte) (s base.Source, ok bool) {
	for i := range formats {
		f := &formats[i]
		if rest, ok := bytes.CutPrefix(content, []byte(f.prefix)); ok {
			return f.read(f.from, rest)
		}
	}
	return base.Source{}, false
}

// hint is [Hint] for a URL with white space around it.
func hint(from string, url []byte) base.Source {
	return Hint(from, string(trimSpace(url)))
}

func readAll(from string, rest []byte) (base.Source, bool) { return hint(from, rest), true }

// readSingleFile reads the line "url: URL" below the header of SingleFile. If white space
// was collapsed, the date is on the same line.
func readSingleFile(from string, rest []byte) (base.Source, bool) {
	url, ok := bytes.CutPrefix(trimSpace(rest), []byte("url:"))
	for _, end := range []string{"\n", "\r", " saved date:"} {
		url, _, _ = bytes.Cut(url, []byte(end))
	}
	return hint(from, url), ok
}

// readMonolith reads "URL at TIME using monolith vN". If the page is not from the web, the
// URL is "local source".
func readMonolith(from string, rest []byte) (base.Source, bool) {
	rest, _, ok := bytes.Cut(rest, []byte(" using monolith v"))
	at := bytes.LastIndex(rest, []byte(" at "))
	if !ok || at < 0 {
		return base.Source{}, false
	}
	s := hint(from, rest[:at])
	if s.Value == "local source" {
		s.Ignored = basereason.NotWeb
	}
	return s, true
}

// readFirefox reads the rest of a BASE element: the URL and a quotation mark. ok
// is false if another attribute follows.
func readFirefox(from string, rest []byte) (base.Source, bool) {
	url, ok := bytes.CutSuffix(rest, []byte(`"`))
	return hint(from, url), ok && bytes.IndexByte(url, '"') < 0
}

// readHTTrack reads "URL by HTTrack Website Copier/N ...", where the URL is
// escaped as in HTML, or else is only a host and a path. HTTrack decodes "%20".
func readHTTrack(from string, rest []byte) (base.Source, bool) {
	url, _, ok := bytes.Cut(rest, []byte(" by HTTrack Website Copier/"))
	if !ok {
		return base.Source{}, false
	}
	url = trimSpace(view.NewCharRefs(url, 0, len(url), markup.DoubleQuoted).Text())
	url = bytes.ReplaceAll(url, []byte(" "), []byte("%20"))
	if i := bytes.Index(url, []byte("://")); i > 0 && !bytes.ContainsAny(url[:i], "/?#") { // url has a scheme
		return hint(from, url), true
	}
	s := Hint(from, "http://"+string(url))
	if s.Ignored == "" {
		s.Note = basereason.SchemeAssumed
	}
	return s, true
}

// readMark reads the part of a Mark of the Web after "(": the length of the URL, ")" and
// the URL (Microsoft, "Mark of the Web", ms537628).
func readMark(from string, rest []byte) (base.Source, bool) {
	number, url, ok := bytes.Cut(rest, []byte(")"))
	if !ok || len(number) == 0 || len(bytes.Trim(number, "0123456789")) > 0 {
		return base.Source{}, false
	}
	s := hint(from, url)
	if isGeneric(s.Value) {
		return s, true // the number is not checked: programs write a wrong number for such a URL
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
