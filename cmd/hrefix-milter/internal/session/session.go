package session

import (
	"bytes"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/mail"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
)

// The states of a session.
const (
	idle    = iota // between messages
	active         // within a message
	closing        // the connection will be closed at the end of the message
)

// A session serves a connection.
type session struct {
	server *Server
	policy *Policy // the policy when the connection began
	conn   *wire.Conn
	options
	state     atomic.Int32
	answering atomic.Bool // the changes of a message are being sent

	message mail.Message
	begun   time.Time
	room    int // bytes of the budget that the message has
	queue   string
	user    string  // the authenticated user, or ""
	skip    string  // the flag of the exception for the message, or ""
	failure Failure // why the message is not rewritten, or ""
	size    int     // the bytes that had come before the failure
	id      string  // the message's identifier, for a message that has failed
}

// stop closes the connection if it is between messages, or else at the end of the message.
func (s *session) stop() {
	if s.state.Swap(closing) == idle {
		s.conn.Close()
	}
}

// serve reads and answers commands until the connection ends.
func (s *session) serve() error {
	steps := uint32(wanted)
	if !s.policy.Skip.none() {
		steps &^= wire.NoMail | wire.NoRecipient
	}
	o, err := negotiate(s.conn, steps)
	if err != nil {
		return err
	}
	s.options = o
	for {
		h, err := s.conn.Next()
		if err != nil {
			return err
		}
		if h.Code == wire.Quit {
			return nil
		}
		if err := s.command(h); err != nil {
			return err
		}
		if s.state.Load() == closing && !s.begunMessage() {
			return nil
		}
	}
}

func (s *session) begunMessage() bool { return !s.begun.IsZero() }

// maxPacket is the maximum size of a field or a chunk: the largest chunk that any mail server
// offers. maxData is the limit of other commands.
const (
	maxPacket = 1 << 20
	maxData   = 64 << 10
)

// command handles one command.
func (s *session) command(h wire.Head) error {
	if h.Size > maxPacket {
		return fmt.Errorf("%w: %d bytes of command %q", wire.ErrTooLong, h.Size, h.Code)
	}
	switch h.Code {
	case wire.Header:
		return s.field(h)
	case wire.EndOfHead:
		return s.endOfHead(h)
	case wire.Body:
		return s.body(h)
	case wire.EndOfBody:
		return s.endOfBody(h)
	}
	data, err := s.conn.Data(h, maxData)
	if err != nil {
		return err
	}
	switch h.Code {
	case wire.Macro:
		s.macro(data)
		return nil
	case wire.Abort, wire.QuitNewCon:
		s.reset()
		return nil
	case wire.Mail:
		s.drop()
		s.skip = s.policy.Skip.sender(s.user, data)
		return s.conn.Send(wire.Continue)
	case wire.Recipient:
		if s.skip == "" {
			s.skip = s.policy.Skip.recipient(data)
		}
		return s.conn.Send(wire.Continue)
	case wire.Connect, wire.Helo, wire.Data, wire.Unknown:
		return s.conn.Send(wire.Continue)
	}
	return fmt.Errorf("unknown command %q", h.Code)
}

// macro keeps the queue identifier and the authenticated user.
func (s *session) macro(data []byte) {
	if len(data) == 0 {
		return
	}
	strings := bytes.Split(data[1:], []byte{0})
	for i := 0; i+1 < len(strings); i += 2 {
		switch string(strings[i]) {
		case "i", "{i}":
			s.queue = string(strings[i+1])
		case "{auth_authen}":
			s.user = string(strings[i+1])
		}
	}
}

// begin begins a message, unless it has begun.
func (s *session) begin() {
	if s.begunMessage() {
		return
	}
	s.state.CompareAndSwap(idle, active)
	s.begun = time.Now()
	s.conn.End = s.begun.Add(s.server.Message)
}

// drop forgets the message, but not its queue identifier and its user, which the mail server may have sent before.
func (s *session) drop() {
	s.server.held.give(s.room)
	s.message, s.room, s.skip, s.failure, s.size, s.id = mail.Message{}, 0, "", "", 0, ""
	s.begun, s.conn.End = time.Time{}, time.Time{}
	s.state.CompareAndSwap(active, idle)
}

// reset forgets the message, its queue identifier and its user.
func (s *session) reset() {
	s.drop()
	s.queue, s.user = "", ""
}

// grow makes room for n more bytes of the message. It reports whether the limits allow them.
func (s *session) grow(n int) bool {
	if s.failure != "" {
		return false
	}
	if s.message.Size()+n > s.policy.Mail.MaxSize {
		return s.fail(TooLarge)
	}
	has, needs := s.message.Room(n)
	if needs == has {
		return true
	}
	if !s.server.held.take(needs) { // both copies exist for a moment
		return s.fail(Memory)
	}
	s.message.Grow(needs)
	s.server.held.give(s.room)
	s.room = needs
	return true
}

// fail notes a failure and frees the memory of the message.
func (s *session) fail(f Failure) bool {
	s.failure, s.size, s.id = f, s.message.Size(), s.message.Value(messageID)
	s.server.held.give(s.room)
	s.message, s.room = mail.Message{}, 0
	return false
}

// field adds a header field.
func (s *session) field(h wire.Head) error {
	if s.message.InBody() {
		return fmt.Errorf("command %q after the header", h.Code)
	}
	s.begin()
	if err := s.addField(h); err != nil {
		return err
	}
	if s.has(wire.NoHeaderReply) {
		return nil
	}
	return s.conn.Send(wire.Continue)
}

func (s *session) addField(h wire.Head) error {
	limits := &s.server.Config
	if s.failure == "" && (s.message.Fields() >= limits.Fields || int64(s.message.Size())+h.Size > int64(limits.HeaderBytes)) {
		s.fail(BigHeader)
	}
	// A line feed becomes two bytes.
	if s.failure != "" || !s.grow(2*int(h.Size)+16) {
		return s.conn.Drop(h.Size)
	}
	data, err := s.conn.Data(h, limits.HeaderBytes)
	if err != nil {
		return err
	}
	name, value, ok := bytes.Cut(data, []byte{0})
	value, ended := bytes.CutSuffix(value, []byte{0})
	if !ok || !ended {
		return fmt.Errorf("malformed command %q", h.Code)
	}
	s.message.AddField(name, value, s.has(wire.LeadingSpace))
	return nil
}

// endOfHead ends the header. If the message must stay as it is, its body is not read.
func (s *session) endOfHead(h wire.Head) error {
	if s.message.InBody() {
		return fmt.Errorf("command %q after the header", h.Code)
	}
	if _, err := s.conn.Data(h, maxData); err != nil {
		return err
	}
	s.begin()
	if s.skip != "" {
		return s.keep(s.skip)
	}
	if !s.grow(2) {
		return s.giveUp()
	}
	if s.message.Sealed() && !s.policy.Mail.AllowDKIM {
		return s.keep("sealed")
	}
	s.message.EndHeader()
	return s.conn.Send(wire.Continue)
}

// body adds a chunk of the body.
func (s *session) body(h wire.Head) error {
	if err := s.chunk(h); err != nil {
		return err
	}
	if s.failure != "" {
		return s.giveUp()
	}
	return s.conn.Send(wire.Continue)
}

// chunk reads the data of a command into the body.
func (s *session) chunk(h wire.Head) error {
	if !s.message.InBody() {
		return fmt.Errorf("command %q before the end of the header", h.Code)
	}
	if !s.grow(int(h.Size)) {
		return s.conn.Drop(h.Size)
	}
	return s.conn.Fill(s.message.Extend(int(h.Size)))
}
