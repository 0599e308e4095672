package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A Progress is the progress of [Rewriter.Copy].
type Progress struct {
	// Read and Written are the numbers of bytes.
	Read, Written int64
	// Messages is the number of messages of a mailbox, 0 outside of mailboxes.
	Messages int
}

// Copy reads a source from r to its end, and writes it to w as [Rewriter.Bytes] returns it: a
// mailbox message by message, with the memory of the largest message, and any other source after
// all of it is read. It calls progress after each piece, unless progress is nil. It returns the
// notes, with their offsets in the source.
//
// If r is a [Decoded] with a Writer, Copy gives that Writer the changes, and writes nothing to w.
//
// The error comes from r, w or ctx. If ctx is done, Copy stops, also within a document. The output
// is then the beginning of the rewritten source.
func (rw *Rewriter) Copy(ctx context.Context, w io.Writer, r io.Reader, progress func(Progress)) ([]Note, error) {
	if _, ok := r.(interface{ Len() int }); !ok { // not in memory
		r = &cancelled{ctx, r}
	}
	c := copying{walk: rw.take(), progress: progress, ctx: ctx, to: &complete{ctx, w}}
	c.out = bufio.NewWriterSize(c.to, 64<<10)
	if ctx.Done() != nil {
		c.stop = new(stop)
		c.stop.unless = func() { c.stopUnless(ctx.Err() == nil) }
	}
	err := c.all(rw.Open(r, c.out))
	if done := ctx.Err(); errors.Is(err, done) {
		err = done
	}
	if !c.stopped {
		rw.walks.Put(c.walk) // not deferred: after a panic of Options.Decide the walk must not be used again
	}
	return c.notes, err
}

// A cancelled is a reader that fails once its context is done.
type cancelled struct {
	ctx context.Context
	r   io.Reader
}

// Read implements [io.Reader].
func (c *cancelled) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}

// A complete is a writer that fails once its context is done, or if w writes less than it is given. A
// [bufio.Writer] calls such a writer for ever if it returns no error.
type complete struct {
	ctx context.Context
	w   io.Writer
}

// Write implements [io.Writer].
func (c *complete) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.w.Write(b)
	if n < len(b) && err == nil {
		err = io.ErrShortWrite
	}
	return n, err
}

// copying is the state of [Rewriter.Copy].
type copying struct {
	ctx      context.Context
	stopper        // stops the walk, which cannot be used again after that
	stop     *stop // has stopper asked now and then; nil if nothing stops the walk
	walk     *sourceWalk
	rw       *Rewriter
	plan     Plan
	to       *complete
	out      *bufio.Writer
	back     format.MemberWriter // nil unless the container needs one
	progress func(Progress)
	notes    []Note
	done     Progress
}

// all rewrites a source and writes it.
func (c *copying) all(in *Reader) error {
	c.rw, c.back = in.Rewriter, in.Back()
	for piece, err := range in.All() {
		if err == nil {
			err = c.ctx.Err()
		}
		if err != nil {
			return errors.Join(err, closed(c.back), c.flush())
		}
		if err := c.piece(piece); err != nil {
			_ = c.flush() // if flush fails, its error is err already
			return err
		}
	}
	err := errors.Join(closed(c.back), c.out.Flush())
	if r, ok := c.back.(format.Reporter); ok {
		for _, text := range r.Report() {
			c.notes = append(c.notes, Note{Code: RecordDefect, Text: text})
		}
	}
	return c.failed(err)
}

// flush writes the buffered output after a failure, even if the context is done.
func (c *copying) flush() error {
	c.to.ctx = context.Background()
	return c.out.Flush()
}

// piece rewrites a piece and writes it.
func (c *copying) piece(piece Piece) error {
	if !c.decide(piece) {
		return c.ctx.Err()
	}
	for _, n := range c.plan.Notes {
		n.Offset += int(piece.Offset)
		c.notes = append(c.notes, n)
	}
	n, err := c.plan.Put(c.out, c.back, &piece)
	c.done.Read += int64(len(piece.Source))
	c.done.Written += n
	c.done.Messages = max(c.done.Messages, piece.Message)
	if err != nil {
		return c.failed(err)
	}
	if c.progress != nil {
		c.progress(c.done)
	}
	return nil
}

// decide makes the plan of a piece. It reports false if the context is done first.
func (c *copying) decide(piece Piece) bool {
	defer c.recover()
	c.walk.plan(&c.plan, c.rw, piece, purpose{stop: c.stop})
	return true
}

// A stop ends a walk whose result is no longer wanted. All walks of a source share it.
type stop struct {
	unless func() // panics if the walk must end
	ticks  uint
}

// tick is called for each part of a message, each token, each value and each reference. Now and then it
// calls unless.
func (s *stop) tick() {
	if s == nil {
		return
	}
	if s.ticks++; s.ticks%256 == 0 {
		s.unless()
	}
}

// failed returns the error for a write that failed with err.
func (c *copying) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing, after %d bytes at most: %w", c.done.Written, err)
}

// Put writes the rewritten source of a piece to w, or gives its changes to back if back is not nil: see
// [Reader.Back].
func (p *Plan) Put(w io.Writer, back format.MemberWriter, piece *Piece) (int64, error) {
	if back == nil {
		return p.WriteTo(w)
	}
	return p.change(back, piece.Continued)
}

// change gives the changes of the source to back. It is a function of its own because Put
// would otherwise allocate for each piece.
func (p *Plan) change(back format.MemberWriter, continued bool) (int64, error) {
	if !continued {
		if err := back.Next(); err != nil {
			return 0, err
		}
	}
	pos := 0
	for e := range p.All() {
		if err := errors.Join(back.Keep(e.Start-pos), back.Replace(e.End-e.Start, e.New)); err != nil {
			return int64(pos), err
		}
		pos = e.End
	}
	return int64(len(p.src)), back.Keep(len(p.src) - pos)
}

// closed closes back if it is not nil.
func closed(back format.MemberWriter) error {
	if back == nil {
		return nil
	}
	return back.Close()
}
