// Package client is the mail server's side of the milter protocol, as far as tests and the flag
// --check need it.
package client

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
)

// A Client sends messages to a filter over one connection.
type Client struct {
	conn  *wire.Conn
	steps uint32
}

// timeout limits how long the client waits for an answer.
const timeout = 5 * time.Minute

// New negotiates with the filter at the other end of a connection. It offers the actions and steps
// that Postfix offers.
func New(c net.Conn) (*Client, error) {
	conn := wire.NewConn(c)
	conn.Idle, conn.Packet = timeout, timeout
	offer := []byte{0, 0, 0, 6, 0, 0, 1, 0xff, 0, 0x1f, 0xff, 0xff}
	if err := conn.Send(wire.Negotiate, offer); err != nil {
		return nil, err
	}
	h, err := conn.Next()
	if err != nil {
		return nil, err
	}
	answer, err := conn.Data(h, 1<<16)
	if err != nil {
		return nil, err
	}
	if h.Code != wire.Negotiate || len(answer) < 12 {
		return nil, fmt.Errorf("answer %q to the negotiation", h.Code)
	}
	return &Client{conn, binary.BigEndian.Uint32(answer[8:])}, nil
}

// Quit asks the filter to end the connection.
func (c *Client) Quit() error { return c.conn.Send(wire.Quit) }

// Close ends the connection.
func (c *Client) Close() error {
	c.Quit()
	return c.conn.Close()
}

// A Field is a header field as the protocol has it: the value includes the space after the colon,
// and is folded with LF.
type Field struct{ Name, Value string }

// A Message is a message as the protocol has it.
type Message struct {
	Fields []Field
	Body   []byte
}

// Parse parses the text of a message. Lines may end with CR LF or LF; the lines of the returned body end with
// CR LF. A first line that begins with "From ", as in mailboxes, is left out.
func Parse(text []byte) Message {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	if bytes.HasPrefix(text, []byte("From ")) {
		_, text = cutLine(text)
	}
	var m Message
	for len(text) > 0 {
		line, rest := cutLine(text)
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') && len(m.Fields) > 0 {
			m.Fields[len(m.Fields)-1].Value += "\n" + string(line)
			text = rest
			continue
		}
		name, value, ok := strings.Cut(string(line), ":")
		if !ok {
			if len(line) == 0 {
				text = rest
			}
			break
		}
		m.Fields = append(m.Fields, Field{name, value})
		text = rest
	}
	m.Body = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	return m
}

func cutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte("\n"))
	return line, rest
}

// Text returns the message with CR LF line endings.
func (m Message) Text() []byte {
	var b bytes.Buffer
	for _, f := range m.Fields {
		b.WriteString(f.Name + ":" + strings.ReplaceAll(f.Value, "\n", "\r\n") + "\r\n")
	}
	b.WriteString("\r\n")
	b.Write(m.Body)
	return b.Bytes()
}

// A FieldChange is a new value for a field. Index says which of the fields with that name it is, from 1.
type FieldChange struct {
	Index int
	Field
}

// An Answer is what the filter answers to a message.
type Answer struct {
	Verdict byte
	Fields  []FieldChange
	Replace bool // the body is replaced by Body
	Body    []byte
	Chunks  []int // the sizes of the chunks of the body
}

// Apply returns the message with the changes of an answer.
func (m Message) Apply(a Answer) (Message, error) {
	m.Fields = append([]Field(nil), m.Fields...)
	for _, change := range a.Fields {
		n := 0
		for i, f := range m.Fields {
			if strings.EqualFold(f.Name, change.Name) {
				if n++; n == change.Index {
					m.Fields[i].Value = change.Value
				}
			}
		}
		if n < change.Index {
			return m, fmt.Errorf("field %s has no number %d", change.Name, change.Index)
		}
	}
	if a.Replace {
		m.Body = a.Body
	}
	return m, nil
}

// Envelope sends the authenticated user, the sender and the recipients of the message that Send sends next, as far as the
// filter wants them.
func (c *Client) Envelope(user, from string, to ...string) error {
	if c.steps&wire.NoMail != 0 {
		return nil
	}
	if user != "" {
		if err := c.conn.Put(wire.Macro, []byte{wire.Mail}, []byte("{auth_authen}\x00"+user+"\x00")); err != nil {
			return err
		}
	}
	if _, err := c.ask(wire.Mail, []byte("<"+from+">\x00SIZE=1000\x00")); err != nil {
		return err
	}
	for _, address := range to {
		if _, err := c.ask(wire.Recipient, []byte("<"+address+">\x00")); err != nil {
			return err
		}
	}
	return nil
}

// Send sends a message and returns the answer.
func (c *Client) Send(queue string, m Message) (Answer, error) {
	for _, f := range m.Fields {
		if err := c.conn.Put(wire.Header, []byte(f.Name), []byte{0}, []byte(f.Value), []byte{0}); err != nil {
			return Answer{}, err
		}
		if c.steps&wire.NoHeaderReply == 0 {
			if a, err := c.answer(); err != nil || a.Verdict != wire.Continue {
				return a, err
			}
		}
	}
	if err := c.conn.Put(wire.Macro, []byte{wire.EndOfHead}, []byte("i\x00"+queue+"\x00")); err != nil {
		return Answer{}, err
	}
	if a, err := c.ask(wire.EndOfHead, nil); err != nil || a.Verdict != wire.Continue {
		return a, err
	}
	for body := m.Body; len(body) > 0; {
		n := min(len(body), wire.MaxChunk)
		if a, err := c.ask(wire.Body, body[:n]); err != nil || a.Verdict != wire.Continue {
			return a, err
		}
		body = body[n:]
	}
	return c.ask(wire.EndOfBody, nil)
}

// ask sends a command and returns the answer.
func (c *Client) ask(code byte, data []byte) (Answer, error) {
	if err := c.conn.Send(code, data); err != nil {
		return Answer{}, err
	}
	return c.answer()
}

// answer reads changes up to a verdict.
func (c *Client) answer() (a Answer, err error) {
	if err := c.conn.Flush(); err != nil {
		return a, err
	}
	for a.Verdict == 0 && err == nil {
		err = c.read(&a)
	}
	return a, err
}

// read reads a packet of an answer.
func (c *Client) read(a *Answer) error {
	h, err := c.conn.Next()
	if err != nil {
		return err
	}
	data, err := c.conn.Data(h, wire.MaxChunk)
	if err != nil {
		return err
	}
	switch h.Code {
	case wire.ReplaceBody:
		a.Replace = true
		a.Body = append(a.Body, data...)
		a.Chunks = append(a.Chunks, len(data))
	case wire.ChangeHeader:
		change, err := parseChange(data)
		a.Fields = append(a.Fields, change)
		return err
	case wire.Accept, wire.Continue, wire.TemporaryFail:
		a.Verdict = h.Code
	case wire.Progress:
	default:
		return fmt.Errorf("answer %q", h.Code)
	}
	return nil
}

func parseChange(data []byte) (FieldChange, error) {
	if len(data) < 4 {
		return FieldChange{}, fmt.Errorf("change of %d bytes", len(data))
	}
	parts := strings.Split(string(data[4:]), "\x00")
	if len(parts) != 3 || parts[2] != "" {
		return FieldChange{}, fmt.Errorf("change of a field with %d strings", len(parts))
	}
	return FieldChange{int(binary.BigEndian.Uint32(data)), Field{parts[0], parts[1]}}, nil
}
