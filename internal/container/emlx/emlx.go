// Package emlx reads the files of Apple Mail, each of which holds one message.
//
// The first line is the length of the message in bytes, in decimal digits, with
// or without blanks after them. The message follows, and then properties in
// XML. There is no published specification.
//
// An edit that changes the length of the message changes the first line. The
// line keeps its own length if it has enough blanks.
package emlx

import (
	"bytes"
	"iter"
	"strconv"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/filekind"
)

// Format is the row of emlx in the table of package container.
var Format = format.Format{
	Name:       "emlx",
	Kind:       format.Messages,
	Extensions: []string{".emlx"},
	Detect:     detect,
	Split:      split,
	Correct:    correct,
}

// A head is the first line of a file.
type head struct {
	digits int // the number of digits
	blanks int // the number of blanks after the digits
	start  int // the offset of the message
	length int // the length of the message, as the digits say
}

// parse parses the first line of text. ok is false if the line is not a number, or if
// fewer bytes follow the line than the number says.
func parse(text []byte) (h head, ok bool) {
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
	if err != nil || n > uint64(len(text)-h.start) {
		return h, false
	}
	h.length = int(n)
	return h, true
}

// detect reports whether head begins with a line that is a number, and a message
// after it. The file may be longer than head.
func detect(head []byte) bool {
	line, rest, found := bytes.Cut(head[:min(len(head), 4096)], []byte("\n"))
	number := bytes.TrimRight(line, " \r")
	return found && len(number) > 0 && len(bytes.Trim(number, "0123456789")) == 0 && filekind.BeginsMessage(rest)
}

// split yields the message of a file.
func split(file []byte) iter.Seq[*format.Member] {
	return func(yield func(*format.Member) bool) {
		m := format.Member{Number: 1, Text: file, MediaType: "message/rfc822"}
		if h, ok := parse(file); ok {
			m.Start, m.End = h.start, h.start+h.length
		} else {
			m.Defect = "the first line is not the length of the message (emlx)"
		}
		yield(&m)
	}
}

// correct returns the edit of the first line, if the edited message has another
// length. The line keeps its own length if there are blanks for it.
func correct(_ *format.Member, c format.Change) (before, after []edit.Edit) {
	h, ok := parse(c.Text[c.Member:c.End])
	if !ok || c.Size() == h.length {
		return nil, nil
	}
	number := strconv.AppendInt(nil, int64(c.Size()), 10)
	end := c.Member + h.digits + min(h.blanks, max(0, len(number)-h.digits))
	for h.blanks > 0 && len(number) < h.digits {
		number = append(number, ' ')
	}
	return []edit.Edit{{Start: c.Member, End: end, New: number}}, nil
}
