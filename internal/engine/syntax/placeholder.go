package syntax

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/ascii"
)

// A placeholder is text that a program replaces: a sender of mail, a template engine, or an
// importer of an export. The inserted text is often an absolute URL, or the address of a file, and
// a base before it would break it. So the engine leaves references that begin with a placeholder,
// unless Options.Also has Templates.
//
// Only the beginning counts. A reference such as "x?y={z}" or "//fonts.example/css?family=A|B" is
// also no relative URL by RFC 1808 section 2.2, but the inserted text comes after the base, and
// browsers follow such links whether or not they are templates.

// marks are the bytes that can enclose a placeholder. The other ASCII characters that are neither
// letters nor digits begin parts of a URL, are white space, or enclose names in URLs of Zope, like
// "+" in "++resource++".
const marks = "!\"#$%&'()*,-:;<=>@[]^_`{|}~"

// outside has the marks that RFC 1808 section 2.2 does not allow in a URL, and with which names of
// files do not begin. A "%" that begins no escape also counts.
const outside = "<>^{|}"

// importers are tokens after which other text may follow at once. Some look like escapes: "%BA".
var importers = []string{
	"@X@",                                                                    // Blackboard
	"$@",                                                                     // Moodle
	"%BASE_URL%",                                                             // Vite
	"%24IMS-CC-FILEBASE%24", "%24IMS_CC_FILEBASE%24", "%24WIKI_REFERENCE%24", // Canvas
	"%24CANVAS_OBJECT_REFERENCE%24", "%24CANVAS_COURSE_REFERENCE%24",
}

// IsPlaceholder reports whether a reference begins with a placeholder: with a mark that no URL
// begins with, also after the "http" or "https" of an absolute URL, or with a token between marks.
func IsPlaceholder(ref []byte) bool {
	if len(ref) == 0 || !MayBeginPlaceholder[ref[0]] {
		return false
	}
	if n := webSchemeLen(ref); n > 0 {
		return n < len(ref) && ref[n] != ':' && beginsOutside(ref[n:])
	}
	return beginsOutside(ref) || beginsToken(ref)
}

// webSchemeLen returns the length of the "http" or "https" that ref begins with, or 0.
func webSchemeLen(ref []byte) int {
	switch {
	case len(ref) < len("http") || !ascii.EqualFold(ref[:len("http")], "http"):
		return 0
	case len(ref) > len("http") && ref[len("http")]|0x20 == 's':
		return len("https")
	}
	return len("http")
}

// beginsOutside reports whether one of the marks at the beginning of ref is not allowed in a URL.
// After "#" only "#{x}" counts, since many fragments have such characters.
func beginsOutside(ref []byte) bool {
	if ref[0] == '#' {
		return len(ref) > 1 && ref[1] == '{' && bytes.IndexByte(ref, '}') > 2
	}
	for i, c := range ref {
		switch {
		case class[c]&isOutside != 0:
			return true
		case c == '%':
			return !isEscape(ref[i:])
		case class[c]&isMark == 0, c == '#':
			return false
		}
	}
	return false
}

// beginsToken reports whether ref begins with a token of an importer, or is a name between marks,
// such as "##x##", "[x]", "$(x)" and "*x*". If the marks are doubled, are not allowed in a URL, or
// enclose a name in upper case, then the name need only be the first segment of ref.
func beginsToken(ref []byte) bool {
	if ref[0] == '#' && bytes.IndexByte(ref[1:], '#') < 0 { // most such links are fragments
		return false
	}
	for _, token := range importers {
		if bytes.HasPrefix(ref, []byte(token)) {
			return true
		}
	}
	n := 0
	for n < len(ref) && class[ref[n]]&isMark != 0 {
		n++
	}
	if n == 0 {
		return false
	}
	open, rest := ref[:n], ref[n:]
	name, rest, closed := cutToken(open, rest)
	if closed == 0 {
		return false
	}
	isUpper := !bytes.ContainsFunc(name, func(c rune) bool { return 'a' <= c && c <= 'z' })
	switch {
	case bytes.ContainsAny(name, "/?#"), !bytes.ContainsFunc(name, isLetter), string(open) == "[" && isAddress(name):
		return false
	case ref[0] == '#' && closed < len(open): // a fragment
		return false
	case open[len(open)-1] == '%' && isEscape(rest):
		return false
	case open[len(open)-1] == '_' && !isUpper: // "__tests__"
		return false
	}
	rest = rest[closed:]
	return len(rest) == 0 || bytes.IndexByte([]byte("/?#"), rest[0]) >= 0 &&
		(len(open) > 1 || isUpper || bytes.IndexByte([]byte("[#%"), open[0]) >= 0)
}

// maxMarks is the most marks that close a token.
const maxMarks = 4

// cutToken cuts text, which follows the marks open, before the marks that close as many as possible
// of the last marks in open. It returns the number of these marks, or 0.
func cutToken(open, text []byte) (name, rest []byte, closed int) {
	var buf [maxMarks]byte
	for open = open[max(0, len(open)-maxMarks):]; len(open) > 0; open = open[1:] {
		end := buf[:0]
		for _, c := range slices.Backward(open) {
			end = append(end, closing(c))
		}
		if n := bytes.Index(text, end); n > 0 {
			return text[:n], text[n:], len(open)
		}
	}
	return nil, nil, 0
}

// closing returns the mark that closes the mark c.
func closing(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return c
}

// isEscape reports whether text begins with "%" and two hexadecimal digits (RFC 1808 section 2.2), or with
// "%u" and four digits, as the function escape of JavaScript writes (ECMAScript, section B.2.1.1).
func isEscape(text []byte) bool {
	if len(text) < 3 || text[0] != '%' {
		return false
	}
	if text[1] == 'u' {
		return len(text) > 5 && isHexes(text[2:6])
	}
	return isHexes(text[1:3])
}

func isHexes(digits []byte) bool {
	return !slices.ContainsFunc(digits, func(c byte) bool { return !ascii.IsHexDigit(c) })
}

// isAddress reports whether a name in brackets is an IPv6 address (RFC 2732).
func isAddress(name []byte) bool {
	return bytes.IndexByte(name, ':') >= 0 && len(bytes.Trim(name, "0123456789abcdefABCDEF:.")) == 0
}

func isLetter(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 }

// spaced are the beginnings of placeholders in which there may be white space.
var spaced = []string{"{{", "{%", "{$", "${", "#{", "<%", "<?", "*|", "%%="}

// HasPlaceholder reports whether a value with several URLs contains the beginning of a
// placeholder that may have white space, which would split it into several URLs.
func HasPlaceholder(value []byte) bool {
	for _, open := range spaced {
		if bytes.Contains(value, []byte(open)) {
			return true
		}
	}
	return false
}

// The classes of bytes.
const (
	isMark = 1 << iota
	isOutside
)

var class = func() (t [256]byte) {
	for of, bytes := range map[byte]string{isMark: marks, isOutside: outside} {
		for i := range len(bytes) {
			t[bytes[i]] |= of
		}
	}
	return t
}()

// MayBeginPlaceholder has the first bytes of references that may begin with a placeholder.
var MayBeginPlaceholder = func() (t [256]bool) {
	for c := range t {
		t[c] = class[c]&isMark != 0
	}
	t['h'], t['H'] = true, true
	return t
}()
