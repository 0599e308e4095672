// Package sketch has two made-up formats, with which the tests show how a format
// is added. A file is its magic and any number of records:
//
//	NAME URL LENGTH CRC\n   the name and the URL of the document, its length in
//	                        decimal digits, and its checksum in hexadecimal
//	document
//
// In the first format, the document is as it is; in the second, all its bits
// are inverted. Length and checksum are those of the bytes in the file.
package sketch

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
)

const (
	plainMagic    = "SKETCH1\n"
	invertedMagic = "SKETCH2\n"
)

// Plain is the row of the first format.
var Plain = format.Format{
	Name:       "sketch",
	Extensions: []string{".sketch"},
	Magic:      func(head []byte) bool { return bytes.HasPrefix(head, []byte(plainMagic)) },
	Open: func(file io.Reader, o format.Options) format.Reader {
		return &reader{in: bufio.NewReader(file), most: o.MaxMember}
	},
	Correct: correct,
}

// Inverted is the row of the second format.
var Inverted = format.Format{
	Name:       "inverted",
	Extensions: []string{".inverted"},
	Magic:      func(head []byte) bool { return bytes.HasPrefix(head, []byte(invertedMagic)) },
	Open: func(file io.Reader, o format.Options) format.Reader {
		return &inverted{reader: reader{in: bufio.NewReader(file)}, back: o.Back}
	},
	Encoded: true,
}

// A head is the first line of a record.
type head struct {
	name, url   string
	size        int
	length, crc [2]int // their offsets in the line
}

// parse returns the head in line. ok is false if it is not valid.
func parse(line []byte) (h head, ok bool) {
	line = bytes.TrimPrefix(bytes.TrimPrefix(line, []byte(plainMagic)), []byte(invertedMagic))
	fields := bytes.Split(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	if len(fields) != 4 {
		return h, false
	}
	size, err := strconv.ParseUint(string(fields[2]), 10, 31)
	h.name, h.url, h.size = string(fields[0]), string(fields[1]), int(size)
	return h, err == nil && len(fields[3]) == 8
}

// A reader reads the first format, with one record in memory.
type reader struct {
	in     *bufio.Reader
	buf    []byte // the record
	number int
	offset int64
	rest   int  // bytes of a large record that were not read
	broken bool // the rest of the file is not valid
	most   int
}

// Next implements [format.Reader].
func (r *reader) Next(m *format.Member) error {
	*m = format.Member{Offset: r.offset}
	err := r.read(m)
	m.Number, m.Text = r.number, r.buf
	r.offset += int64(len(r.buf))
	if len(r.buf) > 0 {
		return nil
	}
	return err
}

// read reads a record, or a part of one, into r.buf.
func (r *reader) read(m *format.Member) error {
	r.buf = r.buf[:0]
	if r.rest > 0 || r.broken {
		m.Large, m.Continued = true, true
		return r.part()
	}
	r.number++
	h, ok, err := r.head()
	if err == io.EOF && len(r.buf) == 0 {
		return err
	}
	if !ok {
		m.Defect, r.broken = "not a valid record", true
		return err
	}
	if r.most > 0 && h.size > r.most {
		m.Large, r.rest = true, h.size
		return nil
	}
	m.Name, m.Base = h.name, format.URL{Value: h.url, From: "the record"}
	m.Start = len(r.buf)
	if err = r.take(h.size); err != nil {
		m.Defect = "the record is cut short"
	}
	m.End = len(r.buf)
	return err
}

// head reads the first line of a record.
func (r *reader) head() (h head, ok bool, err error) {
	lines := 1
	if r.offset == 0 {
		lines = 2 // the magic, too
	}
	for range lines {
		line, more := r.in.ReadSlice('\n')
		r.buf = append(r.buf, line...)
		if err = more; err != nil {
			return h, false, err
		}
	}
	h, ok = parse(r.buf)
	return h, ok, nil
}

// part reads a part of what is only copied.
func (r *reader) part() error {
	n := 64 << 10
	if r.rest > 0 {
		n = min(n, r.rest)
	}
	err := r.take(n)
	r.rest = max(0, r.rest-n)
	return err
}

// take appends n bytes to r.buf.
func (r *reader) take(n int) error {
	from := len(r.buf)
	r.buf = append(r.buf, make([]byte, n)...)
	k, err := io.ReadFull(r.in, r.buf[from:])
	r.buf = r.buf[:from+k]
	return err
}

// correct returns the edits of length and checksum.
func correct(m *format.Member, c format.Change) (before, after []edit.Edit) {
	line := c.Text[c.Member:c.Start]
	sum := crc32.NewIEEE()
	_, _ = c.WriteTo(sum)
	from := bytes.LastIndexByte(line[:len(line)-len(" 01234567\n")], ' ') + 1
	end := []byte(fmt.Sprintf("%d %08x\n", c.Size(), sum.Sum32()))
	return []edit.Edit{{Start: c.Member + from, End: c.Start, New: end}}, nil
}

// An inverted reads the second format. It keeps the records that the Writer has
// not written yet.
type inverted struct {
	reader
	to    io.Writer     // nil unless the file is rewritten
	back  format.Writer // of the coding of the file, if it has one
	kept  []record      // those that are not written
	begun bool          // the Writer is at the first of them
	text  int64
}

// A record is one that was read.
type record struct {
	raw  []byte
	head int // the length of the first line
	name string
	url  string
	text []byte // decoded

	done    int // bytes of text that were kept or replaced
	changed []byte
	edited  bool
}

// Next implements [format.Reader].
func (v *inverted) Next(m *format.Member) error {
	if err := v.reader.Next(m); err != nil {
		return err
	}
	rec := record{raw: bytes.Clone(m.Text), head: m.Start, name: m.Name, url: m.Base.Value, text: invert(m.Document())}
	m.Text, m.Start, m.End, m.Offset = rec.text, 0, len(rec.text), v.text
	v.text += int64(len(rec.text))
	if v.to != nil {
		v.kept = append(v.kept, rec)
	}
	return nil
}

// Rewrite implements [format.Encoded].
func (v *inverted) Rewrite(w io.Writer) format.MemberWriter {
	v.to = w
	return (*writer)(v)
}

// A writer is the [format.MemberWriter] of an inverted.
type writer inverted

// Next implements [format.MemberWriter].
func (w *writer) Next() error {
	if !w.begun {
		w.begun = true
		return nil
	}
	err := w.write(&w.kept[0])
	w.kept = w.kept[1:]
	return err
}

// Keep implements [format.Writer].
func (w *writer) Keep(n int) error {
	r := &w.kept[0]
	if r.edited {
		r.changed = append(r.changed, r.text[r.done:r.done+n]...)
	}
	r.done += n
	return nil
}

// Replace implements [format.Writer].
func (w *writer) Replace(old int, p []byte) error {
	r := &w.kept[0]
	if !r.edited {
		r.edited, r.changed = true, bytes.Clone(r.text[:r.done])
	}
	r.changed = append(r.changed, p...)
	r.done += old
	return nil
}

// write writes a record: the bytes that were read, unless it is edited.
func (w *writer) write(r *record) error {
	out := r.raw
	if r.edited {
		data := invert(append(r.changed, r.text[r.done:]...))
		out = nil
		if bytes.HasPrefix(r.raw, []byte(invertedMagic)) {
			out = append(out, invertedMagic...)
		}
		out = fmt.Appendf(out, "%s %s %d %08x\n%s", r.name, r.url, len(data), crc32.ChecksumIEEE(data), data)
	}
	switch {
	case w.back != nil && !r.edited:
		return w.back.Keep(len(r.raw))
	case w.back != nil:
		return w.back.Replace(len(r.raw), out)
	}
	_, err := w.to.Write(out)
	return err
}

// Close implements [format.Writer].
func (w *writer) Close() error {
	for i := range w.kept {
		if err := w.write(&w.kept[i]); err != nil {
			return err
		}
	}
	w.kept = nil
	if w.back != nil {
		return w.back.Close()
	}
	_, err := io.Copy(w.to, w.in)
	return err
}

// Broken implements [format.Writer].
func (w *writer) Broken() error {
	if w.back != nil {
		return w.back.Broken()
	}
	return nil
}

// invert returns b with all bits inverted.
func invert(b []byte) []byte {
	out := make([]byte, len(b))
	for i := range b {
		out[i] = ^b[i]
	}
	return out
}
