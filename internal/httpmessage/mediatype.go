package httpmessage

import "strings"

// MediaType returns the media type that the fields Content-Type give, in lower case, and the
// value of its parameter charset. Both may be empty. It does what the Fetch Standard calls
// "extract a MIME type": the last valid type counts, and without a charset of its own it gets
// the charset of the same type before it.
func (h *Head) MediaType() (mediaType, charset string) {
	for _, value := range h.Values("Content-Type") {
		for element := range elements(value, ',') {
			name, set, ok := parseMediaType(element)
			switch {
			case !ok || name == "*/*":
				continue
			case name != mediaType || set != "":
				charset = set
			}
			mediaType = name
		}
	}
	return mediaType, charset
}

// ParseMediaType returns the media type in a value of Content-Type, in lower case, and the value
// of its parameter charset. Both are empty if it is not valid.
func ParseMediaType(value string) (mediaType, charset string) {
	mediaType, charset, _ = parseMediaType(value)
	return mediaType, charset
}

// parseMediaType returns a media type and its first parameter charset (MIME Sniffing Standard
// section 4.4). ok is false if it is no media type.
func parseMediaType(s string) (name, charset string, ok bool) {
	first := true
	for part := range elements(s, ';') {
		part = strings.Trim(part, " \t\r\n")
		if first {
			first = false
			name = strings.ToLower(part)
			if main, sub, _ := strings.Cut(name, "/"); !IsToken(main) || !IsToken(sub) {
				return "", "", false
			}
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		if strings.EqualFold(key, "charset") && charset == "" {
			charset = unquote(value)
		}
	}
	return name, charset, !first
}

// IsToken reports whether s is a token (RFC 9110 section 5.6.2).
func IsToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}

// elements yields the parts of s between separators that are not in quotes.
func elements(s string, separator byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start, quoted := 0, false
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c == '"':
				quoted = !quoted
			case quoted && c == '\\':
				i++
			case !quoted && c == separator:
				if !yield(s[start:i]) {
					return
				}
				start = i + 1
			}
		}
		yield(s[start:])
	}
}

// unquote returns the content of a quoted string, up to its end, or s itself.
func unquote(s string) string {
	if !strings.HasPrefix(s, `"`) {
		return s
	}
	var out strings.Builder
	for i := 1; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		out.WriteByte(s[i])
	}
	return out.String()
}
