package engine

import (
	"bytes"
	"strconv"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
)

// An emlxHead is the first line of a file of Apple Mail: the number of bytes of
// the message that follows, in decimal digits, and blanks. Behind the message
// stand properties in XML.
type emlxHead struct {
	digits int // how many
	blanks int // after them
	start  int // of the message
	length int // of the message
}

// parseEmlx returns the head of text, if it is that of such a file.
func parseEmlx(text []byte) (h emlxHead, ok bool) {
	const longest = 32
	line, _, found := bytes.Cut(text[:min(len(text), longest)], []byte("\n"))
	if !found {
		return h, false
	}
	h.start = len(line) + 1
	line = bytes.TrimSuffix(line, []byte("\r"))
	number := bytes.TrimRight(line, " ")
	h.digits, h.blanks = len(number), len(line)-len(number)
	n, err := strconv.ParseUint(string(number), 10, 62)
	if err != nil || int(n) > len(text)-h.start {
		return h, false
	}
	h.length = int(n)
	return h, true
}

// isEmlx reports whether head begins as a file of Apple Mail: a number, and a
// message. The file may be longer than head.
func isEmlx(head []byte) bool {
	line, rest, found := bytes.Cut(head[:min(len(head), 4096)], []byte("\n"))
	number := bytes.TrimRight(line, " \r")
	return found && len(number) > 0 && len(bytes.Trim(number, "0123456789")) == 0 && beginsWithField(rest)
}

// emlx walks a file of Apple Mail. It returns the edits of text.
func (w *walk) emlx(text []byte, ctx *base.Context) []edit.Edit {
	h, ok := parseEmlx(text)
	if !ok {
		w.document(&Document{MediaType: "message/rfc822", Base: ctx.Establish()})
		w.note("", 0, "left: the first line is not the length of the message (emlx)")
		return nil
	}
	end := h.start + h.length
	edits := w.message(text[:end:end], h.start, ctx)
	if len(edits) == 0 {
		return nil
	}
	size := edit.Size(text[h.start:end], edits)
	if size == h.length {
		return edits
	}
	return append([]edit.Edit{h.resize(size)}, edits...)
}

// resize returns the edit that makes n the length of the message. The line keeps
// its length if there are blanks for it.
func (h emlxHead) resize(n int) edit.Edit {
	number := strconv.AppendInt(nil, int64(n), 10)
	e := edit.Edit{End: h.digits + min(h.blanks, max(0, len(number)-h.digits))}
	for h.blanks > 0 && len(number) < h.digits {
		number = append(number, ' ')
	}
	e.New = number
	return e
}
