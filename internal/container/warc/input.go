package warc

import (
	"github.com/hrefix/hrefix/internal/container/format"
)

// An input is the text of a file, with a buffer. Its offsets are offsets in the text.
type input struct {
	format.Buffer
	units format.Units // nil if there are no units
}

// ended reports whether no more bytes can be read.
func (in *input) ended() bool { return len(in.View()) == 0 }

// unit returns the first offset from which a unit begins, up to the offset limit. ok is false
// if there is no such unit.
func (in *input) unit(from, limit int64) (at int64, ok bool) {
	if in.units == nil {
		return 0, false
	}
	at, ok = in.units.NextUnit(from - 1)
	return at, ok && at < limit
}

// file returns the offset in the file for the offset at of the text, or -1 if it is not known.
func (in *input) file(at int64) int64 {
	if in.units == nil {
		return at
	}
	if file, ok := in.units.Unit(at); ok {
		return file
	}
	return -1
}
