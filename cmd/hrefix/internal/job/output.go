package job

import (
	"bufio"
	"bytes"
	"io"

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
	counts bool // Size and BareLFs are counted
	last   byte
}

// A Starter is a writer that must know when the first change comes. Start is called before the first
// byte that differs from the source is written.
type Starter interface {
	io.Writer
	Start() error
}

// newOutput returns an output that writes to w.
func newOutput(w io.Writer, s *source.Source) *Output {
	o := &Output{plain: bufio.NewWriterSize(w, 64<<10), counts: s.Mail}
	if w, ok := w.(Starter); ok {
		o.start = w.Start
	}
	if s.Coded != nil {
		s.Coded.To = o.plain
	}
	return o
}

// put writes a piece with the edits of its plan, or gives its changes to back if back is not nil.
func (o *Output) put(p *engine.Piece, plan *engine.Plan, back format.MemberWriter) error {
	if plan.Changes() {
		if err := o.change(); err != nil {
			return err
		}
	}
	if o.counts {
		pos := 0
		for e := range plan.All() {
			o.count(p.Source[pos:e.Start])
			o.count(e.New)
			pos = e.End
		}
		o.count(p.Source[pos:])
	}
	_, err := plan.Put(o.plain, back, p)
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

// newBytes writes bytes that differ from the source to an output.
type newBytes struct{ *Output }

// Write implements [io.Writer].
func (o newBytes) Write(b []byte) (int, error) {
	if err := o.change(); err != nil {
		return 0, err
	}
	if o.counts {
		o.count(b)
	}
	return o.plain.Write(b)
}

// count counts text, and the line feeds in it.
func (o *Output) count(b []byte) {
	if len(b) == 0 {
		return
	}
	o.Size += int64(len(b))
	o.BareLFs += int64(bytes.Count(b, []byte("\n")) - bytes.Count(b, []byte("\r\n")))
	if b[0] == '\n' && o.last == '\r' {
		o.BareLFs--
	}
	o.last = b[len(b)-1]
}

// end flushes the output. Unless back is nil, it first copies the rest of the source as it is: the pieces for which put
// was not called. kept is the error of copying, and flushed the error of writing.
func (o *Output) end(back format.MemberWriter) (kept, flushed error) {
	if back != nil {
		kept = back.Close()
	}
	return kept, o.plain.Flush()
}
