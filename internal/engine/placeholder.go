package engine

import "bytes"

// A placeholder marks where a program inserts text into a template or a newsletter. What it
// inserts is often an absolute URL, and with a base before it that would be broken. So a
// reference that begins with a placeholder is left unless [Templates] are read. Ordinary
// references are not taken for placeholders: none begins with the "[" of an IPv6 address
// (RFC 2732), "%7B%7B" is a path, and so is a reference in which the end of the placeholder
// is missing.

const reasonPlaceholder = "a placeholder of a template"

// A delimiter is the pair of strings around a placeholder.
type delimiter struct {
	open, end string
	segment   bool // the placeholder has to be the whole first segment
}

// delimiters are those of known template languages.
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

// isPlaceholder reports whether a reference begins with a placeholder.
func isPlaceholder(ref []byte) bool {
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

// isPlaceholder reports whether a reference is left because it begins with a placeholder.
func (w *walk) isPlaceholder(ref []byte) bool {
	return w.opts.Also&Templates == 0 && isPlaceholder(ref)
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

// hasPlaceholder reports whether a value with several URLs has the beginning of a
// placeholder in it. White space in the placeholder would split it into several URLs.
func hasPlaceholder(value []byte) bool {
	for _, d := range delimiters {
		if len(d.open) > 1 && !d.segment && bytes.Contains(value, []byte(d.open)) {
			return true
		}
	}
	return false
}

// mayBeKept has the first bytes of references that may have to be left because of their
// text: placeholders, and references that are encoded in quoted-printable twice.
var mayBeKept = func() (t [256]bool) {
	t['3'] = true
	for _, d := range delimiters {
		t[d.open[0]] = true
	}
	return t
}()
