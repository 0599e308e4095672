package mimebase

import "strings"

// plainType is parseType for what most values of Content-Type are: a media type
// and parameters by the letter, without anything that is read in more than one
// way. The parameters become those of e. It reports whether the value is one.
func (e *Entity) plainType(value string, limit int) (kind string, ok bool) {
	if strings.IndexByte(value, '*') >= 0 || strings.Count(value, ";") > limit { // RFC 2231
		return "", false
	}
	n := tokenLen(value)
	if n == 0 || n == len(value) || value[n] != '/' {
		return "", false
	}
	sub := tokenLen(value[n+1:])
	if sub == 0 {
		return "", false
	}
	kind, value = strings.ToLower(value[:n+1+sub]), value[n+1+sub:]
	params := e.spare
	if params == nil {
		params = make(map[string]string)
	}
	clear(params)
	for value != "" {
		var name, v string
		if name, v, value = plainParam(value); name == "" {
			return "", false
		}
		if _, again := params[name]; again {
			return "", false
		}
		params[name] = v
	}
	e.Params, e.spare = params, params
	return kind, true
}

// plainParam reads a semicolon and a parameter from the start of s: the name is
// empty if they are not plain.
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

// plainQuoted returns the length of the quoted string at the start of s, 0 if
// there is none, or one without characters, with pairs, with other characters
// than those of ASCII, or with what begins an encoded word.
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
