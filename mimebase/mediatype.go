package mimebase

import (
	"mime"
	"strings"
)

// mediaType reads Content-Type into e (RFC 2045 section 5).
func (p *parser) mediaType(e *Entity) {
	e.MediaType = "text/plain"
	body, ok := single(e, "Content-Type")
	if !ok {
		if e.Parent != nil && e.Parent.MediaType == "multipart/digest" { // RFC 2046 section 5.1.5
			e.MediaType = "message/rfc822"
		}
		return
	}
	raw := e.Text[body.Start:body.End]
	var cached *knownType
	if len(raw) < len(p.types) {
		cached = &p.types[len(raw)]
		if cached.kind != "" && cached.body == string(raw) {
			e.MediaType, e.Params = cached.kind, cached.params
			return
		}
	}
	value := unfold(raw)
	if value == "" {
		e.note(body.Start, "an empty Content-Type")
		return
	}
	clear(e.spare)
	kind, params, defect := parseType(value, p.opts.Limits.Params, e.spare)
	e.spare = params
	switch defect {
	case "":
		// A type with a boundary differs from message to message.
		if _, ok := params["boundary"]; !ok && cached != nil {
			*cached = knownType{string(raw), kind, params}
			e.spare = nil
		}
	case tooManyParams:
		e.leave(body.Start, "limit", defect)
		e.opaque = true
	default:
		e.note(body.Start, defect)
	}
	e.MediaType, e.Params = kind, params
}

const tooManyParams = "limit: too many parameters"

// parseType parses the value of Content-Type, strictly if possible and
// leniently otherwise. limit is the greatest number of parameters. spare, if
// not nil, is an empty map for the parameters. defect is the text of a note on
// the value, or empty.
func parseType(value string, limit int, spare map[string]string) (kind string, params map[string]string, defect string) {
	many := strings.Count(value, ";") > limit // some semicolons may be in quoted strings
	if many && unquotedSemicolons(value) > limit {
		return typeAlone(value), nil, tooManyParams
	}
	kind, lenient, plain := parseLenient(value, spare)
	if plain {
		return kind, lenient, ""
	}
	strict, params, err := parseStrict(value)
	switch {
	case err == nil && strings.Contains(strict, "/"):
	case many: // in a malformed value, nothing shows which semicolons are quoted
		return typeAlone(value), nil, tooManyParams
	default:
		return kind, lenient, "malformed Content-Type"
	}
	// parseStrict decodes encoded words, which a boundary cannot have, and
	// drops extended values in a charset that it does not know (RFC 2231
	// section 4).
	if strings.Contains(value, "=?") || strings.Contains(value, "*") {
		for name, v := range lenient {
			if _, ok := params[name]; !ok || name == "boundary" {
				params[name] = v
			}
		}
	}
	return strict, params, ""
}

// typeAlone returns the media type of a value and ignores its parameters.
func typeAlone(value string) string {
	head, _, _ := strings.Cut(value, ";")
	kind, _ := lenientType(head)
	return kind
}

// unquotedSemicolons counts the semicolons outside of quoted strings.
func unquotedSemicolons(value string) (n int) {
	quoted := false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == ';' && !quoted:
			n++
		}
	}
	return n
}

// trimBoundary removes blanks at the end of a boundary. RFC 2046 section 5.1.1
// does not allow them, and a delimiter line reads the same without them.
func trimBoundary(s string) string { return strings.TrimRight(s, " \t") }

// parseLenient parses a value of Content-Type that need not follow the grammar.
// It accepts comments, unquoted values that need quotes, unclosed quotes,
// missing semicolons and empty parameters. Of several parameters with one name,
// the first counts. plain reports whether the value follows the grammar and can
// be read in one way only, as most can. If spare is not nil, the parameters are
// added to it; it must be empty.
func parseLenient(value string, spare map[string]string) (kind string, params map[string]string, plain bool) {
	s := dropComments(value)
	n := typeLen(s)
	kind, plain = lenientType(s[:n])
	plain = plain && s == value && strings.IndexByte(value, '*') < 0 // RFC 2231
	if params = spare; params == nil {
		params = make(map[string]string)
	}
	for rest := s[n:]; rest != ""; {
		var name, v string
		var isPlain bool
		name, v, rest, isPlain = lenientParam(rest)
		if _, again := params[name]; name == "" || again {
			plain = false
			continue
		}
		params[name] = v
		plain = plain && isPlain
	}
	if !plain {
		joinContinuations(params)
	}
	return kind, params, plain
}

// typeLen returns the length of the media type at the start of s, which ends at
// a semicolon, or at a blank after the subtype.
func typeLen(s string) int {
	head, _, _ := strings.Cut(s, ";")
	slash := strings.IndexByte(head, '/')
	sub := slash + 1
	for sub < len(head) && (head[sub] == ' ' || head[sub] == '\t') {
		sub++
	}
	if n := strings.IndexAny(head[sub:], " \t"); n >= 0 {
		return sub + n
	}
	return len(head)
}

// lenientType returns the media type in head, or text/plain if head has no
// media type (RFC 2045 section 5.2). plain reports whether head is a media type
// and nothing else.
func lenientType(head string) (kind string, plain bool) {
	head = strings.ToLower(head)
	kind, sub, ok := strings.Cut(head, "/")
	if kind != "" && sub != "" && tokenLen(kind) == len(kind) && tokenLen(sub) == len(sub) {
		return head, true
	}
	kind = strings.Trim(kind, " \t\"")
	sub = strings.Trim(sub, " \t\"")
	sub = sub[:tokenLen(sub)]
	switch {
	case kind == "multipart" && sub == "":
		return "multipart/mixed", false
	case !ok || kind == "" || sub == "" || tokenLen(kind) < len(kind):
		return "text/plain", false
	}
	return kind + "/" + sub, false
}

// lenientParam parses the parameter at the start of s. name is empty if there
// is no parameter. plain reports whether s begins with a semicolon and a
// parameter that follow the grammar.
func lenientParam(s string) (name, value, rest string, plain bool) {
	all := s
	s = strings.TrimLeft(s, " \t;")
	plain = strings.Count(all[:len(all)-len(s)], ";") == 1
	n := tokenLen(s)
	name = strings.ToLower(s[:n])
	before := s[n:]
	s = strings.TrimLeft(before, " \t")
	after, ok := strings.CutPrefix(s, "=")
	if !ok || name == "" {
		_, rest, _ = strings.Cut(s, ";")
		return "", "", rest, false
	}
	plain = plain && before[0] == '='
	s = strings.TrimLeft(after, " \t")
	if strings.HasPrefix(s, `"`) {
		value, rest, ok = lenientQuoted(s[1:])
	} else {
		n := bareLen(s)
		value, rest = strings.TrimRight(s[:n], " \t"), s[n:]
		ok = value != "" && tokenLen(value) == len(value)
	}
	return name, value, rest, plain && ok && len(s) == len(after)
}

// lenientQuoted parses a quoted string after its opening quote. Without a
// closing quote, the string ends at a semicolon. plain reports whether the
// string is closed, not empty, and has only printable ASCII, no backslash, and
// no start of an encoded word.
func lenientQuoted(s string) (value, rest string, plain bool) {
	if end := strings.IndexAny(s, `"\`); end >= 0 && s[end] == '"' {
		isOdd := func(c rune) bool { return c < ' ' || c >= 0x7f }
		value = s[:end]
		return value, s[end+1:], value != "" && !strings.ContainsFunc(value, isOdd) && !strings.Contains(value, "=?")
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:], false
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	value, rest, _ = strings.Cut(s, ";")
	return strings.TrimRight(value, " \t"), rest, false
}

// bareLen returns the length of the unquoted value at the start of s. It ends
// at a semicolon, or at a blank that another parameter follows.
func bareLen(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ';':
			return i
		case ' ', '\t':
			next := s[i+1:]
			n := tokenLen(next)
			if n > 0 && n < len(next) && next[n] == '=' {
				return i
			}
		}
	}
	return len(s)
}

// joinContinuations joins parameters that are split into several (RFC 2231
// section 3) and decodes extended values (section 4). Package mime does the
// work. It takes the charset of an extended value for UTF-8, and so keeps the
// bytes of the value.
func joinContinuations(params map[string]string) {
	var b strings.Builder
	for name, v := range params {
		_, piece, ok := strings.Cut(name, "*")
		if !ok {
			continue
		}
		if _, rest, ok := strings.Cut(v, "'"); ok && (piece == "" || piece == "0*") {
			v = "utf-8'" + rest
		}
		b.WriteString("; " + name + `="` + strings.ReplaceAll(strings.ReplaceAll(v, `\`, `\\`), `"`, `\"`) + `"`)
		delete(params, name)
	}
	if b.Len() == 0 {
		return
	}
	_, joined, err := mime.ParseMediaType("x/x" + b.String())
	if err != nil {
		return
	}
	for name, v := range joined {
		if _, ok := params[name]; !ok {
			params[name] = v
		}
	}
}

// tokenLen returns the length of the token (RFC 2045 section 5.1) at the start
// of s.
func tokenLen(s string) int {
	for i := 0; i < len(s); i++ {
		if !isToken[s[i]] {
			return i
		}
	}
	return len(s)
}

var isToken = func() (t [256]bool) {
	for c := '!'; c <= '~'; c++ {
		t[c] = !strings.ContainsRune(`()<>@,;:\"/[]?=`, c)
	}
	return t
}()

// dropComments removes the comments (RFC 5322 section 3.2.2) from a value. A
// parenthesis in a quoted string or inside a word does not begin a comment.
func dropComments(s string) string {
	if strings.IndexByte(s, '(') < 0 {
		return s
	}
	var b strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && (quoted || depth > 0):
			if depth == 0 {
				b.WriteString(s[i:min(i+2, len(s))])
			}
			i++
			continue
		case c == '"' && depth == 0:
			quoted = !quoted
		case c == '(' && !quoted && (depth > 0 || i == 0 || strings.IndexByte(" \t;\"", s[i-1]) >= 0):
			depth++
		case c == ')' && depth > 0:
			depth--
			continue
		}
		if depth == 0 {
			b.WriteByte(c)
		}
	}
	return b.String()
}
