package mail

import (
	"bytes"
	"fmt"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
	"github.com/hrefix/hrefix/rewrite"
)

// A Change is what the server must change in a message.
type Change struct {
	Fields []FieldChange
	Body   bool // the body changes
	// Size is the number of bytes of the new text.
	Size int

	m     *Message
	edits []rewrite.Edit // the edits of the body
}

// A FieldChange is a new value of a field.
type FieldChange struct {
	Name string
	// Index is the number of the field among the fields with its name, from 1.
	Index int
	// Value is the value in the form in which the server sends values.
	Value []byte
}

// NewChange returns the change for the edits of a plan. The error is ErrHeader, ErrField or ErrEnding
// if the change would not be faithful.
func NewChange(m *Message, plan *rewrite.Plan) (*Change, error) {
	if m.defect != nil {
		return nil, m.defect
	}
	c := &Change{m: m, Size: len(m.text)}
	byField := make(map[int][]rewrite.Edit)
	var order []int
	for e := range plan.Edits() {
		c.Size += len(e.New) - (e.End - e.Start)
		if e.Start >= m.body {
			c.edits = append(c.edits, e)
			continue
		}
		i, ok := m.at(e.Start)
		if !ok || e.End > m.fields[i].end {
			return nil, fmt.Errorf("%w: an edit is not within one value", ErrField)
		}
		if byField[i] == nil {
			order = append(order, i)
		}
		byField[i] = append(byField[i], e)
	}
	numbers := &counter{m: m, seen: make(map[string]int)}
	for _, i := range order {
		if err := c.addField(i, numbers.index(i), byField[i]); err != nil {
			return nil, err
		}
	}
	c.Body = len(c.edits) > 0
	if c.Body {
		body := m.text[m.body:]
		if crlf := bytes.Count(body, []byte("\r\n")); crlf > 0 && crlf < bytes.Count(body, []byte("\n")) { // some lines end with CR LF, and others with LF
			return nil, ErrEnding
		}
	}
	return c, nil
}

// addField adds the new value of a field, where number counts the fields with the same name.
func (c *Change) addField(i, number int, edits []rewrite.Edit) error {
	f := c.m.fields[i]
	var value []byte
	from := f.colon + 1
	for _, e := range edits {
		value = append(append(value, c.m.text[from:e.Start]...), e.New...)
		from = e.End
	}
	value = append(value, c.m.text[from:f.end]...)
	if f.added {
		value = bytes.TrimPrefix(value, []byte(" "))
	}
	if !f.crlf {
		value = bytes.ReplaceAll(value, []byte("\r\n"), []byte("\n"))
	}
	name := c.m.name(f)
	switch {
	case !isValue(value) || bytes.Contains(bytes.ReplaceAll(value, []byte("\r\n"), nil), []byte("\r")):
		return fmt.Errorf("%w: %s has control bytes", ErrField, name)
	case len(bytes.TrimSpace(value)) == 0: // this would delete the field
		return fmt.Errorf("%w: %s would be empty", ErrField, name)
	case len(value)+len(name)+6 > wire.MaxChunk:
		return fmt.Errorf("%w: %s is too long", ErrField, name)
	}
	c.Fields = append(c.Fields, FieldChange{name, number, value})
	return nil
}

// WriteBody calls emit with the new body, in chunks of at most [wire.MaxChunk] bytes. A chunk does
// not end between CR and LF. emit must not keep the chunk.
func (c *Change) WriteBody(emit func(chunk []byte) error) error {
	w := chunks{emit: emit, buf: make([]byte, 0, wire.MaxChunk)}
	from := c.m.body
	for _, e := range c.edits {
		if err := w.add(c.m.text[from:e.Start]); err != nil {
			return err
		}
		if err := w.add(e.New); err != nil {
			return err
		}
		from = e.End
	}
	if err := w.add(c.m.text[from:]); err != nil {
		return err
	}
	if len(w.buf) == 0 {
		return nil
	}
	return emit(w.buf)
}

// chunks cuts what is added to it.
type chunks struct {
	emit func(chunk []byte) error
	buf  []byte
}

func (w *chunks) add(b []byte) error {
	for len(b) > 0 {
		n := min(len(b), cap(w.buf)-len(w.buf))
		w.buf = append(w.buf, b[:n]...)
		b = b[n:]
		if len(w.buf) == cap(w.buf) {
			if err := w.cut(); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut emits the buffer. It keeps a CR at the end for the next chunk.
func (w *chunks) cut() error {
	whole := bytes.TrimSuffix(w.buf, []byte("\r"))
	rest := len(w.buf) - len(whole)
	if err := w.emit(whole); err != nil {
		return err
	}
	w.buf = append(w.buf[:0], "\r"[:rest]...)
	return nil
}
