package pieces

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
)

// An Output writes the rewritten source, piece by piece. If the source is compressed, so is the
// output.
type Output struct {
	Changed bool
	Whole   bool  // the source cannot be read as a whole, but all of its bytes were written
	Size    int64 // bytes of text, if the source is in a Maildir
	BareLFs int64 // line feeds in the text without a carriage return

	start  func() error // is called before the first change; nil calls nothing
	plain  *bufio.Writer
	coded  format.Writer // nil unless the source is encoded, such as compressed
	member func() error  // is called before each member of an encoded container; nil calls nothing
	counts bool          // Size and BareLFs are wanted
	last   byte
}

// A Starter is a writer that must know when the first change comes. Start is called before
// that: all bytes that were written until then are the same as in the source.
type Starter interface {
	io.Writer
	Start() error
}

// writers are the buffers of outputs that are finished.
var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 64<<10) }}

// release releases the buffer.
func (o *Output) release() {
	o.plain.Reset(nil)
	writers.Put(o.plain)
	o.plain = nil
}

// newOutput returns an output that writes to w. It has to be released.
func newOutput(w io.Writer, s *source.Source) *Output {
	o := &Output{plain: writers.Get().(*bufio.Writer), counts: s.Mail}
	o.plain.Reset(w)
	if w, ok := w.(Starter); ok {
		o.start = w.Start
	}
	if s.Coded != nil {
		s.Coded.To = o.plain
		o.coded = s.Coded.Back
	}
	return o
}

// putAll writes the pieces of a batch.
func (o *Output) putAll(b *batch) error {
	switch {
	case b.changed:
		return o.splice(b.result.Bytes())
	case b.spliced:
		return o.keep(b.Source)
	}
	for i := range b.pieces {
		if err := o.put(b.pieces[i].whole, b.pieces[i].plan); err != nil {
			return err
		}
	}
	return nil
}

// put writes a piece with the edits of its plan.
func (o *Output) put(p engine.Piece, plan *engine.Plan) error {
	if o.member != nil && !p.Continued {
		if err := o.member(); err != nil {
			return err
		}
	}
	pos := 0
	for e := range plan.All() {
		if err := errors.Join(o.keep(p.Source[pos:e.Start]), o.replace(e.End-e.Start, e.New)); err != nil {
			return err
		}
		pos = e.End
	}
	return o.keep(p.Source[pos:])
}

// keep writes the next bytes of the source as they are.
func (o *Output) keep(b []byte) error {
	o.count(b)
	if o.coded != nil {
		return o.coded.Keep(len(b))
	}
	_, err := o.plain.Write(b)
	return err
}

// replace writes b instead of the next old bytes of the source.
func (o *Output) replace(old int, b []byte) error {
	if o.coded == nil {
		return o.splice(b)
	}
	if err := o.change(); err != nil {
		return err
	}
	o.count(b)
	return o.coded.Replace(old, b)
}

// splice writes bytes that differ from the source.
func (o *Output) splice(b []byte) error {
	if err := o.change(); err != nil {
		return err
	}
	o.count(b)
	_, err := o.plain.Write(b)
	return err
}

// change records that the source changes.
func (o *Output) change() error {
	if o.Changed {
		return nil
	}
	o.Changed = true
	if o.start == nil {
		return nil
	}
	return o.start()
}

// count counts text, and the line feeds in it.
func (o *Output) count(b []byte) {
	if !o.counts || len(b) == 0 {
		return
	}
	o.Size += int64(len(b))
	o.BareLFs += int64(bytes.Count(b, []byte("\n")) - bytes.Count(b, []byte("\r\n")))
	if b[0] == '\n' && o.last == '\r' {
		o.BareLFs--
	}
	o.last = b[len(b)-1]
}

// close flushes the output. The rest of a compressed source that was not put is copied as it is,
// even if it was read.
func (o *Output) close() error {
	kept, flushed := o.end()
	return errors.Join(kept, flushed)
}

// end does what close does. kept is the error of copying compressed data, flushed the error of
// writing.
func (o *Output) end() (kept, flushed error) {
	if o.coded != nil {
		kept = o.coded.Close()
	}
	return kept, o.plain.Flush()
}
