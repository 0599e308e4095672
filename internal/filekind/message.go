package filekind

import (
	"bytes"
	"strings"
)

// headSize is the number of bytes of a file that BeginsMessage is given.
const headSize = 64 << 10

// commonFields are well-known fields of messages. The value is true for a field that identifies a
// message by itself. Other fields need a second field, because other text often has them, too: a
// change log has dates.
var commonFields = map[string]bool{
	"from": true, "to": true, "cc": true, "subject": true, "date": false, "sender": true, "reply-to": true,
	"received": true, "return-path": true, "delivered-to": true, "message-id": true, "references": false,
	"in-reply-to": true, "mime-version": true, "content-type": true, "content-transfer-encoding": true,
	"content-base": true, "content-location": true, "base": true, "newsgroups": true, "path": false, "xref": true,
	"snapshot-content-location": true, "status": false, "lines": false,
}

// BeginsMessage reports whether head, the first 64 KiB of a file or all of it, begins as a message
// does: with a header (RFC 5322 section 2.2) whose fields identify a message (see commonFields).
// The header ends with an empty line. In some messages the body follows without an empty line, or a
// folded line lacks the white space; in these, two well-known fields have to come first, because
// other text has lines with a colon too.
func BeginsMessage(head []byte) bool {
	h := readHeader(head)
	if h.broken {
		return h.wellKnown > 1
	}
	return h.sure || h.wellKnown > 0 && h.wellKnown+h.others > 1
}

// IsMessage is BeginsMessage for a file whose name belongs to another type. The header must have
// two well-known fields, of which one identifies a message, and only fields.
func IsMessage(head []byte) bool {
	h := readHeader(head)
	return h.sure && h.wellKnown > 1 && !h.broken
}

// A header has what the first lines of a file show about the header of a message.
type header struct {
	wellKnown, others int  // the numbers of fields in commonFields, and of other fields whose names begin with "X-"
	sure              bool // a field identifies a message
	broken            bool // a line that is no field comes before the first empty line
}

func readHeader(head []byte) (h header) {
	text := bytes.TrimLeft(head, "\ufeff \t\r\n")
	for len(text) > 0 {
		line, rest, complete := cutLine(text)
		if len(line) == 0 || !complete && len(head) >= headSize {
			break
		}
		name, ok := fieldName(line)
		alone, common := commonFields[name]
		switch {
		case !ok:
			h.broken = true
			return h
		case common:
			h.wellKnown++
			h.sure = h.sure || alone
		case strings.HasPrefix(name, "x-"):
			h.others++
		}
		text = rest
	}
	return h
}

// cutLine cuts the first line from text. complete reports whether a line ending follows it,
// which is not part of the line.
func cutLine(text []byte) (line, rest []byte, complete bool) {
	end := bytes.IndexAny(text, "\r\n")
	if end < 0 {
		return text, nil, false
	}
	rest = text[end+1:]
	if text[end] == '\r' {
		rest = bytes.TrimPrefix(rest, []byte("\n"))
	}
	return text[:end], rest, true
}

// fieldName returns the name of the header field in a line, in lower case, or "" if the
// line continues a field or is a "From " line of a mailbox. ok is false for another line.
func fieldName(line []byte) (name string, ok bool) {
	if line[0] == ' ' || line[0] == '\t' || bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From ")) {
		return "", true
	}
	before, _, ok := bytes.Cut(line, []byte(":"))
	before = bytes.TrimRight(before, " \t")
	if !ok || len(before) == 0 || bytes.ContainsAny(before, " \t<>") {
		return "", false
	}
	return strings.ToLower(string(before)), true
}
