// Package pieces goes over the pieces of a source: the messages of a mailbox, or the whole
// of another document.
//
// [Visit] only reads the pieces, [Rewrite] writes the rewritten source, and [Diff] writes the
// changes as a unified diff. All three process the pieces in batches. All goroutines of the run
// share the messages of a large mailbox; the output is in the order of the messages.
package pieces

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/ordered"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/linktext"
)

// A pass goes over the pieces of a source.
type pass struct {
	j          *job.Job
	s          *source.Source
	countLines bool               // count lines, so that each piece has the line that it begins at
	work       func(*Piece)       // any goroutine may call it
	splice     bool               // the goroutine that calls work also joins the rewritten messages
	apart      bool               // for a bundle or a web archive of Safari: plans stay plans of the documents in it
	put        func(*batch) error // is called in order; nil drops the batches
	out        *Output            // the output that put writes to, or nil
	left       *leftReferences    // counts of all pieces
	lines      int                // the number of lines before the next piece
	records    archive.Counts     // the counts of records of a web archive
	noRecord   bool               // a piece is no record
	broken     bool               // a piece is damaged
	cut        bool               // the source ends within a record
	seen       engine.SeenFields  // the fields seen in all pieces
	reporter   format.Reporter    // the reporter of an encoded output, or nil
	spare      []*batch           // batches to use again
}

// A Piece is a piece of a source that is worked on. Of a bundle, it is the document in a member.
type Piece struct {
	engine.Piece
	*batch // the batch of the piece, to whose console the piece prints
	Lines  linktext.Lines
	Err    error // the first error of printing
	Read   bool  // a document, or something else that visit reports, was read in the piece

	whole engine.Piece   // the piece of the source
	of    *source.Source // the source, or the document in a member of a bundle
	plan  *engine.Plan
	texts texts // the texts for a diff
}

// An unread is the error of a source that cannot be read to its end. Its piece is the part
// that was read, as from [engine.Rewriter.Pieces].
type unread struct {
	engine.Piece
	error
}

func (u *unread) Unwrap() error { return u.error }

// Visit calls visit for all pieces of a source. The plans that it returns are not used,
// except for their notes, which are reported.
func Visit(j *job.Job, s *source.Source, visit func(*source.Source, *Piece) *engine.Plan) error {
	return visitAll(j, s, new(leftReferences), visit)
}

// Preview does what Visit does, and also counts all references and reports what abs would report about them: those that
// stay relative, and signs of a wrong base.
func Preview(j *job.Job, s *source.Source, visit func(*source.Source, *Piece) *engine.Plan) error {
	return visitAll(j, s, &leftReferences{to: &j.Console, in: s}, visit)
}

func visitAll(j *job.Job, s *source.Source, left *leftReferences, visit func(*source.Source, *Piece) *engine.Plan) error {
	p := pass{j: j, s: s, countLines: true, left: left, work: func(one *Piece) {
		switch {
		case one.isPassed():
			one.noteAll()
			return
		case one.visitMembers(visit):
			return
		}
		one.plan = visit(one.of, one)
		one.countRead()
		if one.Record() != nil || !s.Type.HasRecords() { // see unread
			one.noteAll()
		}
	}}
	err := p.run()
	if left.in != nil {
		err = errors.Join(err, left.end())
	}
	j.Records.Merge(&p.records)
	j.Tally.Add(&p.left.Tally)
	if err == nil {
		err = p.unread()
	}
	var u *unread
	if errors.As(err, &u) {
		return source.AdviseBroken(s.Error(u.error), "")
	}
	return err
}

// Visit calls the functions of v for the documents and references of the piece, and counts the references
// that are left.
func (one *Piece) Visit(v engine.Visitor) *engine.Plan {
	document, see := v.Document, v.Reference
	if one.left.in != nil {
		h := &hints{one: one}
		v.Document = func(d *engine.Document) {
			h.document(d)
			document(d)
		}
		v.Reference = func(ref *engine.Reference) {
			h.reference(ref)
			see(ref)
		}
		one.plan = one.of.Rewriter.VisitPiece(one.Piece, v)
		h.end()
		return one.plan
	}
	if see != nil {
		v.Reference = func(ref *engine.Reference) {
			one.left.CountLeft(ref)
			see(ref)
		}
	}
	return one.of.Rewriter.VisitPiece(one.Piece, v)
}

// noteAll counts the notes of the plan, and reports them.
func (one *Piece) noteAll() {
	one.left.Notes += len(one.plan.Notes)
	one.reportNotes(one.of)
}

// countRead counts the piece if something in it was read. A document was, unless it is JSON without a
// string that a field names.
func (one *Piece) countRead() {
	if one.Read || (one.Record() == nil || one.HasDocument()) && !one.plan.JSONFields.IsUnread() {
		one.left.Documents++
	}
}

// unread returns the error of an archive that was read to its end, but not as a whole.
func (p *pass) unread() error {
	switch {
	case p.broken:
		return p.s.Error(errors.New("a part of it is damaged, and was left as it is"))
	case !p.s.Type.HasRecords():
	case p.noRecord:
		return p.s.Error(errors.New("no record of a web archive is in it: give the right type by -t, or leave it out"))
	case p.cut:
		return p.s.Error(errors.New("the file ends within its last record"))
	}
	return nil
}

// run goes over all pieces, and stops at the first error: an [*unread], or the error of put
// or of printing. It notes fields of NDJSON that no line has.
func (p *pass) run() error {
	err := p.all()
	if p.s.Type.Members() == format.Lines && err == nil {
		p.noteFields()
	}
	return err
}

// all goes over all pieces.
func (p *pass) all() error {
	if p.s.Type.HasMembers() && p.j.InTurn && p.j.Pool.Size() > 1 {
		return p.batches()
	}
	p.splice = false // ranges of the source are written
	b := &batch{Console: p.j.Console, left: p.left, pieces: make([]Piece, 1)}
	all, back := p.s.Rewriter.PiecesTo(p.writer(), p.s.Input())
	p.encode(back)
	for next, err := range all {
		if err != nil {
			return &unread{next, err}
		}
		b.pieces[0] = p.piece(b, next)
		b.work(p)
		if err := b.finish(p); err != nil {
			return err
		}
	}
	return nil
}

// noteMailbox reports messages after the first one, if a mailbox is read as a message because -t says so.
func (p *pass) noteMailbox(text []byte) {
	if p.s.Type != detect.Message || p.s.Rule != detect.RuleGiven || !bytes.HasPrefix(text, []byte("From ")) {
		return
	}
	more := -1
	for range mbox.Messages(text) {
		more++
	}
	if more > 0 {
		p.j.Remark(p.s.DisplayName(), "mailbox", fmt.Sprintf("%s after the first message: for a mailbox, leave -t message out", console.Plural(more, `more "From " line`)))
	}
}

// writer returns the writer of the output of the pass, or nil if it has no output.
func (p *pass) writer() io.Writer {
	if p.out == nil {
		return nil
	}
	return p.out.plain
}

// encode makes the output write through back, if the documents of the source are encoded.
func (p *pass) encode(back format.MemberWriter) {
	if back != nil {
		p.out.coded, p.out.member = back, back.Next
		p.reporter, _ = back.(format.Reporter)
	}
}

// batches processes the members of a container with all goroutines: this goroutine reads and writes
// the members, and the others work on them.
func (p *pass) batches() error {
	r, back := p.s.Rewriter.BatchesTo(p.writer(), p.s.Input())
	p.encode(back)
	q := ordered.NewQueue(p.j.Pool, func(b *batch, _ bool) { b.work(p) }, func(b *batch) error {
		defer p.reuse(b)
		return b.finish(p)
	})
	for {
		b := p.newBatch()
		if err := r.Next(&b.Batch); err == io.EOF {
			return q.Wait()
		} else if err != nil {
			return cmp.Or(q.Wait(), error(&unread{b.Pieces[0], err}))
		}
		for _, one := range b.Pieces {
			b.pieces = append(b.pieces, p.piece(b, one))
		}
		if err := q.Add(b, b.Size()); err != nil {
			return err
		}
	}
}

// piece returns the next piece, which b works on.
func (p *pass) piece(b *batch, next engine.Piece) Piece {
	one := Piece{Piece: next, batch: b, whole: next, of: p.s, Lines: linktext.NewLines(next, p.lines)}
	p.broken = p.broken || next.IsBroken()
	p.noteMailbox(next.Source)
	if r := next.Record(); r != nil {
		p.records.Add(r)
		p.cut = p.cut || r.Cut
	} else if p.noRecord = true; p.countLines {
		p.lines += bytes.Count(next.Source, []byte("\n"))
	}
	return one
}

// reportNotes reports the notes of the plan.
func (one *Piece) reportNotes(s *source.Source) {
	one.seen.Add(one.plan.JSONFields)
	for _, n := range one.plan.Notes {
		note := one.NoteOn(s, n)
		if s.Type == detect.Other && !one.JSON {
			one.Remark(s.DisplayName(), "", note.Text)
			continue
		}
		one.Note(s.DisplayName(), &note)
	}
}

// NoteOn returns a note of the plan in the form in which it is reported.
func (one *Piece) NoteOn(s *source.Source, n engine.Note) console.Note {
	if charset := s.Kind.Charset(); charset != "" && s.Type == detect.Other {
		n.Text = s.Kind.Name + ", left as it is: give --charset " + charset
	}
	note := console.Note{
		Code: n.Code, Doc: s.Name, Message: one.Message, Noun: s.Type.Noun(), Part: n.Part,
		Offset: one.Offset + int64(n.Offset), Text: n.Text, Left: n.Left,
	}
	if r := one.Record(); r != nil {
		within := one.Lines.Within(min(n.Offset, len(one.Source)))
		note.Message, note.Offset, note.Record, note.Within = 0, r.Offset, archive.New(r), &within
		note.Title = archive.Title(r, one.Message)
	}
	if n.Code == engine.NoBase {
		advice, _ := s.AdviseBase(s.Canonical(one.Source))
		note.Text += advice
	}
	return note
}
