package mbox

import (
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A Reader reads a mailbox message by message. It is a [format.Reader].
type Reader struct {
	// Max is the size in bytes of the largest message that is returned as a whole.
	// Larger messages are returned in parts. 0 means no limit.
	Max int

	in     format.Buffer
	number int      // the number of the last message
	within bool     // the next part belongs to the same message
	at     splitter // the splitter of the next message
	need   int      // bytes of the next message that the splitter needs to continue
}

// NewReader returns a Reader of the mailbox in r.
func NewReader(r io.Reader) *Reader { return &Reader{in: format.Buffer{Source: r}, need: 1} }

// Next implements [format.Reader].
//
// If reading fails, the messages before the error are returned first, as if the
// mailbox ended there. The last of them may be cut short. The next call returns
// the error, with the offset in the mailbox.
func (r *Reader) Next(m *format.Member) error {
	r.in.Shrink()
	for r.need > 0 {
		if len(r.in.Peek(r.need)) == 0 {
			return r.in.ErrAt("mbox")
		}
		r.need = r.at.split(r.in.Held(), r.in.Err() != nil)
		if r.need > 0 && r.Max > 0 && len(r.in.Held()) > r.Max && r.at.cut() {
			r.need = 0
		}
	}
	if !r.within {
		r.number++
	}
	r.at.message(m, r.number, r.in.Offset())
	r.in.Skip(r.at.end)
	m.Continued = r.within
	r.at, r.need, r.within = r.at.following(), 1, r.at.more
	return nil
}
