package report

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/printable"
)

// maxText is the number of bytes of a text on the page.
const maxText = 1024

// cut returns the first maxText bytes of s, as whole characters. If it leaves out
// bytes, it adds an ellipsis, and returns the number of these bytes.
func cut[T string | []byte](s T) (string, int) {
	if len(s) <= maxText {
		return string(s), 0
	}
	head := string(s[:maxText])
	for i := 1; i < utf8.UTFMax; i++ {
		if at := maxText - i; utf8.RuneStart(head[at]) {
			if !utf8.FullRuneInString(head[at:]) {
				head = head[:at]
			}
			break
		}
	}
	return head + "…", len(s) - len(head)
}

// cutAll cuts each text to its first maxText bytes.
func cutAll(texts []string) {
	for i, s := range texts {
		texts[i] = text(s)
	}
}

// visible returns s as HTML, with hidden characters in boxes.
func visible(s string) template.HTML { return markUp(s, false) }

// breaking returns a URL or a path as HTML: as visible, and with places where a browser may begin a new line, so that it
// breaks no name. The script has the same rule.
func breaking(s string) template.HTML { return markUp(s, true) }

// markUp returns s as HTML.
func markUp(s string, isURL bool) template.HTML {
	var b strings.Builder
	plain := 0 // start of the text that is not written yet
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case printable.IsInvalid(r, size) || printable.IsHidden(r):
			template.HTMLEscape(&b, []byte(s[plain:i]))
			b.WriteString(`<span class="hidden">` + escape(r, s[i]) + `</span>`)
			plain = i + size
		case isURL && i > 1 && mayBreak(s[i-1], s[i]):
			template.HTMLEscape(&b, []byte(s[plain:i]))
			b.WriteString("<wbr>")
			plain = i
		}
		i += size
	}
	template.HTMLEscape(&b, []byte(s[plain:]))
	return template.HTML(b.String())
}

// mayBreak reports whether a line may end between two bytes of a URL: after "/", and before the characters that begin
// an extension, a query, a parameter or a fragment.
func mayBreak(before, next byte) bool {
	switch next {
	case '/':
		return false
	case '?', '&', '#':
		return true
	case '.':
		return before != '.' && before != '/'
	}
	return before == '/'
}

// escape returns the form in which r is shown. first is its first byte, which is shown if it
// begins no character.
func escape(r rune, first byte) string {
	switch {
	case r < utf8.RuneSelf || r == utf8.RuneError:
		return fmt.Sprintf(`\x%02x`, first)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

// appendJSON appends v as JSON that can stand in a script element: a string, a
// number, a bool, or a list of these.
func appendJSON(dst []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return appendString(dst, v)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, item)
		}
		return append(dst, ']')
	}
	return fmt.Append(dst, v)
}

// appendString appends s as a JSON string with escapes for "<" and hidden characters. Bytes
// that are not UTF-8 become lone surrogates.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case printable.IsInvalid(r, size):
			dst = fmt.Appendf(dst, `\udc%02x`, s[i])
		case r == '"' || r == '\\' || r == '<' || printable.IsHidden(r):
			for _, unit := range utf16.AppendRune(nil, r) {
				dst = fmt.Appendf(dst, `\u%04x`, unit)
			}
		default:
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return append(dst, '"')
}
