package session

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
)

// options are the options that the two sides have agreed on.
type options struct {
	version, actions, steps uint32
}

func (o options) has(step uint32) bool { return o.steps&step != 0 }

const (
	oldest, newest = 2, 6
	needed         = wire.CanChangeBody | wire.CanChangeHeader
	wanted         = wire.NoConnect | wire.NoHelo | wire.NoMail | wire.NoRecipient | wire.NoUnknown | wire.NoData | wire.NoHeaderReply | wire.CanSkip | wire.LeadingSpace
)

// macros asks for the queue identifier, at the ends of the header and of the body.
var macros = []byte("\x00\x00\x00\x05i\x00\x00\x00\x00\x06i\x00")

// agree returns the part of an offer that a filter which wants the steps can use.
func agree(offer []byte, steps uint32) (options, error) {
	if len(offer) < 12 {
		return options{}, fmt.Errorf("negotiation of %d bytes", len(offer))
	}
	number := binary.BigEndian.Uint32
	o := options{number(offer), number(offer[4:]), number(offer[8:])}
	if o.version < oldest {
		return o, fmt.Errorf("version %d of the protocol is too old", o.version)
	}
	if o.actions&needed != needed {
		return o, errors.New("the mail server allows no changes of header and body")
	}
	o.version = min(o.version, newest)
	if o.actions&wire.CanListMacros == 0 {
		steps &^= wire.NoMail // MAIL brings the queue identifier if it cannot be requested by macros
	}
	o.actions &= needed | wire.CanListMacros
	o.steps &= steps
	return o, nil
}

// negotiate reads the offer of the mail server and answers it.
func negotiate(c *wire.Conn, steps uint32) (options, error) {
	h, err := c.Next()
	if err != nil {
		return options{}, err
	}
	if h.Code != wire.Negotiate {
		return options{}, fmt.Errorf("command %q before the negotiation", h.Code)
	}
	offer, err := c.Data(h, 1<<10)
	if err != nil {
		return options{}, err
	}
	o, err := agree(offer, steps)
	if err != nil {
		return o, err
	}
	answer := binary.BigEndian.AppendUint32(nil, o.version)
	answer = binary.BigEndian.AppendUint32(answer, o.actions)
	answer = binary.BigEndian.AppendUint32(answer, o.steps)
	if o.actions&wire.CanListMacros != 0 {
		answer = append(answer, macros...)
	}
	return o, c.Send(wire.Negotiate, answer)
}
