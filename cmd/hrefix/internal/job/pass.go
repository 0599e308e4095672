package job

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/linktext"
)

// A pass goes over the pieces of a source, and reads or rewrites them.
type pass struct {
	j          *Job
	s          *source.Source
	visit      func(*source.Source, *Piece) *engine.Plan // reads a piece, in any goroutine; nil if pieces are rewritten
	text       func(*Piece, *engine.Text)                // is called for the texts that change; may be nil
	put        func(*Piece) error                        // is called for each piece in order; nil drops the plans
	apart      bool                                      // plans for documents in a bundle or a web archive of Safari are not carried to the pieces
	countLines bool                                      // each piece has the line that it begins at

	back     format.MemberWriter // takes the changes of a source that is encoded; nil for other sources
	left     *leftReferences     // counts of all pieces
	seen     engine.SeenFields   // the fields seen in all pieces
	lines    int                 // the number of lines before the next piece
	records  archive.Counts      // the counts of records of a web archive
	noRecord bool                // a piece is no record
	broken   bool                // a piece is damaged
	cut      bool                // the source ends inside a record
	at       engine.Piece        // the part that was read before unread: see [engine.Reader.Next]
	unread   error               // why the source cannot be read to its end, or nil
}

// A batch has the pieces that one goroutine works on: the only piece of a source, or messages
// of a mailbox with their bytes. It also holds the output of the work.
type batch struct {
	console.Console
	engine.Batch
	buffer console.Buffer
	left   *leftReferences // counts of the pieces of the batch
	seen   engine.SeenFields
	pieces []Piece
}

// A Piece is a piece of a source that is worked on. If the source is a bundle, it is the document in a member.
type Piece struct {
	engine.Piece
	*batch // the batch of the piece, to whose console the piece prints
	Lines  linktext.Lines
	Err    error // the first error of printing
	Read   bool  // a document, or something else that visit reports, was read in the piece

	whole engine.Piece   // the piece of the source itself: in a bundle, the member with the document
	of    *source.Source // the source, or the document in a member of a bundle
	plan  *engine.Plan
	texts texts // the texts for a diff
}

// run goes over all pieces, and writes the result to w, unless that is nil. The error comes from put or from
// printing. If the source cannot be read to its end, run sets unread.
func (p *pass) run(w io.Writer) error {
	in := p.s.Rewriter.Open(p.s.Input(), w)
	defer in.Close() // closes what was opened for reading, and not w
	p.back = in.Back()
	if p.s.Type.HasMembers() && p.j.InTurn && p.j.Pool.Size() > 1 {
		if err := p.share(in); err != nil {
			return err
		}
	} else {
		b := &batch{Console: p.j.Console, left: p.left, pieces: make([]Piece, 1)}
		for {
			if p.unread = in.Next(&p.at); p.unread != nil {
				break
			}
			b.pieces[0] = p.piece(b, p.at)
			b.work(p)
			if err := b.finish(p); err != nil {
				return err
			}
		}
	}
	if p.unread == io.EOF {
		p.unread = nil
	}
	if p.s.Type.Members() == format.Lines && p.unread == nil {
		p.noteFields()
	}
	return nil
}

// share does the work of run for the members of a container with all goroutines: this goroutine reads and
// writes the members, and the others work on them.
func (p *pass) share(in *engine.Reader) error {
	var spare []*batch // batches to use again
	q := NewQueue(p.j.Pool, func(b *batch, _ bool) { b.work(p) }, func(b *batch) error {
		err := b.finish(p)
		b.Release()
		b.buffer.Reset()
		clear(b.pieces)
		b.pieces, b.seen = b.pieces[:0], engine.SeenFields{}
		spare = append(spare, b)
		return err
	})
	for {
		b := new(batch)
		if n := len(spare); n > 0 {
			b, spare = spare[n-1], spare[:n-1]
		}
		b.Console = b.buffer.Console(&p.j.Console)
		b.left = p.left.like(&b.Console)
		if p.unread = in.NextBatch(&b.Batch); p.unread != nil {
			if p.unread != io.EOF {
				p.at = b.Pieces[0]
			}
			return q.Wait()
		}
		for _, one := range b.Pieces {
			b.pieces = append(b.pieces, p.piece(b, one))
		}
		if err := q.Add(b, len(b.Source)); err != nil {
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

// work works on the pieces.
func (b *batch) work(p *pass) {
	for i := range b.pieces {
		one := &b.pieces[i]
		one.enter(p.s)
		if p.visit != nil {
			one.see(p)
		} else {
			one.rewrite(p)
		}
		if one.of != p.s && one.plan != nil && !p.apart {
			p.s.Rewriter.Carry(one.whole, one.plan)
		}
		if p.put == nil {
			one.plan.Release()
		}
	}
}

// finish prints what was buffered, and writes the pieces. If the output did not fit into the buffer, it works
// on the pieces again.
func (b *batch) finish(p *pass) error {
	if b.buffer.IsFull() {
		b.buffer.Reset()
		b.Console = p.j.Console
		b.left = p.left.like(&b.Console)
		for i := range b.pieces {
			one := &b.pieces[i]
			one.plan.Release()
			*one = Piece{Piece: one.whole, batch: b, whole: one.whole, of: p.s, Lines: linktext.NewLines(one.whole, one.Lines.Before())}
		}
		b.work(p)
	}
	p.seen.Add(b.seen)
	err := errors.Join(b.buffer.Stdout(p.j.Stdout), b.buffer.Messages(&p.j.Console))
	for i := range b.pieces {
		err = errors.Join(err, b.pieces[i].Err)
		p.broken = p.broken || b.pieces[i].plan.Broken
	}
	for i := range b.pieces {
		if p.put != nil && err == nil {
			err = p.put(&b.pieces[i])
		}
	}
	if err != nil {
		return err
	}
	for i := range b.pieces {
		b.pieces[i].plan.Release()
	}
	if b.left != p.left {
		p.left.Add(&b.left.Tally)
	}
	return nil
}

// Visit calls visit for all pieces of a source. The plans that it returns are not used,
// except for their notes, which are reported.
func Visit(j *Job, s *source.Source, visit func(*source.Source, *Piece) *engine.Plan) error {
	return visitAll(j, s, new(leftReferences), visit)
}

// Preview does what Visit does, and also counts all references and reports what abs would report about them: those that
// stay relative, and signs of a wrong base.
func Preview(j *Job, s *source.Source, visit func(*source.Source, *Piece) *engine.Plan) error {
	return visitAll(j, s, &leftReferences{to: &j.Console, in: s}, visit)
}

func visitAll(j *Job, s *source.Source, left *leftReferences, visit func(*source.Source, *Piece) *engine.Plan) error {
	p := pass{j: j, s: s, countLines: true, left: left, visit: visit}
	err := p.run(nil)
	lost := error(nil) // an error of printing the references that are left
	if left.in != nil {
		lost = left.end()
	}
	j.Records.Merge(&p.records)
	j.Tally.Add(&p.left.Tally)
	switch {
	case err != nil:
		return errors.Join(err, lost)
	case p.unread != nil:
		return source.AdviseBroken(s.Error(p.unread), "")
	case lost != nil:
		return lost
	}
	return p.damage()
}

// damage returns the error of an archive that was read to its end, but not as a whole.
func (p *pass) damage() error {
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

// see calls the visit function of p for a piece. For a mailbox in a bundle, it calls it for each message.
func (one *Piece) see(p *pass) {
	switch {
	case one.plan != nil: // see enter
		one.note()
	case one.of != p.s && one.of.Type.HasMembers():
		lines := 0
		for next := range one.of.Rewriter.Pieces(bytes.NewReader(one.Source)) { // memory has no read errors
			message := *one
			message.Piece, message.Lines = next, linktext.NewLines(next, lines)
			message.plan = p.visit(one.of, &message)
			message.countRead()
			message.note()
			message.plan.Release()
			one.Err = errors.Join(one.Err, message.Err)
			lines += bytes.Count(next.Source, []byte("\n"))
		}
		one.plan = engine.Keep(one.Piece)
	default:
		one.plan = p.visit(one.of, one)
		one.countRead()
		if one.Record() != nil || !p.s.Type.HasRecords() { // see damage
			one.note()
		}
	}
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

// enter replaces a member of a bundle by the document in the member. The document is then handled like a
// file with the path of the member. If nothing is left to do, enter sets the plan: the member has no
// document, or the document needs a path but has none.
func (one *Piece) enter(s *source.Source) {
	if !s.Type.IsBundle() {
		return
	}
	of, doc, err := s.Member(one.whole)
	if err != nil {
		one.Err = errors.Join(one.Err, err)
		return
	}
	one.of, one.Piece, one.Lines = of, doc, linktext.NewLines(doc, 0)
	switch {
	case of.Rewriter == nil:
		one.plan = engine.Keep(doc)
	case !doc.HasDocument():
		one.plan = of.Rewriter.VisitPiece(doc, engine.Visitor{}) // visit the document for its notes
	}
}

// Tally returns the counts of the pieces of the batch. The counts of all batches are added in the order of the source.
func (one *Piece) Tally() *summary.Tally { return &one.left.Tally }

// countRead counts the piece as a document if something in it was read. Nothing is read in JSON without a
// string that a field names.
func (one *Piece) countRead() {
	if one.Read || (one.Record() == nil || one.HasDocument()) && !one.plan.JSONFields.IsUnread() {
		one.left.Documents++
	}
}

// note counts the notes of the plan, and reports them unless they are not wanted.
func (one *Piece) note() {
	for _, n := range one.plan.Notes {
		one.left.CountNote(n.Code, !one.left.Quiet)
	}
	if one.left.Quiet {
		return
	}
	one.seen.Add(one.plan.JSONFields)
	for _, n := range one.plan.Notes {
		note := one.NoteOn(one.of, n)
		if one.of.Type == detect.Other && !one.JSON {
			one.Remark(one.of.DisplayName(), "", note.Text)
			continue
		}
		one.Note(one.of.DisplayName(), &note)
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

// noteFields notes the fields of JSON that no line of the source has.
func (p *pass) noteFields() {
	missing, containers := p.s.Rewriter.MissingFields(p.seen)
	text := "no line has a string at " + strings.Join(missing, ", ")
	switch {
	case !p.seen.Texts:
		return
	case !p.seen.Read:
		text = "nothing is read: no line is a JSON Feed: give --json-field NAME=html for the fields that have documents"
	case len(missing) == 0:
		return
	case containers:
		text += engine.HintContainers
	case missing[0][0] != '/' && strings.Contains(missing[0], "."):
		text += ": the path of a string in an object is written /" + strings.ReplaceAll(missing[0], ".", "/")
	}
	p.j.Note(p.s.DisplayName(), &console.Note{Code: engine.NoJSONField, Doc: p.s.Name, Text: text})
}
