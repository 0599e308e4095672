package ranges

import (
	"io"
	"slices"

	"github.com/hrefix/hrefix/internal/container/format"
)

// maxUnits is how many units are read for the text at the start of a part.
const maxUnits = 64

// A head is the beginning of the text from an offset of the file on. An error of reading it is its end.
type head struct {
	text    io.Reader
	decoder format.Decoder // nil if the file has no coding
	bytes   []byte         // the bytes that were read
	units   int            // the number of units that were read
}

// text returns the head of the text from the unit at an offset of the file on. If that unit has no text, the
// head is empty, so that no part begins there: the offset of a record is the offset of a unit with text.
func (f *File) text(at int64) *head {
	if f.coding == nil {
		return &head{text: f.section(at)}
	}
	h := &head{decoder: f.decoder(at, f.section(at))}
	h.text = h.decoder
	if at > 0 {
		h.decoder.StopAt(func(int64) bool {
			h.units++
			return len(h.bytes) == 0 || h.units > maxUnits
		})
	}
	return h
}

// readTo reads until there are n bytes, or to the end.
func (h *head) readTo(n int) {
	h.bytes = slices.Grow(h.bytes, n-len(h.bytes))
	for err := error(nil); err == nil && len(h.bytes) < n; {
		var k int
		k, err = h.text.Read(h.bytes[len(h.bytes):n])
		h.bytes = h.bytes[:len(h.bytes)+k]
	}
}

// close closes the decoder.
func (h *head) close() {
	if h.decoder != nil {
		h.decoder.Close() // this decoder holds no resources
	}
}
