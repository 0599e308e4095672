package job

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/linktext"
	"github.com/hrefix/hrefix/internal/printable"
)

// Rewrite writes the rewritten source to w. Even with an error, it returns the output, which
// describes what was written.
func Rewrite(j *Job, s *source.Source, w io.Writer, opts Options) (*Output, error) {
	o := newOutput(w, s)
	p := newRewriting(j, s, opts)
	p.put = func(one *Piece) error { return p.failed(o.put(&one.whole, one.plan, p.back)) }
	err := p.run(o.plain)
	switch {
	case err != nil:
		return o, err
	case errors.Is(p.unread, format.ErrTooLarge) && !s.Type.HasRecords(): // a web archive would lose records
		p.reportTooLarge()
		kept, flushed := o.end(p.back)
		if err = errors.Join(p.end(), kept, flushed); errors.As(err, new(format.Broken)) {
			err = s.Error(err)
		}
		return o, err
	case p.unread != nil:
		return o, o.endUnread(p)
	}
	kept, flushed := o.end(p.back)
	if err := p.failed(errors.Join(kept, flushed)); err != nil {
		return o, err
	}
	if err := p.end(); err != nil {
		return o, err
	}
	err = p.damage()
	o.Whole = err != nil
	return o, err
}

// Replace calls write, which writes a text in place of a source that is not compressed. It returns the output, which
// describes what was written to w.
func Replace(s *source.Source, w io.Writer, write func(io.Writer) error) (*Output, error) {
	o := newOutput(w, s)
	err := write(newBytes{o})
	_, flushed := o.end(nil)
	return o, errors.Join(err, flushed)
}

// failed returns the error of a write that failed with err, or nil.
func (p *pass) failed(err error) error {
	if err == nil {
		return nil
	}
	return p.s.Error(fmt.Errorf("writing: %w", cause.Of(err)))
}

// CopyBroken copies a source to stdout if it is compressed and broken. done reports that the source must not be
// rewritten: it was copied, or it cannot be read again.
func CopyBroken(j *Job, s *source.Source) (done bool, err error) {
	raw := s.Raw()
	if raw == nil {
		return false, nil
	}
	if err := s.Unheld(); err != nil {
		return true, s.Error(fmt.Errorf("not written: %w", err))
	}
	broken := s.Coded.Coding.Check(raw)
	if broken == nil {
		return false, nil
	}
	if _, err := io.Copy(j.Stdout, s.Raw()); err != nil && s.ReadError() == nil {
		return true, s.Error(fmt.Errorf("copying: %w", cause.Of(err)))
	}
	return true, s.Error(source.AdviseBroken(fmt.Errorf("reading: %w", cause.Of(broken)), ": copied as it is"))
}

// newRewriting returns a pass that counts the references of a source, and reports the references
// that stay relative.
func newRewriting(j *Job, s *source.Source, opts Options) *pass {
	left := &leftReferences{Options: opts, to: &j.Console, in: s}
	return &pass{j: j, s: s, countLines: opts.JSON && !opts.Quiet || j.Notes == nil, left: left}
}

// rewrite makes the plan of a piece, and reports the notes, the hints, and the references that the plan leaves.
func (one *Piece) rewrite(p *pass) {
	if one.plan != nil { // see enter
		one.note()
		return
	}
	var text func(*engine.Text)
	if p.text != nil {
		text = func(t *engine.Text) { p.text(one, t) }
	}
	h := &hints{one: one}
	v := engine.Visitor{Document: h.document, Reference: h.reference, Text: text, Remains: one.countRemaining}
	if one.left.countsPlain(one.of) {
		v.Plain = &h.plain
	}
	if one.left.ReportsUnread {
		v.Unread = p.j.CountUnread(one, one.left.AllUnread)
	}
	one.plan = one.of.Rewriter.VisitPiece(one.Piece, v)
	if one.isCounted() {
		one.left.Documents++
	}
	if one.plan.Changes() {
		one.left.Changed++
	}
	one.note()
	h.end()
}

// Values that look like links and are not read are looked for in so many files of a run, in the pieces in so many bytes at
// their start. The search takes longer than to rewrite a document, and for XML more memory.
const (
	searchedFiles = 8
	searchedBytes = 1 << 20
)

// CountUnread returns the function that counts values which look like links and are not read, for a visitor of a piece of
// the job. It is nil if they are not looked for. all looks for them in all files.
func (j *Job) CountUnread(one *Piece, all bool) func(*engine.Unread) {
	if !all && (j.number > searchedFiles || one.Offset+int64(len(one.Source)) > searchedBytes) {
		one.left.Unsearched = true
		return nil
	}
	return func(u *engine.Unread) { one.left.CountUnread(u.In) }
}

// countRemaining counts a URL that should change and stays. With --verbose, it reports the URL.
func (one *Piece) countRemaining(r *engine.Remaining) {
	if one.left.CountRemains(r.In); one.Notes == nil {
		l := linktext.NewAt(one.NameIn(one.of), &one.Lines, r.Offset)
		one.Remark(l.Where(), "", printable.String(string(r.Text))+" remains in "+r.In)
	}
}

// NameIn returns the name of a source for people, with the number of the piece if it is a message of a mailbox.
func (one *Piece) NameIn(s *source.Source) string {
	if noun := s.Type.Noun(); one.Message > 0 && noun == "message" {
		return fmt.Sprintf("%s %s %d", s.Name, noun, one.Message)
	}
	return s.Name
}

// isCounted reports whether the piece counts as a document.
func (one *Piece) isCounted() bool {
	switch {
	case one.Continued:
		return false
	case one.of.Bundle() != nil:
		return one.HasDocument()
	}
	return one.Record() == nil || one.HasDocument() || one.Large
}

// end ends a pass that has read its source as far as possible.
func (p *pass) end() error {
	if z := p.s.Coded; z != nil && z.From.Trailing() >= 0 {
		p.left.Notes++
		p.j.Remark(p.s.DisplayName(), "", fmt.Sprintf("byte %d of the file: the data from there on is not compressed: left", z.From.Trailing()))
	}
	if reporter, ok := p.back.(format.Reporter); ok {
		for _, text := range reporter.Report() {
			if p.left.CountNote("", !p.left.Quiet); !p.left.Quiet {
				p.j.Remark(p.s.DisplayName(), "", text)
			}
		}
	}
	err := p.left.end()
	p.j.Tally = p.left.Tally
	return err
}

// reportTooLarge reports that a compressed source expands to more than it may.
func (p *pass) reportTooLarge() {
	p.left.Notes++
	p.j.Remark(p.s.DisplayName(), "", fmt.Sprintf("left from byte %d on: %v", p.at.Offset, p.unread))
}

// endUnread ends the output of a source that cannot be read to its end, and returns the
// error. The part of a mailbox or of a compressed source that was read is written, but no
// part of another document.
func (o *Output) endUnread(p *pass) error {
	err := p.unread
	if p.at.Message > 0 || p.back != nil {
		kept, flushed := o.end(p.back)
		o.Whole = p.back != nil && kept == nil && flushed == nil
		if p.s.ReadError() != nil && errors.Is(kept, p.s.ReadError()) || errors.As(kept, new(format.Broken)) {
			kept = nil // p.unread is the same error
		}
		err = errors.Join(err, kept, flushed)
	}
	return p.s.Error(err)
}

// Options say what is reported of references that stay relative: by default a line for each
// reason with the number of references.
type Options struct {
	JSON  bool // report each reference as JSON
	Quiet bool // report neither these references nor notes
	Needs bool // count the files that links lead to, since the new tree may lack some

	ReportsUnread bool // count what looks like a link and is not read, in the first files
	AllUnread     bool // in all files
	Sample        bool // keep a reference that changes, as an example for the summary
	ByPages       bool // --map auto is given: pages have the URLs that they say, unless another file has them
}

// leftReferences counts the references of a source, and reports on stderr the references that stay
// relative.
type leftReferences struct {
	summary.Tally
	Options
	to  *console.Console
	in  *source.Source
	err error // the error of writing to stderr

	canonical string // the URL that a page without a base gives for itself, or ""
}

// like returns leftReferences of the same source and with the same options, which are reported on another console.
func (l *leftReferences) like(to *console.Console) *leftReferences {
	return &leftReferences{Options: l.Options, to: to, in: l.in}
}

// see counts a reference of a source, or of a document in it. lines are the lines of its piece.
func (l *leftReferences) see(in *source.Source, ref *engine.Reference, lines *linktext.Lines) {
	l.Count(ref)
	if l.Sample {
		l.CountSample(in.Name, ref)
	}
	switch {
	case in.Suggester != nil:
		l.seeMove(in, ref)
	case in.Place == nil || ref.Part != "":
	case ref.Reason.Is(reason.NotInTree):
		l.CountRoot(in.Place.Misplaced(string(ref.Target)), true)
	case ref.Status == engine.Absolute:
		l.CountRoot(in.Place.Twin(ref.Text), false)
	}
	if l.Needs && !l.in.Type.IsBundle() { // a bundle goes into the new tree as a whole
		if name, ok := in.NewTarget(ref); ok {
			l.CountNeeded(name)
		}
	}
	if l.JSON && !l.Quiet && summary.IsLeft(ref) && l.err == nil {
		l.err = l.to.ReportJSON(linktext.NewLink(in.Name, lines, ref))
	}
}

// countsPlain reports whether see need not be called for the references that [engine.Plain] counts.
func (l *leftReferences) countsPlain(in *source.Source) bool {
	return in.Suggester == nil && in.Place == nil && (!l.Sample || l.HasSample()) // without a place, Needs counts no files
}

// seeMove counts a reference for what a run that moves links reports at its end.
func (l *leftReferences) seeMove(in *source.Source, ref *engine.Reference) {
	switch ref.Status {
	case engine.Absolute:
		l.CountMove(in.Suggester.From(ref.Text))
		if in.HasMoved(ref.Text) {
			l.CountMoved(true)
		}
	case engine.Resolved:
		if ref.Base.IsAbsolute(ref.Text) || bytes.HasPrefix(ref.Text, []byte("/")) && in.LeadsToFile(ref) {
			l.CountMoved(false)
		}
	}
}

// end reports the reasons. The error comes from stderr.
func (l *leftReferences) end() error {
	l.CountEndings(l.in.Name, l.in.Endings)
	if l.JSON || l.Quiet {
		return l.err
	}
	for _, why := range l.InOrder {
		n := l.Reasons[why]
		if why == reason.OwnAnchor.Text {
			continue // most pages have such references, and they are right
		}
		advice, flag := "", ""
		if why == l.NoBase && l.in.Suggester != nil && l.in.Found {
			l.CountStaying(n)
			continue
		}
		if why == l.NoBase {
			advice, flag = l.in.AdviseBase(l.canonical)
		}
		sentence, _, _ := strings.Cut(why, ": ")
		l.to.Remark(l.in.DisplayName(), sentence+flag, fmt.Sprintf("%s left: %s%s", console.Plural(n, "reference"), why, advice))
	}
	return l.err
}
