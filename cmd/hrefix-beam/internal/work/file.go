package work

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// headSize is the number of bytes that are read to find the type of a file, as in the command.
const headSize = 64 << 10

// A File is a file of the work.
type File struct {
	Name  string // the name by which the file is opened, and which lists contain
	Key   string // the key by which manifests know the file, and after which its result is named
	Found bool   // the file was found in a directory: it need not be a document
	Size  int64
	Time  int64 // the time of the last change, in nanoseconds of Unix time; 0 if it is not known

	Type  string // the detect.Type; empty if the file is no document
	Why   string // why the file is no document
	Wrong string // why the file cannot be processed, and what to do
	Cuts  bool   // the file can be cut into parts
}

// A Worker works on files by one set of options. It is safe for concurrent use.
type Worker struct {
	opts   Options
	engine engine.Options
	as     []*engine.Rewriter // the rewriters by type
}

// New returns a Worker, or the error of [Options.Check].
func New(opts Options) (*Worker, error) {
	if err := opts.Check(); err != nil {
		return nil, err
	}
	w := &Worker{opts: opts}
	w.engine, _ = opts.engine()       // checked
	for t := range detect.Type(255) { // up to the first number that is no type
		if _, err := detect.ParseType(t.String()); err != nil && t != detect.Other {
			break
		}
		o := w.engine
		o.Type = t
		rw, err := engine.New(o)
		if err != nil {
			return nil, err
		}
		w.as = append(w.as, rw)
	}
	return w, nil
}

// limits returns the limits for the expansion of a compressed file.
func (w *Worker) limits() format.Limits { return format.Limits{Size: w.opts.MaxSize} }

// Detect sets the type of a file by its name and its content. raw reads the content from its start.
func (w *Worker) Detect(f *File, raw io.Reader) error {
	text, coded, err := w.open(raw, nil)
	if err != nil {
		return err
	}
	defer text.Close()
	name := f.Name
	if coded {
		name = container.TrimCoding(name)
	}
	head, err := text.Peek(headSize)
	if err != nil && err != io.EOF && len(head) == 0 {
		f.Wrong = fmt.Sprintf("reading: %v", err)
		return nil
	}
	kind := filekind.Of(name, head)
	switch found := w.engine.Detect(name, head); {
	case kind == filekind.WACZ && f.Found:
		f.Why = kind.Name
	case kind == filekind.WACZ:
		f.Wrong = "is a WACZ file, which is not taken apart here: unzip it, and give the web archives in it"
	case w.engine.Type != detect.Auto && !f.Found:
		f.Type = w.engine.Type.String()
	case found.Type == detect.Other || f.Found && !found.Known:
		f.Why = kind.Name
	case w.engine.Type != detect.Auto:
		f.Type = w.engine.Type.String()
	default:
		f.Type = found.Type.String()
	}
	return w.refuse(f, coded, kind)
}

// refuse sets the error of a file that cannot be worked on.
func (w *Worker) refuse(f *File, coded bool, kind filekind.Kind) error {
	if f.Why != "" && coded {
		f.Why += ", compressed"
	}
	if t, err := detect.ParseType(f.Type); err == nil && f.Type != "" && t.IsBundle() {
		f.Type = ""
		if f.Why = "an archive of files"; !f.Found {
			f.Wrong = "is an archive of files, which is not taken apart here: unpack it, or give it to hrefix"
		}
	}
	if f.Type == "" && f.Wrong == "" && !f.Found {
		advice := kind.Advice()
		if advice == "" {
			advice = "leave it out, or give --type to read it as a document"
		}
		f.Wrong = f.Why + ": " + advice
	}
	return nil
}

// A source is the text of a file, or of a part of a file.
type source struct {
	*bufio.Reader
	from  io.Closer    // nil if nothing needs closing
	units format.Units // nil if there are no units
	back  format.UnitWriter
}

// Units implements [engine.Decoded].
func (s *source) Units() format.Units { return s.units }

// Back implements [engine.Decoded].
func (s *source) Back() format.UnitWriter { return s.back }

// Len returns 0: the size of the text is not known.
func (s *source) Len() int { return 0 }

// Close releases what the source holds.
func (s *source) Close() error {
	if s.from == nil {
		return nil
	}
	return s.from.Close()
}

// open returns the text of a file. If the file is coded, and out is not nil, changes of the text are written to
// out by Back.
func (w *Worker) open(raw io.Reader, out io.Writer) (s *source, coded bool, err error) {
	buf := bufio.NewReaderSize(raw, headSize)
	head, err := buf.Peek(container.CodingMagicSize)
	if err != nil && err != io.EOF {
		return nil, false, err
	}
	coding := container.Coding(head)
	if coding == nil {
		return &source{Reader: buf}, false, nil
	}
	decoder := coding.Open(buf, format.Options{Limits: w.limits()})
	s = &source{Reader: bufio.NewReaderSize(decoder, headSize), from: decoder, units: decoder}
	if out != nil {
		s.back = decoder.Rewrite(out)
	}
	return s, true, nil
}

// rewriter returns the Rewriter for files of a type.
func (w *Worker) rewriter(name string) (*engine.Rewriter, detect.Type, error) {
	t, err := detect.ParseType(name)
	if err != nil {
		return nil, t, err
	}
	return w.as[t], t, nil
}

// lineBreaks counts the line feeds in text.
func lineBreaks(text []byte) int { return bytes.Count(text, []byte("\n")) }
