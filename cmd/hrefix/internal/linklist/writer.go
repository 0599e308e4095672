// Package linklist writes references in the formats of the verb links.
//
// # Formats
//
//   - text: a line of columns for people, with why each link is as it is.
//   - json: an object a line. Its keys are stable.
//   - tsv: a line for each link that has a target: the URL of the document, the target, the element
//     and the attribute, separated by tabs. It is the fast one, for graphs of links.
//   - wat: a WARC file with a metadata record for each record of a web archive, as Common Crawl has
//     them, with the targets of the links. Each record is a gzip member.
//
// Package internal/linktext writes the lines of text, json and tsv; wat.go and watjson.go write wat.
package linklist

import (
	"io"
	"strconv"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
)

// A Writer writes the references of a piece. Close must be called at the end of the piece.
type Writer interface {
	Reference(ref *engine.Reference) error
	Close() error
}

// A HeadWriter is a Writer that also writes what documents say about themselves. Head is called before Reference.
type HeadWriter interface {
	Head(t *engine.HeadTag)
}

// A NewWriter returns the Writer of a piece.
type NewWriter func(s *source.Source, one *job.Piece) Writer

// A lineWriter writes lines to the standard output of a piece.
type lineWriter struct {
	to     io.Writer
	buf    []byte
	append func(w *lineWriter, ref *engine.Reference)

	doc  string
	one  *job.Piece
	from linktext.Source
}

// lineWriters are the writers of pieces that are finished.
var lineWriters = sync.Pool{New: func() any { return new(lineWriter) }}

// newLineWriter returns the writer of a piece that calls appendLine for each reference.
func newLineWriter(s *source.Source, one *job.Piece, appendLine func(*lineWriter, *engine.Reference)) Writer {
	w := lineWriters.Get().(*lineWriter)
	*w = lineWriter{to: one.Console.Stdout, buf: w.buf[:0], append: appendLine, doc: s.Name, one: one, from: w.from}
	w.from.Reset(s.Name, one.Record())
	return w
}

// enough is the number of bytes from which on lines are written.
const enough = 32 << 10

// Reference writes the line of a reference.
func (w *lineWriter) Reference(ref *engine.Reference) error {
	w.append(w, ref)
	if len(w.buf) < enough {
		return nil
	}
	return w.flush()
}

func (w *lineWriter) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	_, err := w.to.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

// Close writes the lines that are left. It keeps the memory for further pieces, unless a URL has
// made the memory large.
func (w *lineWriter) Close() error {
	err := w.flush()
	if cap(w.buf) <= 4*enough {
		w.to, w.one = nil, nil
		w.from.Reset("", nil)
		lineWriters.Put(w)
	}
	return err
}

// TSVWriter returns a Writer of lines of tsv.
func TSVWriter(s *source.Source, one *job.Piece) Writer {
	return newLineWriter(s, one, func(w *lineWriter, ref *engine.Reference) {
		if linktext.HasTarget(ref) {
			w.buf = linktext.AppendTSV(w.buf, w.from.URL(ref), ref)
		}
	})
}

// JSONWriter returns a Writer of objects, one a line.
func JSONWriter(s *source.Source, one *job.Piece) Writer {
	return newLineWriter(s, one, func(w *lineWriter, ref *engine.Reference) {
		w.buf = linktext.AppendLink(w.buf, w.doc, &w.one.Lines, ref)
	})
}

// WriteUnread writes the line of a value that is not read, or its object.
func WriteUnread(s *source.Source, one *job.Piece, u *engine.Unread, asJSON bool) error {
	if asJSON {
		return console.WriteJSON(one.Console.Stdout, linktext.NewUnread(s.Name, &one.Lines, u))
	}
	l := linktext.NewUnread(one.NameIn(s), &one.Lines, u)
	_, err := one.Console.Stdout.Write(l.Append(nil))
	return err
}

// TextWriter returns a Writer of lines for people.
func TextWriter(s *source.Source, one *job.Piece) Writer {
	doc := one.NameIn(s)
	return newLineWriter(s, one, func(w *lineWriter, ref *engine.Reference) {
		l := linktext.NewLink(doc, &w.one.Lines, ref)
		w.buf = l.Append(w.buf)
	})
}

// TargetWriter returns a Writer of targets for a counter of package targets.
func TargetWriter(s *source.Source, one *job.Piece) Writer {
	return newLineWriter(s, one, func(w *lineWriter, ref *engine.Reference) {
		if linktext.HasTarget(ref) {
			w.buf = append(linktext.AppendTarget(w.buf, ref), '\n')
		}
	})
}

// A countedTarget is a target with its number of links, as JSON. The keys are stable.
type countedTarget struct {
	Host  string `json:"host"`
	Links int64  `json:"links"`
	URL   string `json:"url"`
}

// TargetPrinter returns a function that writes a target and its number of links to w, as columns
// or as JSON.
func TargetPrinter(w io.Writer, asJSON bool) func(host, url []byte, links int64) error {
	if asJSON {
		return func(host, url []byte, links int64) error {
			return console.WriteJSON(w, countedTarget{string(host), links, string(url)})
		}
	}
	var line []byte
	return func(host, url []byte, links int64) error {
		line = append(append(line[:0], host...), '\t')
		line = append(strconv.AppendInt(line, links, 10), '\t')
		line = append(append(line, url...), '\n')
		_, err := w.Write(line)
		return err
	}
}

// The formats.
const (
	Text = "text"
	JSON = "json"
	TSV  = "tsv"
	WAT  = "wat"
)

// Formats returns the names of the formats.
func Formats() []string { return []string{Text, JSON, TSV, WAT} }
