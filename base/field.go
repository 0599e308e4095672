package base

import "strings"

// DefaultFields returns the names of the header fields that give a base, in the
// order in which they are asked: Base of RFC 1808 section 3.1, and its
// successors of RFC 2110 and RFC 2557. Base alone is the letter of RFC 1808.
func DefaultFields() []string { return []string{"Base", "Content-Base", "Content-Location"} }

// ParseField reads the URL in the body of a base header field. It returns the
// URL, and a note when the body was not written as the field's grammar wants
// it but could still be read; ok is false when there is no URL in it.
//
// For Base, the grammar is that of RFC 1808 section 3.1:
//
//	base-header = "Base" ":" "<URL:" absoluteURL ">"
//
// where any white space inside the angle brackets is ignored, that of folding
// included. A quoted or a bare URL is read with a note. The later fields take
// a bare URL (RFC 2557 section 4), where folding is ignored too; theirs is the
// note when it stands in brackets or quotes. A comment, which RFC 2557 allows beside the
// URL, is taken for a part of it: parentheses occur in URLs, and may stand behind a fold.
func ParseField(name, body string) (url string, note Reason, ok bool) {
	body = strings.Trim(body, " \t\r\n")
	inner, note := unwrap(body)
	grammar := ReasonBare
	if strings.EqualFold(name, "Base") {
		grammar = ReasonURLBrackets
	}
	if note == grammar {
		note = ""
	}
	url = dropSpace(inner)
	return url, note, url != ""
}

// unwrap takes the wrapping off a URL and names it.
func unwrap(s string) (inner string, form Reason) {
	switch {
	case strings.HasPrefix(s, "<"):
		inner, rest, closed := strings.Cut(s[1:], ">")
		inner, form = dropSpace(inner), ReasonBrackets
		if hasPrefixFold(inner, "URL:") {
			inner, form = inner[len("URL:"):], ReasonURLBrackets
		}
		switch {
		case !closed:
			form = ReasonOpenBracket
		case rest != "":
			form = ReasonAfterBracket
		}
		return inner, form
	case len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"':
		return s[1 : len(s)-1], ReasonQuoted
	case hasPrefixFold(s, "URL:"):
		return s[len("URL:"):], ReasonURLPrefix
	}
	return s, ReasonBare
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// dropSpace drops all white space from s.
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
