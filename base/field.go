package base

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/resolve"
)

// DefaultFields returns the names of the header fields that give a base, the
// preferred one first: Base of RFC 1808 section 3.1, and its successors in RFC
// 2110 and RFC 2557.
func DefaultFields() []string { return []string{"Base", "Content-Base", "Content-Location"} }

// ParseField parses the body of a header field that gives a base. It returns
// the URL, and a note if the body does not follow the grammar of the field. ok
// is false if the body has no URL.
//
// RFC 1808 section 3.1 gives the grammar of Base:
//
//	base-header = "Base" ":" "<URL:" absoluteURL ">"
//
// All white space in the angle brackets is ignored, including line folding. A
// quoted or a bare URL is accepted with a note.
//
// The body of any other field is a bare URL (RFC 2557 section 4). White space
// in it is ignored. A URL in brackets or quotes is accepted with a note. RFC
// 2557 allows a comment after the URL, but ParseField reads it as part of the
// URL, since a URL may contain parentheses and may be folded before one.
func ParseField(name, body string) (url string, note Reason, ok bool) {
	body = strings.Trim(body, " \t\r\n")
	inner, note := unwrap(body)
	grammar := Reason(basereason.Bare)
	if strings.EqualFold(name, "Base") {
		grammar = basereason.URLBrackets
	}
	if note == grammar {
		note = ""
	}
	url = dropSpace(inner)
	return url, note, url != ""
}

// unwrap removes the brackets, quotes or prefix around a URL, and returns the
// reason that describes them.
func unwrap(s string) (inner string, form Reason) {
	switch {
	case strings.HasPrefix(s, "<"):
		inner, rest, closed := strings.Cut(s[1:], ">")
		inner, form = dropSpace(inner), basereason.Brackets
		if hasPrefixFold(inner, "URL:") {
			inner, form = inner[len("URL:"):], basereason.URLBrackets
		}
		switch {
		case !closed:
			form = basereason.OpenBracket
		case rest != "":
			form = basereason.AfterBracket
		}
		return inner, form
	case len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"':
		return s[1 : len(s)-1], basereason.Quoted
	case hasPrefixFold(s, "URL:"):
		return s[len("URL:"):], basereason.URLPrefix
	}
	return s, basereason.Bare
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// dropSpace returns s without white space.
func dropSpace(s string) string {
	if !strings.ContainsAny(s, " \t\r\n") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(" \t\r\n", s[i]) < 0 {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// DefaultSchemes returns the schemes that a base from a header field may have
// by default: those for which RFC 1808 section 2.3 defines relative URLs,
// without file, and https (RFC 2818). Most mail readers ignore base fields. So
// a field must not turn a link into a link that no reader would follow, such as
// a link to a file or a program.
func DefaultSchemes() []string {
	return []string{"http", "https", "ftp", "gopher", "nntp", "prospero", "wais"}
}

// HasScheme reports whether url has one of the schemes. These are in lower
// case.
func HasScheme(url string, schemes []string) bool {
	r := resolve.Parse(url)
	return r.Has&resolve.HasScheme != 0 && slices.Contains(schemes, strings.ToLower(r.Scheme))
}
