package rewrite

import "bytes"

// A placeholder stands in a template or a newsletter for what a program puts there. It
// is no URL by intent: with a base before it, what is put there would not be one either.
// It is left unless [Templates] are read. Nothing else that a URL may begin with is
// taken for one: "[" ends a host in an address (RFC 2732) but begins no reference,
// "%7B%7B" is a path, and so is what begins as a placeholder and does not end as one.

const reasonPlaceholder = "a placeholder of a template"

// A delimiter is what is around a placeholder.
type delimiter struct {
	open, end string
	segment   bool // the placeholder is the whole of the first segment
}

// delimiters are those of known templates.
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

// isPlaceholder reports whether a reference is to stay as it begins with a placeholder.
func (w *walk) isPlaceholder(ref []byte) bool {
	return w.opts.Also&Templates == 0 && isPlaceholder(ref)
}

// holds reports whether the rest of a reference, after the opening delimiter, goes on as a
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

// isAddress reports whether a name in brackets is an address of IPv6 (RFC 2732).
func isAddress(name []byte) bool {
	return bytes.IndexByte(name, ':') >= 0 && len(bytes.Trim(name, "0123456789abcdefABCDEF:.")) == 0
}

func isLetter(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 }

// hasPlaceholder reports whether a value with several URLs has the beginning of a
// placeholder in it: white space in that would split it.
func hasPlaceholder(value []byte) bool {
	for _, d := range delimiters {
		if len(d.open) > 1 && !d.segment && bytes.Contains(value, []byte(d.open)) {
			return true
		}
	}
	return false
}

// mayBeKept has the bytes that references begin with which may have to stay for what they
// say: placeholders, and what is in quoted-printable twice.
var mayBeKept = func() (t [256]bool) {
	t['3'] = true
	for _, d := range delimiters {
		t[d.open[0]] = true
	}
	return t
}()
