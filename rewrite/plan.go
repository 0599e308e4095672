package rewrite

import (
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/engine"
)

// A Plan is what a [Rewriter] makes of a source: edits and notes.
type Plan struct {
	plan *engine.Plan
	src  []byte
}

// Plan returns what [Rewriter.Bytes] does to src, which must not change while the plan is in
// use.
func (rw *Rewriter) Plan(src []byte) *Plan { return &Plan{rw.engine.Plan(src), src} }

// Type returns the type of the source. It is never [Auto].
func (p *Plan) Type() Type { return Type(p.plan.Type.String()) }

// Notes returns the notes on the source.
func (p *Plan) Notes() []Note { return newNotes(p.plan.Notes) }

// An Edit replaces the bytes [Start, End) of a source by New. If Start equals End, it inserts.
type Edit struct {
	Start, End int
	New        []byte
}

// Edits returns an iterator over the edits, in their order. They do not overlap. The output
// differs from the source only in them. New must not be changed.
func (p *Plan) Edits() iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		for e := range p.plan.All() {
			if !yield(Edit{e.Start, e.End, e.New}) {
				return
			}
		}
	}
}

// Changes reports whether there are edits.
func (p *Plan) Changes() bool { return p.plan.Changes() }

// Bytes returns the source with the edits applied: the source itself without edits.
func (p *Plan) Bytes() []byte {
	out, err := p.plan.Bytes()
	if err != nil { // edits that overlap, by a bug: at least nothing is lost
		return p.src
	}
	return out
}

// WriteTo writes the source with the edits applied to w. It implements [io.WriterTo].
func (p *Plan) WriteTo(w io.Writer) (int64, error) { return p.plan.WriteTo(w) }

// A Note is a defect of a source, or a part that was left because of a defect.
type Note struct {
	// Code identifies what the note is about. It is stable. The package comment lists the
	// codes.
	Code string
	// Message is the number of the message in its mailbox, and Part the number of the part of a
	// message, as in [Link].
	Message int
	Part    string
	// Offset is the offset in the source, in bytes.
	Offset int64
	// Text is a sentence for people. It may change.
	Text string
}

// String returns the sentence.
func (n Note) String() string { return n.Text }

func newNotes(notes []engine.Note) []Note {
	if len(notes) == 0 {
		return nil
	}
	all := make([]Note, len(notes))
	for i, n := range notes {
		all[i] = Note{n.Code, n.Message, n.Part, int64(n.Offset), n.Text}
	}
	return all
}
