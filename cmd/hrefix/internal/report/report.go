package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/hrefix/hrefix/internal/engine"
)

// The limits of what the page shows without scripts: the numbers of documents and of references, and
// their size in bytes.
const (
	staticDocuments  = 100
	staticReferences = 500
	staticBytes      = 1 << 20
)

// islandBytes is about the number of bytes of lines in one script element, so that a browser
// need not hold all of them as one text.
const islandBytes = 1 << 20

// Options are the options of a report.
type Options struct {
	// Tree names the inputs, Command is the command, and Time is the time when it began. They are
	// the title and the first lines of the page. Empty ones are left out.
	Tree, Command, Time string
	// Given names the flags that give the retrieval URL.
	Given string
	// MaxReferences is the maximum number of references on the page, which shows the first
	// references. The summary counts all references. 0 means no limit.
	MaxReferences int
	// Checked says that the references are checked: the page says where they lead, and has only references with a fault. The
	// summary counts all references.
	Checked bool
	// Show returns a base or a target as the page shows it. If it is nil, the page shows URLs.
	Show func(url string) string
}

// Read has the counts of what was read for a report.
type Read struct {
	Files, Documents int      // files with documents; and the documents: files, and messages of mailboxes
	Unlisted         int      // parts of messages that can have no links, for which Document is not called
	Links            int      // the references that a check counts as links, or 0
	Passed           []Passed // the files that are no documents
	Archives         int      // the web archives among Files that are in directories
	Failed           int      // the number of sources that could not be read
	Failures         []string // for the first of these sources: the name, why it failed, and what to do
	Hints            []string // the first messages of the run that are neither failures nor notes
	MoreHints        int      // the number of the other such messages
}

// A Passed is a kind of file that was passed over.
type Passed struct {
	Kind   string // what N such files are, such as "mail stores"
	N      int
	Advice string   // what to do to get the documents in them, or ""
	Names  []string // the first of the files
}

// A Writer writes a report. It is not safe for concurrent use.
type Writer struct {
	out     *bufio.Writer
	page    page
	started bool
	island  int    // bytes of lines in the open script element
	line    []byte // a buffer
	last    place  // the place of the last reference, which has a layer
	name    string // the name of the last source
	bytes   int    // the size of the documents that are kept
	kept    [2]keptReferences
}

// A keptReferences has references for browsers without scripts: the references that the page shows
// first, or other references.
type keptReferences struct {
	references []reference
	bytes      int
}

// New returns a Writer that writes the report to w. Nothing is written before the first call
// of a method.
func New(w io.Writer, opts Options) *Writer {
	return &Writer{out: bufio.NewWriterSize(w, 64<<10), page: newPage(opts)}
}

// show returns a base or a target as the page shows it.
func (w *Writer) show(url string) string {
	if w.page.Show == nil {
		return url
	}
	return w.page.Show(url)
}

// from returns the source of a base in the words of the page.
func (w *Writer) from(s string) string {
	if s == engine.FromOptions && w.page.Given != "" {
		return w.page.Given
	}
	return s
}

// enter makes a source the current source, and returns it with short texts.
func (w *Writer) enter(in Source) Source {
	if name := text(in.Name); name != w.name {
		w.page.Summary.enter(name, w.name == "")
		w.name = name
	}
	return Source{w.name, in.Message, text(in.Subject), in.IsMail}
}

// Document adds a document of a source. advice says how to give the document a base, or is empty. The error
// comes from the io.Writer.
func (w *Writer) Document(in Source, doc *engine.Document, advice string) error {
	in = w.enter(in)
	d := w.newDocument(in, doc, advice)
	w.page.Summary.document(&d)
	if w.bytes += d.size(); len(w.page.Documents) < staticDocuments && w.bytes <= staticBytes {
		w.page.Documents = append(w.page.Documents, d)
	}
	candidates := []any{}
	for i := range d.Candidates {
		c := &d.Candidates[i]
		candidates = append(candidates, []any{c.Layer, c.From, c.Value, c.URL, c.Used, c.Reason})
	}
	return w.write([]any{"doc", d.Name, d.Message, d.Part, d.Type, d.Layer, d.From, d.Base, candidates, d.Advice, d.Omitted, d.Subject})
}

// Reference adds a reference of a source. line is its line, from 1, and offset the offset of its first byte
// in the file. checked is the result of a check, or nil without a check. The error comes from the io.Writer.
// The writer does not keep ref.
func (w *Writer) Reference(in Source, line int, offset int64, ref *engine.Reference, checked *Checked) error {
	in = w.enter(in)
	r := w.newReference(in, line, offset, ref, checked)
	w.page.Summary.reference(&r)
	if w.page.Summary.IsCut() || w.page.Checked && r.Fault == nil {
		return w.start()
	}
	k := &w.kept[r.rank()/2]
	if k.bytes += r.size(); len(k.references) < staticReferences && k.bytes <= staticBytes {
		k.references = append(k.references, r)
	}
	if r.place != w.last {
		w.last = r.place
		if err := w.write([]any{"in", r.Name, r.Message, r.Part, r.Layer, r.From, r.Base, r.Subject}); err != nil {
			return err
		}
	}
	err := w.write([]any{"ref", r.Line, r.Offset, r.Element, r.Attr, r.Status, r.Head, r.Removed, r.Inserted, r.Tail, r.Reason, r.Omitted})
	if f := r.Fault; err == nil && f != nil {
		err = w.write([]any{"fault", f.Code, f.Text, f.Warning, f.Target, f.Folder})
	}
	return err
}

// references returns the references that are kept, in the order of the page.
func (w *Writer) references() []reference {
	all := append(w.kept[0].references, w.kept[1].references...)
	slices.SortStableFunc(all, func(a, b reference) int { return a.rank() - b.rank() })
	n, bytes := 0, 0
	for n < min(len(all), staticReferences) {
		if bytes += all[n].size(); bytes > staticBytes {
			break
		}
		n++
	}
	return all[:n]
}

// Note adds a note on a source. The error comes from the io.Writer.
func (w *Writer) Note(in Source, n Note) error {
	in = w.enter(in)
	n.Part, n.Kind, n.Text = text(n.Part), text(n.Kind), text(n.Text)
	w.page.Summary.note(place{Source: in, Part: n.Part}, &n)
	return w.write([]any{"note", in.Name, in.Message, n.Part, n.Offset, n.Kind, n.Text, in.Subject, string(n.State)})
}

// Headline returns the results in a few words. The page begins with them.
func (w *Writer) Headline() string { return w.page.Summary.Headline() }

// Close writes the rest of the page. read has the counts of what was read. The error comes from the
// io.Writer; if it is nil, the page is complete. Close does not close the io.Writer. No other method may follow.
func (w *Writer) Close(read Read) error {
	if err := w.start(); err != nil {
		return err
	}
	cutAll(read.Failures)
	cutAll(read.Hints)
	for _, passed := range read.Passed {
		cutAll(passed.Names)
	}
	w.page.Summary.Read = read
	w.page.References = w.references()
	w.page.shorten()
	for _, items := range w.page.Summary.items() {
		_ = w.write(items) // a later call returns the same error
	}
	w.endIsland()
	if err := templates().ExecuteTemplate(w.out, "tail", &w.page); err != nil {
		return failed(err)
	}
	return failed(w.out.Flush())
}

// start writes the beginning of the page, once.
func (w *Writer) start() error {
	if w.started {
		return nil
	}
	w.started = true
	return failed(templates().ExecuteTemplate(w.out, "head", &w.page))
}

// write writes the items as a line of data.
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

// endIsland closes the open script element. An error is returned by a later call of another method.
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
