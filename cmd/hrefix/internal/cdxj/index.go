package cdxj

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/warc"
	"github.com/hrefix/hrefix/internal/printable"
	"github.com/hrefix/hrefix/internal/targets"
)

// An Index has the lines of archives. It must be closed. Its methods may be called by several
// goroutines.
type Index struct {
	mu    sync.Mutex
	lines targets.Counter
}

// Add adds the lines of an archive.
func (x *Index) Add(a *Archive) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return a.lines.EachKey(func(line []byte, _ int64) error {
		x.lines.AddKey(line)
		return nil
	})
}

// WriteTo writes the index.
func (x *Index) WriteTo(w io.Writer) (n int64, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	out := bufio.NewWriter(w)
	err = x.lines.EachKey(func(line []byte, _ int64) error {
		n += int64(len(line)) + 1
		_, _ = out.Write(line)
		return out.WriteByte('\n')
	})
	return n, errors.Join(err, out.Flush())
}

// Close removes temporary files.
func (x *Index) Close() error { return x.lines.Close() }

// An Archive collects the lines of an archive that is written to it. It must be closed.
type Archive struct {
	// Unplaced is the number of records whose offsets in the file are not known.
	Unplaced int

	name   string
	limits format.Limits
	lines  targets.Counter
	in     *io.PipeWriter
	done   chan error
	line   []byte
}

// NewArchive returns an Archive for a file called name, which must not expand to more than the
// limits allow.
func NewArchive(name string, limits format.Limits) *Archive {
	r, w := io.Pipe()
	a := &Archive{name: name, limits: limits, in: w, done: make(chan error, 1)}
	a.lines.Memory = 16 << 20
	go func() {
		err := a.read(r)
		_, failed := io.Copy(io.Discard, r) // read the rest, so that Write does not wait
		a.done <- errors.Join(err, failed)
	}()
	return a
}

// Write implements [io.Writer].
func (a *Archive) Write(p []byte) (int, error) { return a.in.Write(p) }

// End ends the file. It must be called once, before Add.
func (a *Archive) End() error {
	_ = a.in.Close() // Close returns no error
	return <-a.done
}

// Close removes temporary files.
func (a *Archive) Close() error { return a.lines.Close() }

// IsIndex reports whether a file begins as an index does.
func IsIndex(r io.Reader) (bool, error) {
	line, err := bufio.NewReaderSize(r, 64<<10).ReadSlice('\n')
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return false, err
	}
	words := bytes.SplitN(line, []byte(" "), 3)
	return len(words) == 3 && len(words[1]) == 14 && bytes.HasPrefix(words[2], []byte("{")), nil
}

// read reads the file.
func (a *Archive) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 64<<10)
	text, o := io.Reader(in), format.Options{Limits: a.limits}
	head, _ := in.Peek(container.CodingMagicSize) // a later read returns the error, too
	if c := container.Coding(head); c != nil {
		d := c.Open(in, o)
		defer d.Close()
		o.Units = d
		text = d
	}
	records := warc.NewRecords(text, o)
	for {
		c, err := records.Next()
		if err != nil {
			return nil // broken records are reported elsewhere
		}
		status, mime := 0, c.MediaType
		if c.Head != nil {
			status = c.Head.Status
		}
		c.Finish()
		a.add(c.Record, status, mime)
	}
}

// isIndexed reports whether a record is in an index.
func isIndexed(r *format.Record, mime string) bool {
	switch r.Type {
	case "request", "warcinfo", "":
		return false
	case "metadata", "resource":
		return mime != "application/warc-fields" && r.URL != ""
	}
	return r.URL != ""
}

// add adds the line of a record.
func (a *Archive) add(r *format.Record, status int, mime string) {
	switch {
	case !isIndexed(r, mime):
		return
	case r.Offset < 0 || r.Length == 0:
		a.Unplaced++
		return
	case r.Type == "revisit":
		status, mime = 0, "warc/revisit"
	}
	a.line = append(append(a.line[:0], Key(r.URL)...), ' ')
	date := "00000000000000"
	if t, ok := crawl.ParseDate(r.Date); ok {
		date = t.Format("20060102150405")
	}
	a.line = append(append(a.line, date...), " {"...)
	a.field("url", r.URL)
	a.field("mime", mime)
	if status > 0 {
		a.field("status", strconv.Itoa(status))
	}
	_, digest, _ := strings.Cut(r.Field("WARC-Payload-Digest"), ":")
	a.field("digest", digest)
	a.field("length", strconv.FormatInt(r.Length, 10))
	a.field("offset", strconv.FormatInt(r.Offset, 10))
	a.field("filename", a.name)
	a.line = append(bytes.TrimSuffix(a.line, []byte(", ")), '}')
	a.lines.AddKey(a.line)
}

// field adds a key of the object, unless the value is empty.
func (a *Archive) field(key, value string) {
	if value != "" {
		a.line = append(append(append(a.line, '"'), key...), `": `...)
		a.line = append(printable.AppendJSON(a.line, value), ", "...)
	}
}
