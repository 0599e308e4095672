package extract

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// A task writes a file, or only prints messages about a record. Several goroutines work on tasks. The
// tasks end in the order of the records.
type task struct {
	file     crawl.File
	record   format.Record    // the record without its length
	to       *file            // nil if there is no file, or if the file cannot be written
	text     []byte           // the text of a document
	rewriter *engine.Rewriter // nil if to has the whole file already
	base     string           // the base that the document has unless it gives one itself
	charset  string           // the charset of the document by its HTTP header, or ""
	declares bool             // the charset is written into the document
	tally    summary.Tally
	messages console.Buffer // printed at the end of the task
	err      error
}

// work writes the file of a task. The file gets its name in end.
func (w *writer) work(t *task, _ bool) {
	if t.to == nil || t.err != nil {
		return
	}
	if t.rewriter != nil {
		out := bufio.NewWriterSize(t.to, 64<<10)
		t.err = errors.Join(w.rewrite(out, t), out.Flush())
	}
	if t.err == nil {
		t.err = t.to.End()
	}
}

// rewrite writes a document with relative links.
func (w *writer) rewrite(out *bufio.Writer, t *task) error {
	if w.Raw || isOther(t.text) {
		_, err := out.Write(t.text)
		return err
	}
	rw, err := t.rewriter.In(t.file.Tree(t.base))
	if err != nil {
		return err
	}
	plan := rw.Visit(t.text, w.visitor(&t.tally))
	defer plan.Release()
	to := t.messages.Console(w.console)
	t.declares, err = writePlan(out, plan, t.charset, &t.tally, func(n *engine.Note) { to.Remark(t.file.URL, n.Code, n.Text) })
	return err
}

// writePlan writes a document as the plan says, counts it, and calls remark for each note. charset is the charset that
// the header gives to the document, or "". declares reports whether the charset is written into the document.
func writePlan(w io.Writer, plan *engine.Plan, charset string, tally *summary.Tally, remark func(*engine.Note)) (declares bool, err error) {
	declares = plan.Declare(charset)
	tally.Documents++
	if plan.Changes() {
		tally.Changed++
	}
	for _, n := range plan.Notes {
		tally.CountNote(n.Code, true)
		remark(&n)
	}
	_, err = plan.WriteTo(w)
	return declares, err
}

// end gives the file of a task its name, and reports and counts it. It returns an error if the run must not continue.
func (w *writer) end(t *task) error {
	if t.to != nil {
		t.err = t.to.finish(t.err)
	}
	w.tally.Add(&t.tally)
	if err := t.messages.Messages(w.console); err != nil {
		return err
	}
	switch {
	case t.file.Path == "":
		return nil
	case t.err != nil:
		return w.notWritten(t.file.Path, t.err)
	}
	if t.declares {
		w.total.Declared++
	}
	w.total.count(t.file.Kind)
	return w.printFile(&t.file, &t.record)
}

// A rewriterKey has the options by which rewriters differ from each other.
type rewriterKey struct {
	t       detect.Type
	charset string
}

// typeOf returns the type by which documents of the kind k are read.
func typeOf(k crawl.Kind) detect.Type {
	switch k {
	case crawl.HTML:
		return detect.HTML
	case crawl.CSS:
		return detect.CSS
	}
	return detect.XML
}

// rewriter returns the rewriter for the document of a file. charset is the charset that its record gives, or "".
func (r *Run) rewriter(f *crawl.File, charset string) (*engine.Rewriter, error) {
	if charset = strings.ToLower(charset); !engine.IsCharset(charset) {
		charset = ""
	}
	key := rewriterKey{typeOf(f.Kind), charset}
	if rw := r.shared[key]; rw != nil {
		return rw, nil
	}
	opts := r.Engine
	opts.Mode, opts.Type, opts.Tree = engine.MakeRelative, key.t, f.Tree(f.URL)
	if charset != "" {
		opts.Charset = charset
	}
	rw, err := engine.New(opts)
	if err == nil {
		r.shared[key] = rw
	}
	return rw, err
}

// isOther reports whether a text is no document, but something else, such as an image.
func isOther(text []byte) bool {
	_, other := filekind.Magic(text[:min(len(text), headSize)])
	return other
}
