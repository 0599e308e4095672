package messages

import (
	"strings"

	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// DecodeBody returns the view of the body of e in e.Text. If there is an error, the
// body must not be changed. The body can still be read: if its transfer
// encoding is unknown, the view shows the body as it is.
func DecodeBody(e *mimebase.Entity) (view.View, error) { return new(Decoder).Decode(e) }

// EncodingName returns the name of the transfer encoding that v decodes, or "".
func EncodingName(v view.View) string {
	switch v.(type) {
	case *view.QuotedPrintable:
		return quotedPrintable
	case *view.Base64:
		return base64Encoding
	}
	return ""
}

// IsEncodingKnown reports whether the transfer encoding of the body of e is known. The
// transfer encoding of a multipart does not matter.
func IsEncodingKnown(e *mimebase.Entity) bool {
	switch e.TransferEncoding {
	case "7bit", "8bit", "binary", quotedPrintable, base64Encoding:
		return true
	}
	return strings.HasPrefix(e.MediaType, "multipart/")
}

const (
	quotedPrintable = "quoted-printable"
	base64Encoding  = "base64"
)

// A Decoder decodes the bodies of the entities of one message after the other.
// It reuses its memory: a view is valid until the next call of Decode, Begin or
// Reset. The zero value is ready for use.
type Decoder struct {
	identity view.Identity
	qp       view.QuotedPrintable
	base64   view.Base64
	used     bool                           // qp or base64 was used since Reset
	messages map[*mimebase.Entity]view.View // the views of messages in a transfer encoding
	// parsed is the number of bytes of all messages so far. qpUsed and base64Used are the values of
	// parsed when much of the memory of qp and of base64 was last used.
	parsed, qpUsed, base64Used int
}

// Limits on the memory that a Decoder keeps for the next message.
const (
	maxKept  = 256 << 10 // the size of a decoded body
	maxLarge = 16 << 20  // the number of bytes in large views that are kept for a while
)

// Begin prepares d for a message of n bytes. The caller must have called Reset after the last
// message.
func (d *Decoder) Begin(n int) { d.parsed += n }

// Decode does what [DecodeBody] does, with the memory of d.
func (d *Decoder) Decode(e *mimebase.Entity) (view.View, error) {
	start, end := e.Body.Start, e.Body.End
	switch {
	case strings.HasPrefix(e.MediaType, "multipart/"):
	case e.TransferEncoding == quotedPrintable:
		d.used = true
		d.qp.Reset(e.Text, start, end)
		if len(d.qp.Text()) > d.qp.Room()/8 {
			d.qpUsed = d.parsed
		}
		return &d.qp, nil
	case e.TransferEncoding == base64Encoding:
		d.used = true
		err := d.base64.Reset(e.Text, start, end)
		if len(d.base64.Text()) > d.base64.Room()/8 {
			d.base64Used = d.parsed
		}
		return &d.base64, err
	case !IsEncodingKnown(e):
		d.identity.Reset(e.Text, start, end)
		return &d.identity, mimebase.ErrEncoding
	}
	d.identity.Reset(e.Text, start, end)
	return &d.identity, nil
}

// DecodeMessage is the Decode function of [mimebase.Options]. The view that it
// makes is kept for [Decoder.Message].
func (d *Decoder) DecodeMessage(e *mimebase.Entity) ([]byte, func(int) int, error) {
	v, err := DecodeBody(e)
	if err != nil {
		return nil, nil, err
	}
	if d.messages == nil {
		d.messages = make(map[*mimebase.Entity]view.View)
	}
	d.messages[e] = v
	return v.Text(), v.Source, nil
}

// Message returns the view of the body of e if the body is a message in a
// transfer encoding, or nil.
func (d *Decoder) Message(e *mimebase.Entity) view.View { return d.messages[e] }

// Reset releases the texts of the last message. The memory of a large body is
// kept until messages of as many bytes have been parsed that needed little of
// it.
func (d *Decoder) Reset() {
	d.messages = nil
	d.identity.Reset(nil, 0, 0)
	if d.used { // most messages have no body in an encoding
		d.qp.Reset(nil, 0, 0)
		_ = d.base64.Reset(nil, 0, 0)
		d.used = false
	}
	if d.isIdle(d.qp.Room(), d.qpUsed) {
		d.qp = view.QuotedPrintable{}
	}
	if d.isIdle(d.base64.Room(), d.base64Used) {
		d.base64 = view.Base64{}
	}
}

// isIdle reports whether a view with room bytes of memory should be dropped. used is the value that d.parsed had when much
// of the memory was last used.
func (d *Decoder) isIdle(room, used int) bool {
	return room > maxKept && (room > maxLarge || d.parsed-used > room)
}
