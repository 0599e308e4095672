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
	Split:      split,
	Escape:     escape,
	Lengths:    true,
	Cuts:       &format.Cuts{Head: lookahead, Begins: beginsPart, Find: findPart, Places: places},
}

// open implements [format.Format].
func open(file io.Reader, o format.Options) format.Reader {
	r := NewReader(file)
	r.Max = o.MaxMember
	return &members{r}
}

// split implements [format.Format].
func split(file []byte) iter.Seq[*format.Member] {
	return func(yield func(*format.Member) bool) {
		var member format.Member
		for m := range Messages(file) {
			if set(&member, &m); !yield(&member) {
				return
			}
		}
	}
}

// set sets member to the message m.
func set(member *format.Member, m *Message) {
	*member = format.Member{
		Number: m.Number, Offset: m.Offset, Text: m.Bytes, Start: m.Start, End: m.End,
		MediaType: "message/rfc822", Counted: m.Counted, Large: m.Part, Continued: m.Follows,
	}
}

// escape quotes the lines of the output that would be read as separators. If the message
// is counted and has such lines without a quote, its readers do not expect any (mboxcl2).
func escape(m *format.Member, c format.Change) []edit.Edit {
	if m.Counted && bytes.Contains(c.Text[c.Start:c.End], []byte(lineFrom)) {
		return c.Edits
	}
	return quoted(c.Text[:c.End], c.Edits)
}

// A members is a [format.BatchReader] of a mailbox.
type members struct{ r *Reader }

// Next implements [format.Reader].
func (b *members) Next(member *format.Member) error {
	m, err := b.r.Next()
	if err == nil {
		set(member, &m)
	}
	return err
}

// NewBatch implements [format.BatchReader].
func (b *members) NewBatch() format.Batch { return new(memberBatch) }

// NextBatch implements [format.BatchReader].
func (b *members) NextBatch(to format.Batch) error {
	batch := to.(*memberBatch)
	err := b.r.NextBatch(&batch.box)
	batch.members = batch.members[:0]
	for i := range batch.box.Messages {
		batch.members = append(batch.members, format.Member{})
		set(&batch.members[i], &batch.box.Messages[i])
	}
	return err
}

// A memberBatch is a [Batch] as a [format.Batch].
type memberBatch struct {
	box     Batch
	members []format.Member
}

// Members implements [format.Batch].
func (b *memberBatch) Members() []format.Member { return b.members }

// Text implements [format.Batch].
func (b *memberBatch) Text() []byte { return b.box.Text }

// Size implements [format.Batch].
func (b *memberBatch) Size() int { return b.box.Size() }

// Release implements [format.Batch].
func (b *memberBatch) Release() {
	clear(b.members)
	b.members = b.members[:0]
	b.box.Release()
}

// beginsPart reports whether a part of a mailbox can begin with text: with a separator, and what comes after
// the separator at the start of a mailbox.
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
			m, err := r.Next()
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(0, err)
				return
			case m.Offset > 0 && !m.Follows && !yield(m.Offset, nil):
				return
			}
		}
	}
}
