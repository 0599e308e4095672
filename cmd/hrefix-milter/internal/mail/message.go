package mail

import (
	"bytes"
	"errors"
	"sort"
	"strings"

	"github.com/hrefix/hrefix/mimebase"
)

// Errors of messages that cannot be changed faithfully.
var (
	ErrHeader = errors.New("header-form")
	ErrField  = errors.New("field-form")
	ErrEnding = errors.New("mixed-line-endings")
)

// A Message is a message as the server hands it over.
type Message struct {
	text   []byte
	fields []field
	body   int   // the start of the body, or 0 before EndHeader
	defect error // why the message cannot be changed
}

// A field is a header field in the text.
type field struct {
	start, colon, end int  // the offsets of the name, and of the value before its line ending
	added             bool // the space after the colon is not from the server
	crlf              bool // the server folds with CR LF
}

// AddField adds a field to the header. spaced reports whether value includes the space after the
// colon.
func (m *Message) AddField(name, value []byte, spaced bool) {
	f := field{start: len(m.text), added: !spaced, crlf: bytes.Contains(value, []byte("\r\n"))}
	if !isName(name) || !isValue(value) {
		m.defect = ErrHeader
	}
	m.text = append(m.text, name...)
	f.colon = len(m.text)
	m.text = append(m.text, ':')
	if f.added {
		m.text = append(m.text, ' ')
	}
	m.text = appendFolded(m.text, value)
	f.end = len(m.text)
	m.text = append(m.text, "\r\n"...)
	m.fields = append(m.fields, f)
}

// isName reports whether b is the name of a field (RFC 5322 section 2.2).
func isName(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c > '~' || c == ':' {
			return false
		}
	}
	return len(b) > 0
}

// isValue reports whether each line of b but the first is folded, so that b is a single field.
func isValue(b []byte) bool {
	for i, c := range b {
		if c == '\n' && (i+1 == len(b) || b[i+1] != ' ' && b[i+1] != '\t') {
			return false
		}
	}
	return bytes.IndexByte(b, 0) < 0 && !bytes.HasSuffix(b, []byte("\r"))
}

// appendFolded appends value with CR LF at the end of each line.
func appendFolded(dst, value []byte) []byte {
	for i, c := range value {
		if c == '\n' && (i == 0 || value[i-1] != '\r') {
			dst = append(dst, '\r')
		}
		dst = append(dst, c)
	}
	return dst
}

// EndHeader ends the header.
func (m *Message) EndHeader() {
	m.text = append(m.text, "\r\n"...)
	m.body = len(m.text)
}

// InBody reports whether the header has ended.
func (m *Message) InBody() bool { return m.body > 0 }

// Fields returns the number of fields, and Size the number of bytes.
func (m *Message) Fields() int { return len(m.fields) }
func (m *Message) Size() int   { return len(m.text) }

// Room returns the memory that the text has, and that it needs for n more bytes.
func (m *Message) Room(n int) (has, needs int) {
	has = cap(m.text)
	if len(m.text)+n <= has {
		return has, has
	}
	return has, len(m.text) + n + len(m.text)/2
}

// Grow gives the text a capacity.
func (m *Message) Grow(capacity int) {
	if capacity > cap(m.text) {
		m.text = append(make([]byte, 0, capacity), m.text...)
	}
}

// Extend adds n bytes to the body, and returns them to be filled.
func (m *Message) Extend(n int) []byte {
	m.text = append(m.text, make([]byte, n)...)
	return m.text[len(m.text)-n:]
}

// Text returns the text.
func (m *Message) Text() []byte { return m.text }

func (m *Message) name(f field) string { return string(m.text[f.start:f.colon]) }

// Value returns the value of the first field called name, without the space around it.
func (m *Message) Value(name string) string {
	for _, f := range m.fields {
		if strings.EqualFold(m.name(f), name) {
			return string(bytes.TrimSpace(m.text[f.colon+1 : f.end]))
		}
	}
	return ""
}

// Sealed reports whether the header has a DKIM or ARC signature: see [mimebase.IsSeal].
func (m *Message) Sealed() bool {
	for _, f := range m.fields {
		if mimebase.IsSeal(m.name(f)) {
			return true
		}
	}
	return false
}

// at returns the number of the field that an offset of the text is in.
func (m *Message) at(offset int) (i int, ok bool) {
	i = sort.Search(len(m.fields), func(i int) bool { return m.fields[i].end >= offset })
	return i, i < len(m.fields) && m.fields[i].colon < offset
}

// A counter numbers the fields of a message by their names. It is asked about fields in their order.
type counter struct {
	m    *Message
	next int            // the first field that is not in seen
	seen map[string]int // the number of fields with each name, in lower case
}

// index returns the number of a field among the fields with its name, from 1.
func (c *counter) index(i int) int {
	for ; c.next <= i; c.next++ {
		c.seen[strings.ToLower(c.m.name(c.m.fields[c.next]))]++
	}
	return c.seen[strings.ToLower(c.m.name(c.m.fields[i]))]
}
