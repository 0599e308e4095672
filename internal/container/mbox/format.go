package mbox

import (
	"bytes"
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
)

// Format is the row of mbox in the table of package container.
var Format = format.Format{
	Name:       "mbox",
	Kind:       format.Messages,
	Extensions: []string{".mbox"},
	Detect:     Detect,
	Open:       open,
	Split:      Messages,
	Escape:     escape,
	Lengths:    true,
	Cuts:       &format.Cuts{Head: lookahead, Begins: beginsPart, Find: findPart, Places: places},
}

// open implements [format.Format].
func open(file io.Reader, o format.Options) format.Reader {
	r := NewReader(file)
	r.Max = o.MaxMember
	return r
}

// escape quotes the lines of the output that would be read as separators. It quotes nothing if the message
// is counted and already has such lines without a quote: its readers do not expect quotes (mboxcl2).
func escape(m *format.Member, c format.Change) []edit.Edit {
	if m.Counted && bytes.Contains(c.Text[c.Start:c.End], []byte(lineFrom)) {
		return c.Edits
	}
	return quoted(c.Text[:c.End], c.Edits)
}

// beginsPart reports whether a part of a mailbox can begin with text: with a separator and, after it, what
// [Detect] asks for.
func beginsPart(_, text []byte) (ok, more bool) {
	text = text[:min(len(text), lookahead)]
	ok = bytes.HasPrefix(text, fromLine) && Detect(text)
	return ok, bytes.HasPrefix(text, fromLine) || len(text) < len(fromLine)
}

// findPart returns the first offset in text, at or after from, of a line that looks like a separator, or -1.
func findPart(_, text []byte, from int) int {
	for at := max(0, from-1); ; at++ {
		n := indexLineFrom(text[at:])
		if n < 0 {
			return -1
		}
		at += n
		if separates(text, at+1, emptyBefore(text, at+1)) {
			return at + 1
		}
	}
}

// places yields the offsets at which messages begin, except the first.
func places(text io.Reader, _ []byte, o format.Options) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		r := NewReader(text)
		r.Max = o.MaxMember
		for {
			var m format.Member
			err := r.Next(&m)
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(0, err)
				return
			case m.Offset > 0 && !m.Continued && !yield(m.Offset, nil):
				return
			}
		}
	}
}
