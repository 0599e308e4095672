package linklist

import (
	"bytes"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
	"github.com/hrefix/hrefix/internal/printable"
)

// A WAT file has a WARC record of type metadata for each record with a document, or with an HTTP
// response. The block of the record is JSON in the form of Common Crawl's extractor
// (ia-web-commons): the envelope, the HTTP header, and the links of the HTML, each with the path of
// its element and attribute, and the URL as it is written. The target of each link is added.

// A watWriter collects the links of a record.
type watWriter struct {
	one  *job.Piece
	file string // the name of the archive

	base    []byte    // the JSON string of the href of BASE, or empty
	title   []byte    // the JSON string of the title, or empty
	lists   [5][]byte // the JSON objects of links, each after a comma: see watLists
	tags    []watTag  // LINK and SCRIPT elements that no reference has passed
	path    []byte
	json    []byte
	target  []byte
	out     bytes.Buffer
	zip     *gzip.Writer
	version string

	compressed, gzip bool // the archive is compressed, and by gzip
}

// A watTag is the start tag of a LINK or SCRIPT element, with members of the objects for its links.
type watTag struct {
	start, end int
	members    []byte
}

// watLists are the lists of links.
const (
	watLinks   = iota // the links of the document
	watHead           // LINK elements
	watScripts        // SCRIPT elements
	watHeader         // fields of the HTTP header
	watMetas          // META elements, which need not have links
)

var watWriters = sync.Pool{New: func() any { return &watWriter{zip: gzip.NewWriter(nil)} }}

// WATWriter returns a function that returns a Writer of records for a WAT file. Sources must be web
// archives.
func WATWriter(version string) NewWriter {
	return func(s *source.Source, one *job.Piece) Writer {
		w := watWriters.Get().(*watWriter)
		w.one, w.file, w.version = one, filepath.Base(s.DisplayName()), version
		w.compressed = s.Coded != nil
		w.gzip = w.compressed && s.Coded.Coding.Name == "gzip"
		w.base, w.title, w.tags = w.base[:0], w.title[:0], w.tags[:0]
		for i := range w.lists {
			w.lists[i] = w.lists[i][:0]
		}
		return w
	}
}

// Head adds what a document says about itself: its title, its META elements, and the attributes of its LINK and
// SCRIPT elements, which Reference adds to their links.
func (w *watWriter) Head(t *engine.HeadTag) {
	switch t.Element {
	case "title":
		if len(w.title) == 0 {
			w.title = printable.AppendJSON(w.title, t.Title())
		}
	case "meta":
		if m := appendAttrs(nil, t, "name", "rel", "content", "http-equiv", "property"); m != nil {
			m[0] = '{'
			w.lists[watMetas] = append(append(append(w.lists[watMetas], ','), m...), '}')
		}
	default:
		if m := appendAttrs(nil, t, "rel", "type"); m != nil {
			w.tags = append(w.tags, watTag{t.Start, t.End, m})
		}
	}
}

// appendAttrs appends a member, after a comma, for each attribute with one of the names.
func appendAttrs(b []byte, t *engine.HeadTag, names ...string) []byte {
	for _, name := range names {
		if value, ok := t.Attr(name); ok {
			b = append(printable.AppendJSON(append(b, ','), name), ':')
			b = printable.AppendJSON(b, value)
		}
	}
	return b
}

// attrsOf returns the members for the tag that a reference is in, or nil. References come in the order of the
// source.
func (w *watWriter) attrsOf(ref *engine.Reference) []byte {
	at := ref.Offset()
	for len(w.tags) > 0 && w.tags[0].end <= at {
		w.tags = w.tags[1:]
	}
	if len(w.tags) > 0 && w.tags[0].start <= at {
		return w.tags[0].members
	}
	return nil
}

// Reference adds a reference to its list.
func (w *watWriter) Reference(ref *engine.Reference) error {
	list, path := watLinks, w.path[:0]
	switch {
	case ref.Element == "base" && ref.Attr == "href":
		if len(w.base) == 0 {
			w.base = printable.AppendJSON(w.base, ref.Text)
		}
		return nil
	case ref.Element == "" && ref.Attr != "":
		list, path = watHeader, append(path, ref.Attr...)
	case ref.Element == "": // a style sheet
		path = append(path, "STYLE/#text"...)
	case ref.Attr == "":
		path = append(appendUpper(path, ref.Element), "/#text"...)
	default:
		path = append(append(appendUpper(path, ref.Element), "@/"...), ref.Attr...)
	}
	switch w.path = path; string(path) {
	case "LINK@/href":
		list = watHead
	case "SCRIPT@/src":
		list = watScripts
	}
	b := append(w.lists[list], `,{"path":`...)
	b = printable.AppendJSON(b, path)
	b = printable.AppendJSON(append(b, `,"url":`...), ref.Text)
	if linktext.HasTarget(ref) {
		w.target = linktext.AppendTarget(w.target[:0], ref)
		b = printable.AppendJSON(append(b, `,"target":`...), w.target)
	}
	if list == watHead || list == watScripts {
		b = append(b, w.attrsOf(ref)...)
	}
	w.lists[list] = append(b, '}')
	return nil
}

// appendUpper appends the name of an element in upper case.
func appendUpper(b []byte, name string) []byte {
	for i := range len(name) {
		c := name[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
}

// Close writes the record. Before the first record it writes a warcinfo record.
func (w *watWriter) Close() error {
	r := w.one.Record()
	w.out.Reset()
	if r != nil && w.one.Message == 1 {
		w.warcinfo()
	}
	if r != nil && slices.Contains([]string{"response", "resource", "conversion"}, r.Type) {
		w.metadata(r)
	}
	var err error
	if w.out.Len() > 0 {
		_, err = w.one.Console.Stdout.Write(w.out.Bytes())
	}
	if w.one = nil; w.out.Cap()+cap(w.json) > 1<<20 {
		*w = watWriter{zip: w.zip}
	}
	watWriters.Put(w)
	return err
}

// warcinfo writes the record that describes the file.
func (w *watWriter) warcinfo() {
	now := time.Now().UTC().Format(time.RFC3339)
	block := "software: hrefix " + w.version + "\r\nformat: WARC File Format 1.0\r\ndescription: the links of " + field(w.file) + "\r\n"
	w.record([][2]string{
		{"WARC-Type", "warcinfo"}, {"WARC-Date", now}, {"WARC-Filename", container.TrimCoding(w.file) + ".wat.gz"},
		{"WARC-Record-ID", recordID(w.file, "", 0, now)}, {"Content-Type", "application/warc-fields"},
	}, []byte(block))
}

// metadata writes the record for r.
func (w *watWriter) metadata(r *format.Record) {
	refers := r.ID
	if refers == "" {
		refers = "<urn:arc:" + w.file + ":" + strconv.FormatInt(r.Offset, 10) + ">"
	}
	w.json = w.appendJSON(w.json[:0], r)
	w.record([][2]string{
		{"WARC-Type", "metadata"}, {"WARC-Target-URI", r.URL}, {"WARC-Date", date(r.Date)},
		{"WARC-Record-ID", recordID(w.file, r.ID, r.At, r.URL)}, {"WARC-Refers-To", refers}, {"Content-Type", "application/json"},
	}, w.json)
}

// record writes a WARC record as a gzip member.
func (w *watWriter) record(fields [][2]string, block []byte) {
	w.zip.Reset(&w.out)
	var head strings.Builder
	head.WriteString("WARC/1.0\r\n")
	for _, f := range append(fields, [2]string{"Content-Length", strconv.Itoa(len(block))}) {
		if f[1] != "" {
			head.WriteString(f[0] + ": " + field(f[1]) + "\r\n")
		}
	}
	head.WriteString("\r\n")
	for _, part := range [][]byte{[]byte(head.String()), block, []byte("\r\n\r\n")} {
		_, _ = w.zip.Write(part) // writing to memory cannot fail
	}
	_ = w.zip.Close()
}
