package syntax

import "bytes"

// A placeholder marks where a program inserts text into a template or a newsletter. The
// text is often an absolute URL, and a base before it would break that URL. So the engine
// leaves references that begin with a placeholder, unless Options.Also has Templates.
// An ordinary reference does not look like a placeholder: "[" of an IPv6 address (RFC 2732)
// is never the first byte of a reference, "%7B%7B" is a path, and so is a reference in which
// the end of the placeholder is missing.

// A delimiter is the pair of strings that encloses a placeholder.
type delimiter struct {
	open, end string
	segment   bool // the placeholder must be the whole first path segment
}

// delimiters has the delimiters of known template languages.
var delimiters = []delimiter{
	{"{{", "}}", false},   // Handlebars, Mustache, Jinja, Liquid, Go
	{"{%", "%}", false},   // Jinja, Liquid, Twig
	{"{$", "}", false},    // Smarty, MailerLite
	{"${", "}", false},    // JSP, FreeMarker, Velocity, JavaScript
	{"#{", "}", false},    // Ruby, JSF
	{"<%", "%>", false},   // ASP, ERB, EJS
	{"<?", "?>", false},   // PHP
	{"*|", "|*", false},   // Mailchimp
	{"%%=", "=%%", false}, // Salesforce
	{"%%", "%%", true},
	{"@@", "@@", true},
	{"[", "]", true},
}

// IsPlaceholder reports whether a reference begins with a placeholder.
func IsPlaceholder(ref []byte) bool {
	if len(ref) < 3 || ref[0] != '[' && bytes.IndexByte([]byte("{%$|?@"), ref[1]) < 0 {
		return false
	}
	for _, d := range delimiters {
		if rest, ok := bytes.CutPrefix(ref, []byte(d.open)); ok && d.holds(rest) {
			return true
		}
	}
	return false
}

// holds reports whether rest, the reference after the opening delimiter, continues as a
// placeholder.
func (d *delimiter) holds(rest []byte) bool {
	n := bytes.Index(rest, []byte(d.end))
	if n <= 0 || !d.segment {
		return n > 0
	}
	name, rest := rest[:n], bytes.TrimLeft(rest[n+len(d.end):], d.end)
	return (len(rest) == 0 || bytes.IndexByte([]byte("/?#"), rest[0]) >= 0) &&
		bytes.IndexByte(name, '/') < 0 && bytes.ContainsFunc(name, isLetter) && !isAddress(name)
}

// isAddress reports whether a name in brackets is an IPv6 address (RFC 2732).
func isAddress(name []byte) bool {
	return bytes.IndexByte(name, ':') >= 0 && len(bytes.Trim(name, "0123456789abcdefABCDEF:.")) == 0
}

func isLetter(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 }

// HasPlaceholder reports whether a value with several URLs contains the beginning of a
// placeholder. Whitespace in the placeholder would split it into several URLs.
func HasPlaceholder(value []byte) bool {
	for _, d := range delimiters {
		if len(d.open) > 1 && !d.segment && bytes.Contains(value, []byte(d.open)) {
			return true
		}
	}
	return false
}

// MayBeginPlaceholder has the first bytes of placeholders.
var MayBeginPlaceholder = func() (t [256]bool) {
	for _, d := range delimiters {
		t[d.open[0]] = true
	}
	return t
}()
