package pieces

import (
	"errors"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
)

// Rewrite writes the rewritten source to w. It returns the output, which describes what was
// written, also if there is an error.
func Rewrite(j *job.Job, s *source.Source, w io.Writer, opts Options) (*Output, error) {
	o := newOutput(w, s)
	defer o.release()
	p := newRewriting(j, s, opts)
	p.splice = s.Coded == nil && !s.Type.IsEncoded()
	p.out = o
	p.put = func(b *batch) error {
		if err := o.putAll(b); err != nil {
			return s.Error(fmt.Errorf("writing: %w", cause.Of(err)))
		}
		return nil
	}
	err := p.run()
	var u *unread
	switch {
	case errors.Is(err, format.ErrTooLarge) && errors.As(err, &u) && !s.Type.HasRecords(): // an archive loses records
		p.reportTooLarge(u)
		err := errors.Join(p.end(), o.close())
		if errors.As(err, new(format.Broken)) {
			err = s.Error(err)
		}
		return o, err
	case errors.As(err, &u):
		return o, o.endUnread(s, u)
	case err != nil:
		return o, err
	}
	if err := o.close(); err != nil {
		return o, s.Error(fmt.Errorf("writing: %w", cause.Of(err)))
	}
	if err := p.end(); err != nil {
		return o, err
	}
	err = p.unread()
	o.Whole = err != nil
	return o, err
}

// Copy writes the bytes of from to w instead of the source, which is not compressed. It returns the output, which
// describes what was written.
func Copy(s *source.Source, w io.Writer, from io.WriterTo) (*Output, error) {
	o := newOutput(w, s)
	defer o.release()
	_, err := from.WriteTo(splicer{o})
	return o, errors.Join(err, o.close())
}

// A splicer writes new bytes to an output.
type splicer struct{ *Output }

func (w splicer) Write(b []byte) (int, error) { return len(b), w.splice(b) }

// ToStdout rewrites a source to stdout, or copies it there if it is compressed and broken.
func ToStdout(j *job.Job, s *source.Source, opts Options) error {
	raw := s.Raw()
	if raw == nil {
		_, err := Rewrite(j, s, j.Stdout, opts)
		return err
	}
	if err := s.Unheld(); err != nil {
		return s.Error(fmt.Errorf("not written: %w", err))
	}
	broken := s.Coded.Coding.Check(raw)
	if broken == nil {
		_, err := Rewrite(j, s, j.Stdout, opts)
		return err
	}
	if _, err := io.Copy(j.Stdout, s.Raw()); err != nil && s.ReadError() == nil {
		return s.Error(fmt.Errorf("copying: %w", cause.Of(err)))
	}
	return s.Error(source.AdviseBroken(fmt.Errorf("reading: %w", cause.Of(broken)), ": copied as it is"))
}

// newRewriting returns a pass that counts the references of a source, and reports the references
// that stay relative.
func newRewriting(j *job.Job, s *source.Source, opts Options) *pass {
	left := &leftReferences{Options: opts, to: &j.Console, in: s}
	p := &pass{j: j, s: s, countLines: opts.JSON && !opts.Quiet, left: left}
	p.work = func(one *Piece) { p.rewrite(one, nil) }
	return p
}

// rewrite works on a piece. It calls text for the texts in it that change, unless that
// is nil.
func (p *pass) rewrite(one *Piece, text func(*engine.Text)) {
	if one.isPassed() {
		p.note(one)
		return
	}
	h := &hints{one: one}
	one.plan = one.of.Rewriter.VisitPiece(one.Piece, engine.Visitor{Document: h.document, Reference: h.reference, Text: text})
	if one.isCounted() {
		one.left.Documents++
	}
	if one.plan.Changes() {
		one.left.Changed++
	}
	p.note(one)
	h.end()
}

// note counts the notes of the plan, and reports them.
func (*pass) note(one *Piece) {
	for _, n := range one.plan.Notes {
		one.left.CountNote(n.Code, !one.left.Quiet)
	}
	if !one.left.Quiet {
		one.reportNotes(one.of)
	}
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
	if p.reporter != nil {
		for _, text := range p.reporter.Report() {
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
func (p *pass) reportTooLarge(u *unread) {
	p.left.Notes++
	p.j.Remark(p.s.DisplayName(), "", fmt.Sprintf("left from byte %d on: %v", u.Offset, u.error))
}

// endUnread ends the output of a source that cannot be read to its end, and returns the
// error. The part of a mailbox or of a compressed source that was read is written, but no
// part of another document.
func (o *Output) endUnread(s *source.Source, u *unread) error {
	err := u.error
	if u.Message > 0 || o.coded != nil {
		kept, flushed := o.end()
		o.Whole = o.coded != nil && kept == nil && flushed == nil
		if s.ReadError() != nil && errors.Is(kept, s.ReadError()) || errors.As(kept, new(format.Broken)) {
			kept = nil // u is the same error
		}
		err = errors.Join(err, kept, flushed)
	}
	return s.Error(err)
}
