package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/container/gzip"
	"github.com/hrefix/hrefix/internal/engine"
)

// An output takes a rewritten source, piece by piece, compressed as the source
// is.
type output struct {
	change  func() error // called before the first change, if set
	plain   *bufio.Writer
	gzip    *gzip.Writer // nil unless the source is compressed
	changed bool
	whole   bool  // nothing of a source that cannot be read to its end is missing
	counts  bool  // whether the following are wanted
	size    int64 // bytes of text
	bareLFs int64 // line feeds in it without a carriage return
	last    byte
}

// writers are those that outputs had.
var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 64<<10) }}

// release gives back what the output needed.
func (o *output) release() {
	o.plain.Reset(nil)
	writers.Put(o.plain)
	o.plain = nil
}

// newOutput returns an output that writes to w. It has to be released.
func newOutput(w io.Writer, s *source) *output {
	o := &output{plain: writers.Get().(*bufio.Writer), counts: s.Mail}
	o.plain.Reset(w)
	if l, ok := w.(*latecomer); ok {
		o.change = l.begin
	}
	if s.gzip != nil {
		s.gzip.to = o.plain
		o.gzip = s.gzip.back
	}
	return o
}

// putAll writes the pieces of a batch.
func (o *output) putAll(b *batch) error {
	switch {
	case b.changed:
		return o.splice(b.result.Bytes())
	case b.spliced:
		return o.keep(b.Source)
	}
	for i := range b.pieces {
		if err := o.put(b.pieces[i].Piece, b.pieces[i].plan); err != nil {
			return err
		}
	}
	return nil
}

// put writes a piece as its plan has it.
func (o *output) put(p engine.Piece, plan *engine.Plan) error {
	pos := 0
	for e := range plan.All() {
		if err := errors.Join(o.keep(p.Source[pos:e.Start]), o.replace(e.End-e.Start, e.New)); err != nil {
			return err
		}
		pos = e.End
	}
	return o.keep(p.Source[pos:])
}

func (o *output) keep(b []byte) error {
	o.count(b)
	if o.gzip != nil {
		return o.gzip.Keep(len(b))
	}
	_, err := o.plain.Write(b)
	return err
}

func (o *output) replace(old int, b []byte) error {
	if o.gzip == nil {
		return o.splice(b)
	}
	if err := o.begin(); err != nil {
		return err
	}
	o.count(b)
	return o.gzip.Replace(old, b)
}

// splice copies the source, replacing the ranges of the edits.
func (o *output) splice(b []byte) error {
	if err := o.begin(); err != nil {
		return err
	}
	o.count(b)
	_, err := o.plain.Write(b)
	return err
}

// begin notes that the source changes.
func (o *output) begin() error {
	if o.changed {
		return nil
	}
	o.changed = true
	if o.change == nil {
		return nil
	}
	return o.change()
}

func (o *output) count(b []byte) {
	if !o.counts || len(b) == 0 {
		return
	}
	o.size += int64(len(b))
	o.bareLFs += int64(bytes.Count(b, []byte("\n")) - bytes.Count(b, []byte("\r\n")))
	if b[0] == '\n' && o.last == '\r' {
		o.bareLFs--
	}
	o.last = b[len(b)-1]
}

// close writes what is left to be written: of a compressed source all that was
// not put, read or not, as it is.
func (o *output) close() error {
	kept, flushed := o.end()
	return errors.Join(kept, flushed)
}

// end does what close does. The errors are that of what was kept compressed, and that of
// writing.
func (o *output) end() (kept, flushed error) {
	if o.gzip != nil {
		kept = o.gzip.Close()
	}
	return kept, o.plain.Flush()
}

// broken returns the error of a compressed source if a part of it could not be read to its
// end after writing that part anew had begun.
func (o *output) broken() error {
	if o.gzip == nil {
		return nil
	}
	return o.gzip.Broken()
}

// rewrites returns a pass over a source that counts its references, and tells on stderr
// which stay relative.
func (j *job) rewrites(s *source) *pass {
	left := newLeftovers(s, &j.Console, &j.c.flags)
	p := &pass{j: j, s: s, counted: left.json && !left.quiet, left: left}
	p.work = func(one *piece) { p.rewrite(one, nil) }
	return p
}

// rewrite works on a piece. It calls text for the texts in it that change, unless that
// is nil.
func (p *pass) rewrite(one *piece, text func(*engine.Text)) {
	one.plan = p.s.rw.VisitPiece(one.Piece, engine.Visitor{
		Reference: func(ref *engine.Reference) { one.left.see(ref, &one.lines) },
		Text:      text,
	})
	if !one.Continued {
		one.left.documents++
	}
	if one.plan.Changes() {
		one.left.changed++
	}
	if !one.left.quiet {
		one.reportNotes(p.s, one.plan.Notes)
	}
}

// end ends a pass that has reached the end of its source, or of what is read of it.
func (p *pass) end() error {
	p.j.tally = p.left.tally
	if z := p.s.gzip; z != nil && z.from.Trailing() >= 0 {
		p.j.Report("%s: byte %d of the file: what follows is not compressed: left", p.s.Name, z.from.Trailing())
	}
	return p.left.end()
}

// rewrite writes what becomes of the source to w.
func (j *job) rewrite(s *source, w io.Writer) (*output, error) {
	o := newOutput(w, s)
	defer o.release()
	p := j.rewrites(s)
	p.splice = s.gzip == nil
	p.put = func(b *batch) error {
		if err := o.putAll(b); err != nil {
			return s.failure(fmt.Errorf("writing: %w", cause.Of(err)))
		}
		return nil
	}
	err := p.run()
	var u *unread
	switch {
	case errors.Is(err, gzip.ErrTooLarge) && errors.As(err, &u):
		j.tooLarge(s, u)
		err := errors.Join(p.end(), o.close())
		if broken := o.broken(); err == nil && broken != nil {
			err = s.failure(broken)
		}
		return o, err
	case errors.As(err, &u):
		return o, broken(s, o, u)
	case err != nil:
		return o, err
	}
	if err := o.close(); err != nil {
		return o, s.failure(fmt.Errorf("writing: %w", cause.Of(err)))
	}
	return o, p.end()
}

// tooLarge says that a source expands to more than it may.
func (j *job) tooLarge(s *source, u *unread) {
	j.Report("%s: left from byte %d on: %v", s.Name, u.Offset, u.error)
}

// broken ends the output of a source that cannot be read to its end. What was
// read of a mailbox, and what is compressed, goes out; of one document nothing
// does.
func broken(s *source, o *output, u *unread) error {
	err := u.error
	if u.Message > 0 || s.gzip != nil {
		kept, flushed := o.end()
		o.whole = s.gzip != nil && kept == nil && flushed == nil && o.broken() == nil
		if s.feed.err != nil && errors.Is(kept, s.feed.err) {
			kept = nil // it could not be read either, which is told
		}
		err = errors.Join(err, kept, flushed)
	}
	return s.failure(err)
}
