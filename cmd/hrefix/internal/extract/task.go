package extract

import (
	"bufio"
	"errors"
	"io"

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
	record   format.Record // the record without its length
	to       *file         // nil if there is no file, or if the file cannot be written
	document *document     // nil if to has the whole file already
	declares bool          // the charset of the header is written into the document
	tally    summary.Tally
	messages console.Buffer // printed at the end of the task
	err      error
}

// work writes the file of a task. The file gets its name in end.
func (w *writer) work(t *task, _ bool) {
	if t.to == nil || t.err != nil {
		return
	}
	if t.document != nil {
		out, to := bufio.NewWriterSize(t.to, 64<<10), t.messages.Console(w.console)
		t.declares, t.err = w.rewrite(out, t.document, &t.tally, func(n *engine.Note) { to.Remark(t.file.URL, n.Code, n.Text) })
		t.err = errors.Join(t.err, out.Flush())
	}
	if t.err == nil {
		t.err = t.to.End()
	}
}

// A document is a file whose links become relative.
type document struct {
	text    []byte
	kind    crawl.Kind
	charset string         // the charset that the header gives, or ""
	options engine.Options // the options for its links, without the type
}

// rewrite writes a document with relative links, and counts it. It calls remark for each note. declares reports whether the
// charset of the header is written into the document.
func (r *Run) rewrite(w io.Writer, d *document, tally *summary.Tally, remark func(*engine.Note)) (declares bool, err error) {
	if r.Raw || d.kind == crawl.Other || isOther(d.text) {
		_, err := w.Write(d.text)
		return false, err
	}
	d.options.Mode, d.options.Type = engine.MakeRelative, typeOf(d.kind)
	if engine.IsCharset(d.charset) {
		d.options.Charset = d.charset
	}
	rw, err := engine.New(d.options)
	if err != nil {
		return false, err
	}
	v := engine.Visitor{Reference: tally.Count, Remains: func(r *engine.Remaining) { tally.CountRemains(r.In) }}
	if r.Unread {
		v.Unread = func(u *engine.Unread) { tally.CountUnread(u.In) }
	}
	plan := rw.Visit(d.text, v)
	defer plan.Release()
	declares = plan.Declare(d.charset)
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

// isOther reports whether a text is no document, but something else, such as an image.
func isOther(text []byte) bool {
	_, other := filekind.Magic(text[:min(len(text), headSize)])
	return other
}
