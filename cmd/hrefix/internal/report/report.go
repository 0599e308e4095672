package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/internal/engine"
)

// The page shows so many documents and references without scripts, or fewer if they have that
// many bytes.
const (
	staticDocuments  = 100
	staticReferences = 500
	staticBytes      = 1 << 20
)

// islandBytes is about the number of bytes of lines in one script element, so that a browser
// need not hold all of them as one text.
const islandBytes = 1 << 20

// Options says how a report is written.
type Options struct {
	// Tree names what was read, Command is the command, and Time says when it began. They are the
	// title of the page and its first lines, as far as they are given.
	Tree, Command, Time string
	// MaxReferences is the maximum number of references on the page, which has the first ones.
	// The summary counts all. 0 is any number.
	MaxReferences int
	// Checked says that the references are checked: the page shows how many have a fault.
	Checked bool
	// Show returns a base or a target as the page shows it. If it is nil, the page shows URLs.
	Show func(url string) string
}

// A Writer writes a report. It is not safe for concurrent use.
type Writer struct {
	out     *bufio.Writer
	page    page
	show    func(string) string
	closed  bool
	started bool
	island  int    // bytes of lines in the open script element
	line    []byte // a buffer
	last    place  // the place of the last reference
	placed  bool   // last is set
	bytes   struct{ documents, references int }
}

// New returns a Writer that writes the report to w. Nothing is written before the first call
// of a method.
func New(w io.Writer, opts Options) *Writer {
	show := opts.Show
	if show == nil {
		show = func(url string) string { return url }
	}
	return &Writer{out: bufio.NewWriterSize(w, 64<<10), page: newPage(opts), show: show}
}

// Document adds a document of a source. The error is that of the io.Writer.
func (w *Writer) Document(in Source, doc *engine.Document) error {
	d := newDocument(in, doc, w.show)
	w.page.Summary.document(&d)
	if w.bytes.documents += d.size(); len(w.page.Documents) < staticDocuments && w.bytes.documents <= staticBytes {
		w.page.Documents = append(w.page.Documents, d)
	}
	return w.write(d.items())
}

// Reference adds a reference of a source. line is its line, from 1, offset the offset of its
// first byte in the file. fault is what is wrong with it, or nil. The error is that of the
// io.Writer. The writer does not keep ref.
func (w *Writer) Reference(in Source, line int, offset int64, ref *engine.Reference, fault *Fault) error {
	r := newReference(in, line, offset, ref, fault, w.show)
	w.page.Summary.reference(&r)
	if w.page.Summary.IsCut() {
		return w.start()
	}
	if w.bytes.references += r.size(); len(w.page.References) < staticReferences && w.bytes.references <= staticBytes {
		w.page.References = append(w.page.References, r)
	}
	if !w.placed || r.place != w.last {
		w.last, w.placed = r.place, true
		if err := w.write(r.place.items()); err != nil {
			return err
		}
	}
	err := w.write(r.items())
	if err == nil && r.Fault != nil {
		err = w.write(r.Fault.items())
	}
	return err
}

// Close writes the rest of the page. The error is that of the io.Writer; if it is nil, the
// page is complete. Close does not close the io.Writer.
func (w *Writer) Close() error {
	if err := w.start(); err != nil {
		return err
	}
	for _, items := range w.page.Summary.items() {
		_ = w.write(items) // a later call returns the same error
	}
	w.closed = true
	w.endIsland()
	if err := w.page.writeTail(w.out); err != nil {
		return failed(err)
	}
	return failed(w.out.Flush())
}

// errClosed says that the writer was used after Close.
var errClosed = errors.New("report: the writer is closed")

// start writes the beginning of the page, once.
func (w *Writer) start() error {
	if w.closed {
		return errClosed
	}
	if w.started {
		return nil
	}
	w.started = true
	return failed(w.page.writeHead(w.out))
}

// write writes a line of data.
func (w *Writer) write(items []any) error {
	if err := w.start(); err != nil {
		return err
	}
	if w.island == 0 {
		_, _ = w.out.WriteString(islandStart)
	}
	w.line = append(appendJSON(w.line[:0], items), '\n')
	n, err := w.out.Write(w.line)
	if w.island += n; w.island >= islandBytes {
		w.endIsland()
	}
	return failed(err)
}

// The script finds the data by this type.
const (
	islandStart = "<script type=\"application/jsonl\">\n"
	islandEnd   = "</script>\n"
)

// endIsland closes the script element that is open. A later call returns its error.
func (w *Writer) endIsland() {
	if w.island > 0 {
		_, _ = w.out.WriteString(islandEnd)
	}
	w.island = 0
}

// failed adds the operation to an error.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing the report: %w", err)
}
