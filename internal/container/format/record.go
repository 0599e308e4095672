package format

import (
	"iter"
	"strings"
)

// A Record describes a record of a web archive: the result of one request, or
// data about it. Values are as the file has them, without white space around
// them. A Record remains valid.
type Record struct {
	// Type is the type of the record in lower case, such as "response" or
	// "revisit". In ARC files, it is "response", "resource" or "warcinfo".
	Type string
	// ID is the value of WARC-Record-ID with its angle brackets. It is empty in
	// ARC files.
	ID string
	// URL is the URL that was requested, or empty. Angle brackets are removed.
	URL string
	// Date is the time of the request, such as "2014-01-03T03:03:21Z".
	Date string
	// Status is the status code of an HTTP response, or 0.
	Status int
	// Offset and Length delimit the encoded record in the file. They are -1 and 0 if the
	// record does not begin where a unit begins, or does not end where one ends. See [Units].
	Offset, Length int64
	// At is the offset of the record in the text, which is the decoded file. Size is the number of bytes up to
	// the next record.
	At, Size int64
	// Header is the header of the record, with its first line and without the
	// empty line that ends it. In ARC files, it is the line before the block.
	Header string
	// Cut is whether the file ends within the record.
	Cut bool
}

// Field returns the value of the first field called name in the header, or "".
func (r *Record) Field(name string) string {
	for field, value := range r.Fields() {
		if strings.EqualFold(field, name) {
			return value
		}
	}
	return ""
}

// Fields yields the names and values of the fields in the header of a WARC record.
// Lines that continue a value are joined by a space. Lines without a colon are
// ignored. A record of an ARC file has no fields.
func (r *Record) Fields() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		_, rest, _ := strings.Cut(r.Header, "\n")
		for rest != "" {
			var line, more string
			line, rest, _ = strings.Cut(rest, "\n")
			more, rest = cutContinuation(rest)
			name, value, ok := strings.Cut(line, ":")
			if ok && !yield(trimSpace(name), unfold(value, more)) {
				return
			}
		}
	}
}

// TrimBrackets returns the value of a field that is a URL without the angle brackets
// that some programs write around it.
func TrimBrackets(url string) string {
	return strings.TrimSuffix(strings.TrimPrefix(url, "<"), ">")
}

// cutContinuation returns the lines at the start of text that continue the line
// before it, and the rest.
func cutContinuation(text string) (lines, rest string) {
	end := 0
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		n := strings.IndexByte(text[end:], '\n')
		if n < 0 {
			return text, ""
		}
		end += n + 1
	}
	return text[:end], text[end:]
}

// trimSpace returns s without spaces, tabs and line ends around it.
func trimSpace(s string) string { return strings.Trim(s, " \t\r\n") }

// unfold returns a folded value as one line: value and the lines that continue it, trimmed and
// joined by spaces.
func unfold(value, lines string) string {
	value = trimSpace(value)
	if lines == "" {
		return value
	}
	all := append(make([]byte, 0, len(value)+len(lines)), value...)
	for line := range strings.Lines(lines) {
		all = append(append(all, ' '), trimSpace(line)...)
	}
	return trimSpace(string(all))
}
