package extract

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/internal/container/warc"
	"github.com/hrefix/hrefix/internal/httpmessage"
	"github.com/hrefix/hrefix/internal/microsyntax"
)

// Write writes the files. It reports files that cannot be written, and continues with the others
// unless the disk is full.
func (r *Run) Write() error {
	next, stop := iter.Pull(r.index.Files())
	defer stop()
	pool := job.NewPool(r.Jobs)
	defer pool.Close()
	w := &writer{Run: r, next: next}
	w.queue = job.NewQueue(pool, w.work, w.end)
	w.advance()
	for i, a := range r.archives {
		w.number = uint32(i)
		err := a.each(r.Engine.Type, r.options(), r.Read, w.visit)
		if w.err == nil {
			w.err = w.queue.Wait()
		}
		if w.err != nil {
			return w.err
		}
		if !a.failed { // a failed archive was reported by the first pass
			r.report(err)
		}
		w.skip(crawl.Position{Archive: uint32(i) + 1})
		r.Done()
	}
	if err := r.writePages(); err != nil {
		return err
	}
	r.writeMissingPage()
	switch n := r.total.Existing; {
	case n == 1:
		r.report(fmt.Errorf("%s: %w", r.existing, errExists))
	case n > 1:
		r.report(fmt.Errorf("%d files not written, %s the first: they exist: give --force to replace them", n, r.existing))
	}
	return nil
}

// A writer writes the files of an archive, which come in the order of its records.
type writer struct {
	*Run
	number uint32
	next   func() (crawl.File, bool)
	file   crawl.File // the next file
	more   bool       // there is a next file
	queue  *job.Queue[*task]
	err    error // the error of the queue
}

// advance goes on to the next file.
func (w *writer) advance() { w.file, w.more = w.next() }

// skip reports the files before a position. Their records were not found in the second pass.
func (w *writer) skip(at crawl.Position) {
	for ; w.more && w.file.Body.Before(at); w.advance() {
		w.lost[w.file.Path] = true
		w.report(fmt.Errorf("%s: not written: the record of the file was not found again: another program may have changed the archive: try again", w.out.pathOf(w.file.Path)))
	}
}

// visit writes the files that have the body of a record.
func (w *writer) visit(c *warc.Content) error {
	at := crawl.Position{Archive: w.number, Record: uint32(c.Number)}
	w.skip(at)
	if w.more && w.file.Body == at {
		b := body{writer: w, content: c, source: toEnd{c.Body()}}
		for ; w.more && w.file.Body == at; w.advance() {
			if w.err = b.write(&w.file); w.err != nil {
				return w.err
			}
		}
	}
	faults := c.Finish()
	if len(faults) == 0 {
		return nil
	}
	w.total.Defective++
	t := new(task)
	to := t.messages.Console(w.console)
	for _, fault := range faults {
		to.Remark(w.archives[w.number].name, fault, fmt.Sprintf("record %d: %s", c.Number, fault))
	}
	w.err = w.queue.Add(t, 0)
	return w.err
}

// A body is the body of a record, which one or more files have.
type body struct {
	*writer
	content *warc.Content
	source  io.Reader // the unread rest of the body
	held    bool      // text has the beginning of the body
	text    []byte    // the text of a document
	whole   bool      // text has all of the body
	first   string    // the path of the first file to which stream wrote the body, or ""
}

// A toEnd reads a body up to its end, or to an error, which is reported as an error of the archive.
type toEnd struct{ io.Reader }

// Read implements [io.Reader].
func (r toEnd) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// write queues the task that writes a file with the body.
func (b *body) write(f *crawl.File) error {
	if f.Kind != crawl.Other && !b.held {
		b.hold()
	}
	t, size := &task{file: *f, record: *b.content.Record}, 0
	if lost := lostFields(b.content.Head); len(lost) > 0 && f.Kind.IsPage() {
		b.total.Headers++
		to := t.messages.Console(b.console)
		to.Remark(f.URL, "lost", "lost, since a file has no HTTP header: "+strings.Join(lost, "; "))
	}
	t.to, t.err = b.out.begin(f.Path, f.Date)
	switch {
	case t.err != nil:
	case b.whole:
		base := f.URL // unless the document gives a base itself
		// If a revisit repeats the response of another URL, the header of that response does not count.
		if head := b.content.Head; head != nil && (f.Body == f.At || f.URL == b.content.Record.URL) {
			base = b.Engine.ResponseBase(head, f.URL)
		}
		t.document = &document{text: b.text, kind: f.Kind, charset: b.content.Charset, options: b.Engine}
		t.document.options.Tree, size = f.Tree(base), len(b.text)
	default:
		t.err = b.stream(t.to, f.Path)
	}
	return b.queue.Add(t, size)
}

// lostFields returns the HTTP header fields that a file loses, and by which a browser would go to another page (HTML
// Standard section 7.5.1), or load a style sheet (section 4.6.7.22).
func lostFields(h *httpmessage.Head) (lost []string) {
	if h == nil {
		return nil
	}
	for _, f := range h.Fields {
		value := h.Value(f)
		_, _, refresh := microsyntax.Refresh([]byte(value))
		if h.Is(f, "Refresh") && refresh || h.Is(f, "Link") && strings.Contains(strings.ToLower(value), "stylesheet") {
			lost = append(lost, string(h.Name(f))+": "+value)
		}
	}
	return lost
}

// stream writes the body to a file. If an earlier file has the same body, it copies that file.
func (b *body) stream(to *file, path string) error {
	if b.first != "" {
		if err := b.queue.Wait(); err != nil { // the first file must have its name
			return err
		}
		f, err := b.out.folders.Root.Open(b.first)
		if err != nil {
			return err
		}
		defer f.Close() // the file was only read
		_, err = io.Copy(to, f)
		return err
	}
	b.first = path
	w := bufio.NewWriterSize(to, 64<<10)
	_, err := w.Write(b.text)
	if err == nil {
		_, err = io.Copy(w, b.source)
	}
	return errors.Join(err, w.Flush())
}

// hold reads a document into memory. whole is false if it is too large.
func (b *body) hold() {
	max := int64(b.Engine.MaxDocument)
	source := b.source
	if max > 0 {
		source = io.LimitReader(b.source, max+1)
	}
	var text bytes.Buffer
	_, _ = text.ReadFrom(source) // the source returns no errors
	b.held, b.text = true, text.Bytes()
	b.whole = max == 0 || int64(len(b.text)) <= max
	if !b.whole {
		b.tally.TooLarge++
	}
}
