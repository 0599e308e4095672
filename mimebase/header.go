package mimebase

import (
	"bytes"
	"strings"
)

// header reads the header that begins at start into e. It returns the end of
// the header, which is the start of the body.
func (p *parser) header(e *Entity, start int) int {
	pos := start
	if e.IsMessage() { // skip a byte order mark and the "From " lines of mailboxes
		if bytes.HasPrefix(p.text[pos:], []byte("\xEF\xBB\xBF")) {
			pos += 3
		}
		for bytes.HasPrefix(p.text[pos:], []byte("From ")) || bytes.HasPrefix(p.text[pos:], []byte(">From ")) {
			_, pos = lineEnd(p.text, pos)
		}
	}
	h := headerReader{p: p, e: e, bad: -1}
	end := h.lines(pos)
	if h.bad >= 0 {
		if len(e.Fields) > 0 || !e.IsMessage() {
			e.note(h.bad, "a line in the header is not a field: the body begins with it")
		}
		e.unended = len(e.Fields) > 0
		end = h.bad
	}
	end = max(start, end)
	if e.IsMessage() && len(e.Fields) == 0 && !e.cut && end < len(p.text) && p.delimiterAt(end).depth == 0 {
		why := "empty"
		if h.bad >= 0 {
			why = "not a field"
		}
		e.note(pos, "the message has no header, because its first line is "+why+": all of it is the body")
	}
	e.Header = Span{start, end}
	return end
}

// A headerReader reads a header line by line.
type headerReader struct {
	p *parser
	e *Entity
	// open reports whether the previous line belongs to a field.
	open bool
	// bad is the offset of the first line after the last field that is not a
	// field, or -1.
	bad   int
	noted bool
	// boundary is the boundary parameter of the first Content-Type field once
	// asked is set.
	asked    bool
	boundary string
}

// lines reads lines from offset start on. It returns the end of the header:
// after the first line that is empty or has only carriage returns, before a
// delimiter line, or at the end of the text (RFC 5322 section 2.1).
func (h *headerReader) lines(start int) int {
	text := h.p.text
	for pos := start; pos < len(text); {
		end, next := lineEnd(text, pos)
		if end < next && (end == pos || text[pos] == '\r' && len(bytes.TrimRight(text[pos:end], "\r")) == 0) {
			return next
		}
		if h.p.delimiterAt(pos).depth > 0 {
			if h.bad < 0 {
				h.e.cut = true
				if pos > start {
					h.e.note(pos, "no empty line after the header")
				}
			}
			return beforeLine(text, pos)
		}
		if !h.line(pos, end, next-start) {
			return pos
		}
		if h.bad == start && !h.e.IsMessage() {
			return pos
		}
		pos = next
	}
	return len(text)
}

// line reads the line text[pos:end]: a field, the continuation of a field (RFC
// 5322 section 2.2.3), or neither. size is the length of the header up to the
// next line. line reports whether the header may continue.
func (h *headerReader) line(pos, end, size int) bool {
	e, line := h.e, h.p.text[pos:end]
	if h.open && len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
		if !h.within(pos, size, len(e.Fields)) {
			return false
		}
		e.Fields[len(e.Fields)-1].Body.End = end
		return true
	}
	n, colon := fieldName(line)
	h.open = colon > 0
	if !h.open {
		if h.bad < 0 {
			h.bad = pos
		}
		return size <= h.p.opts.Limits.Header && !h.ownDelimiter(line)
	}
	if h.bad >= 0 && !h.noted {
		e.note(h.bad, "a line in the header is not a field: skipped")
		h.noted = true
	}
	h.bad = -1
	if !h.within(pos, size, len(e.Fields)+1) {
		return false
	}
	name := h.p.name(line[:n])
	e.Fields = append(e.Fields, Field{Name: name, Body: Span{pos + colon + 1, end}})
	e.names |= nameBit(name)
	return true
}

// ownDelimiter reports whether line, which is not a field, is a delimiter line
// of the multipart that the header describes. If so, the empty line after the
// header is missing.
func (h *headerReader) ownDelimiter(line []byte) bool {
	line, ok := bytes.CutPrefix(trimPadding(line), []byte("--"))
	if !ok || h.e.names&nameBit("Content-Type") == 0 {
		return false
	}
	if !h.asked {
		h.asked = true
		_, params, _ := parseType(h.e.FieldValue("Content-Type"), h.p.opts.Limits.Params, nil)
		h.boundary = trimBoundary(params["boundary"])
	}
	return h.boundary != "" && string(line) == h.boundary
}

// within reports whether a header with this number of bytes and fields is
// within the limits. If it is not, the entity becomes read-only.
func (h *headerReader) within(pos, size, fields int) bool {
	reason := ""
	switch l := &h.p.opts.Limits; {
	case size > l.Header:
		reason = "limit: header too long"
	case fields > l.Fields:
		reason = "limit: too many header fields"
	default:
		return true
	}
	h.e.leave(pos, "limit", reason)
	h.e.opaque = true
	return false
}

// fieldName returns the length of the field name at the start of line, and the
// offset of the colon, or 0, 0 if line does not begin a field. Blanks before
// the colon are obsolete (RFC 5322 section 4.5), but all readers accept them.
func fieldName(line []byte) (n, colon int) {
	for n < len(line) && '!' <= line[n] && line[n] <= '~' && line[n] != ':' {
		n++
	}
	colon = n
	for colon < len(line) && (line[colon] == ' ' || line[colon] == '\t') {
		colon++
	}
	if n == 0 || colon == len(line) || line[colon] != ':' {
		return 0, 0
	}
	return n, colon
}

// unfold returns the value of a field with that body, without the line endings
// of folding (RFC 5322 section 2.2.3) and the white space around it.
func unfold(body []byte) string {
	s := strings.Trim(string(body), " \t\r\n")
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "")
	return strings.ReplaceAll(s, "\n", "")
}
