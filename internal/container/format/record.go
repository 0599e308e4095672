package format

import (
	"net/textproto"
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
	// Offset and Length delimit the encoded record in the file. Offset is -1 if
	// the record does not begin where a unit begins, and Length is 0 if it does not
	// end where one ends. See [Units].
	Offset, Length int64
	// At is the offset of the record in the text, which is the decoded file.
	At int64
	// Header is the header of the record, with its first line and without the
	// empty line that ends it. In ARC files, it is the line before the block.
	Header string
}

// Field returns the value of the first field of that name in the header, or an
// empty string. Lines that continue a value are joined by a space.
func (r *Record) Field(name string) string {
	lines := strings.Split(r.Header, "\n")
	for i, line := range lines[1:] {
		field, value, ok := strings.Cut(line, ":")
		if ok && strings.EqualFold(strings.TrimSpace(field), name) {
			return textproto.TrimString(textproto.TrimString(value) + continuation(lines[i+2:]))
		}
	}
	return ""
}

// continuation returns the lines that continue the one before them, each after a space.
func continuation(lines []string) (all string) {
	for _, line := range lines {
		if line == "" || line[0] != ' ' && line[0] != '\t' {
			break
		}
		all += " " + textproto.TrimString(line)
	}
	return all
}
