package mimebase

import "strings"

// parsePlain is parseType for values that follow the grammar and can be read in
// one way only, as most can. Otherwise kind is empty. If spare is not nil,
// parsePlain adds the parameters to it; it must be empty.
func parsePlain(value string, limit int, spare map[string]string) (kind string, params map[string]string, defect string) {
	if strings.IndexByte(value, '*') >= 0 || strings.Count(value, ";") > limit { // RFC 2231
		return "", nil, ""
	}
	n := tokenLen(value)
	if n == 0 || n == len(value) || value[n] != '/' {
		return "", nil, ""
	}
	sub := tokenLen(value[n+1:])
	if sub == 0 {
		return "", nil, ""
	}
	kind, value = strings.ToLower(value[:n+1+sub]), value[n+1+sub:]
	if params = spare; params == nil {
		params = make(map[string]string)
	}
	for value != "" {
		var name, v string
		name, v, value = plainParam(value)
		if _, again := params[name]; again || name == "" {
			return "", nil, ""
		}
		params[name] = v
	}
	return kind, params, ""
}

// plainParam parses a semicolon and a parameter at the start of s. name is
// empty if they do not follow the grammar.
func plainParam(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, " \t")
	if s == "" || s[0] != ';' {
		return "", "", ""
	}
	s = strings.TrimLeft(s[1:], " \t")
	n := tokenLen(s)
	if n == 0 || n == len(s) || s[n] != '=' {
		return "", "", ""
	}
	name, s = strings.ToLower(s[:n]), s[n+1:]
	if n = tokenLen(s); n > 0 {
		return name, s[:n], s[n:]
	}
	if n = plainQuoted(s); n == 0 {
		return "", "", ""
	}
	return name, s[1 : n-1], s[n:]
}

// plainQuoted returns the length of the quoted string at the start of s. It
// returns 0 if there is no quoted string, or if the string is empty or has a
// backslash, a byte that is not printable ASCII, or the start of an encoded
// word.
func plainQuoted(s string) int {
	if s == "" || s[0] != '"' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' && i > 1:
			return i + 1
		case c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '?' && s[i-1] == '=':
			return 0
		}
	}
	return 0
}
