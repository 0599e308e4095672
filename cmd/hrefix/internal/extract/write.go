package extract

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"syscall"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/internal/container/warc"
)

// Write writes the files. It reports files that cannot be written, and continues with the others
// unless the disk is full.
func (r *Run) Write() error {
	next, stop := iter.Pull(r.index.Files())
	defer stop()
	w := &writer{Run: r, next: next}
	w.advance()
	for i, a := range r.archives {
		w.number = uint32(i)
		err := a.each(r.options(), r.Read, w.visit)
		switch {
		case errors.Is(err, errStop):
			return console.ErrReported
		case !a.failed: // otherwise the first pass has reported it
			r.report(err)
		}
		w.skip(crawl.Position{Archive: uint32(i) + 1})
	}
	r.writeMissingPage()
	r.reportExisting()
	return nil
}

// A writer writes the files of an archive, which come in the order of its records.
type writer struct {
	*Run
	number uint32
	next   func() (crawl.File, bool)
	file   crawl.File // the next one
	more   bool       // there is a next one
	buffer bytes.Buffer
}

// advance goes on to the next file.
func (w *writer) advance() { w.file, w.more = w.next() }

// skip reports the files before a position, whose records were not found.
func (w *writer) skip(at crawl.Position) {
	for ; w.more && w.file.Body.Before(at); w.advance() {
		w.failed = true
	}
}

// visit writes the files that have the body of a record.
func (w *writer) visit(c *warc.Content) error {
	at := crawl.Position{Archive: w.number, Record: uint32(c.Number)}
	w.skip(at)
	if !w.more || w.file.Body != at {
		w.finish(c)
		return nil
	}
	b := body{writer: w, content: c, source: toEnd{c.Body()}}
	for ; w.more && w.file.Body == at; w.advance() {
		if err := w.written(c, b.write(&w.file)); err != nil {
			return err
		}
	}
	w.finish(c)
	return nil
}

// finish reports what is wrong with a record.
func (w *writer) finish(c *warc.Content) {
	for _, fault := range c.Finish() {
		if w.Verbose {
			w.console.Report("%s: record %d: %s", w.archives[w.number].name, c.Number, fault)
		}
	}
}

// written counts a file that was written with an error, or nil. It returns an error if the run must
// not continue.
func (w *writer) written(c *warc.Content, err error) error {
	f := &w.file
	name := w.out.pathOf(f.Path)
	switch {
	case errors.Is(err, errExists):
		if w.existing++; w.existing == 1 {
			w.first = name
		}
		return nil
	case err != nil:
		w.report(fmt.Errorf("%s: %w", name, cause.Of(err)))
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EROFS) {
			return errStop
		}
		return nil
	case f.Kind.IsPage():
		w.counts.pages++
	default:
		w.counts.resources++
	}
	return w.printFile(f, c.Record, name)
}

// A body is the body of a record, which one or more files have.
type body struct {
	*writer
	content *warc.Content
	source  io.Reader // what was not read of the body
	text    []byte    // of a document
	whole   bool      // text has all of the body
	first   string    // the first file that was written with the rest of the body, or ""
}

// A toEnd reads a body up to its end, or to an error of the archive, which is reported for that.
type toEnd struct{ io.Reader }

// Read implements [io.Reader].
func (r toEnd) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// write writes a file.
func (b *body) write(f *crawl.File) error {
	if f.Kind != crawl.Other && b.text == nil {
		b.hold()
	}
	return b.out.write(f.Path, f.Date, func(t *atomicfile.File) error {
		w := bufio.NewWriterSize(t, 64<<10)
		var err error
		switch {
		case b.whole:
			err = b.rewrite(w, f)
		case b.first != "":
			err = b.copyFirst(w)
		default:
			b.first = f.Path
			if _, err = w.Write(b.text); err == nil {
				_, err = io.Copy(w, b.source)
			}
		}
		return errors.Join(err, w.Flush())
	})
}

// hold reads a document into memory. whole is false if it is too large, or no text.
func (b *body) hold() {
	max := int64(b.Engine.MaxDocument)
	b.buffer.Reset()
	source := b.source
	if max > 0 {
		source = io.LimitReader(b.source, max+1)
	}
	_, _ = b.buffer.ReadFrom(source) // which has no errors
	b.text = b.buffer.Bytes()
	b.whole = max == 0 || int64(len(b.text)) <= max
	if !b.whole {
		b.tally.TooLarge++
	}
}

// copyFirst copies the first file.
func (b *body) copyFirst(w io.Writer) error {
	f, err := b.out.folders.Root.Open(b.first)
	if err != nil {
		return err
	}
	defer f.Close() // it was only read
	_, err = io.Copy(w, f)
	return err
}
