package work

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
	"github.com/hrefix/hrefix/internal/targets"
)

// Run does the job for a file with the content in, and writes the result to out. An error in the Report is
// about the file; the error of Run comes from writing to out or from reading in.
func (w *Worker) Run(out io.Writer, f *File, in io.Reader) (*Report, error) {
	failing := &input{from: in}
	buffered := bufio.NewWriterSize(out, 64<<10)
	var back io.Writer
	if w.opts.Job == Abs {
		back = buffered
	}
	text, _, err := w.open(failing, back)
	if err != nil {
		return nil, err
	}
	report, err := w.run(buffered, f, text, 0)
	return report, errors.Join(err, failing.err, text.Close())
}

// run does the job for a source. offset is the offset of its start in the file.
func (w *Worker) run(out *bufio.Writer, f *File, text *source, offset int64) (report *Report, err error) {
	switch w.opts.Job {
	case Abs:
		report, err = w.abs(out, f, text)
	case Links:
		report, err = w.compressed(out, func(out io.Writer) (*Report, error) { return w.links(out, f, text, offset) })
	case Graph:
		report, err = w.compressed(out, func(out io.Writer) (*Report, error) { return w.edges(out, f, text) })
	}
	return report, errors.Join(err, out.Flush())
}

// An input keeps the error of reading a file, such as a network error. A runner may try again after such an
// error, since the content of the file did not cause it.
type input struct {
	from io.Reader
	err  error
}

// Read implements [io.Reader].
func (in *input) Read(b []byte) (int, error) {
	if in.err != nil {
		return 0, in.err
	}
	n, err := in.from.Read(b)
	if err != nil && err != io.EOF {
		in.err = err
	}
	return n, err
}

// compressed calls list with a writer that compresses if the options say so. The edges of a piece without any have
// no bytes, since nobody sees them.
func (w *Worker) compressed(out io.Writer, list func(io.Writer) (*Report, error)) (*Report, error) {
	if !w.opts.Gzip && w.opts.Job != Graph {
		return list(out)
	}
	z := &lazyGzip{to: out}
	report, err := list(z)
	if w.opts.Job == Links {
		z.begin() // programs cannot read a file without a member
	}
	return report, errors.Join(err, z.Close())
}

// A lazyGzip begins a gzip member with the first byte.
type lazyGzip struct {
	to io.Writer
	z  *gzip.Writer
}

// Write implements [io.Writer].
func (l *lazyGzip) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	l.begin()
	return l.z.Write(b)
}

// begin begins the member.
func (l *lazyGzip) begin() {
	if l.z == nil {
		l.z, _ = gzip.NewWriterLevel(l.to, gzip.BestSpeed) // a known level is no error
	}
}

// Close ends the member.
func (l *lazyGzip) Close() error {
	if l.z == nil {
		return nil
	}
	return l.z.Close()
}

// each calls visit for the pieces of a source, whose result is written to out unless that is nil. It sets the errors
// of the Report.
func (w *Worker) each(f *File, text *source, out io.Writer, visit func(*engine.Rewriter, *pass, engine.Piece) error) (*pass, error) {
	rw, t, err := w.rewriter(f.Type)
	if err != nil {
		return nil, err
	}
	in := rw.Open(text, out)
	p := &pass{hasRecords: t.HasRecords(), back: in.Back()}
	for one, err := range in.All() {
		if err != nil {
			p.Error = fmt.Sprintf("reading: %v", err)
			return p, nil
		}
		p.piece(&one)
		if err := visit(rw, p, one); err != nil {
			return nil, err
		}
	}
	p.end()
	return p, nil
}

// links writes the list of links.
func (w *Worker) links(out io.Writer, f *File, text *source, offset int64) (*Report, error) {
	var from linktext.Source
	var buf []byte
	before := 0 // line breaks
	p, err := w.each(f, text, nil, func(rw *engine.Rewriter, p *pass, one engine.Piece) error {
		if r := one.Record(); r != nil && r.Offset >= 0 {
			r.Offset += offset
			defer func() { r.Offset -= offset }()
		}
		from.Reset(f.Name, one.Record())
		lines := linktext.NewLines(one, before)
		var failed error
		plan := rw.VisitPiece(one, engine.Visitor{Reference: func(ref *engine.Reference) {
			p.count(ref)
			switch {
			case w.opts.Format == JSON:
				buf = linktext.AppendLink(buf, f.Name, &lines, ref)
			case linktext.HasTarget(ref):
				buf = linktext.AppendTSV(buf, from.URL(ref), ref)
			}
			if len(buf) >= 32<<10 && failed == nil {
				_, failed = out.Write(buf)
				buf = buf[:0]
			}
		}})
		p.plan(plan)
		plan.Release()
		if w.opts.Format == JSON && one.Record() == nil {
			before += lineBreaks(one.Source)
		}
		return failed
	})
	if err != nil {
		return nil, err
	}
	p.Changed = 0 // nothing is written
	_, err = out.Write(buf)
	return &p.Report, err
}

// edges writes the edges of the graph between pages with their counts, each once, in the order of the keys of an [Edge].
func (w *Worker) edges(out io.Writer, f *File, text *source) (*Report, error) {
	var counter targets.Counter
	var from linktext.Source
	var edge Edge
	p, err := w.each(f, text, nil, func(rw *engine.Rewriter, p *pass, one engine.Piece) error {
		from.Reset(f.Name, one.Record())
		plan := rw.VisitPiece(one, engine.Visitor{Reference: func(ref *engine.Reference) {
			p.count(ref)
			if linktext.HasTarget(ref) {
				counter.AddKey(edge.key(from.URL(ref), ref))
			}
		}})
		p.plan(plan)
		plan.Release()
		return nil
	})
	if err == nil {
		p.Changed = 0
		err = writeEdges(out, &counter)
	}
	if err = errors.Join(err, counter.Close()); err != nil {
		return nil, err
	}
	return &p.Report, nil
}

// abs writes the source with absolute links.
func (w *Worker) abs(out *bufio.Writer, f *File, text *source) (*Report, error) {
	p, err := w.each(f, text, out, func(rw *engine.Rewriter, p *pass, one engine.Piece) error {
		plan := rw.VisitPiece(one, engine.Visitor{Reference: p.count})
		p.plan(plan)
		_, err := plan.Put(out, p.back, &one)
		plan.Release()
		return err
	})
	if err != nil {
		return nil, err
	}
	var kept error
	if p.back != nil {
		kept = p.back.Close()
	}
	p.Kept = kept == nil && (p.Error == "" || p.back != nil)
	if p.Error == "" && errors.As(kept, new(format.Broken)) {
		p.Error = fmt.Sprintf("reading: %v", kept)
	}
	if p.Error == "" && kept != nil {
		return nil, kept
	}
	return &p.Report, nil
}
