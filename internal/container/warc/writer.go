package warc

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
)

// errChanged is the error of a change of a record that has to stay.
var errChanged = errors.New("warc: a change of a record that cannot be changed")

// A writer is the [format.MemberWriter] of a reader. It copies all records that do not change.
type writer struct {
	text    format.Writer // of the file
	options format.Archive
	records []span  // that are not finished
	begun   bool    // the first of them is the current member
	done    int64   // the offset in the text up to which all was kept or replaced
	change  *change // of the current member, or nil
	next    *conversion
	report  report
}

// A span is a record in the file.
type span struct {
	end  int64 // its offset in the text
	size int   // of the text of the member
	used int   // bytes of it that were kept or replaced
	text []byte
	from origin
}

// A change is the new text of a member, up to where it was kept or replaced.
type change struct {
	text  []byte
	start int // of the document in the new text
}

// A conversion is a record that is written before the next one, unless that is the same.
type conversion struct {
	id   string
	text []byte
}

// Rewrite implements [format.Encoded].
func (r *reader) Rewrite(w io.Writer) format.MemberWriter {
	r.back = &writer{text: r.options.Back, options: r.options.Archive}
	if r.back.text == nil {
		file := newPlainReader(r.in.Source)
		r.in.Source, r.back.text = file, file.Reader.Rewrite(w)
	}
	return r.back
}

// add adds a record that was read. It ends at the offset end of the text.
func (w *writer) add(end int64, m *format.Member, from *origin) {
	s := span{end: end, size: len(m.Text)}
	if m.HTTP || !m.NoDocument {
		s.text, s.from = m.Text, *from
	}
	s.from.record = m.Record
	w.records = append(w.records, s)
}

// Next implements [format.MemberWriter].
func (w *writer) Next() error {
	if err := w.finish(); err != nil {
		return err
	}
	if len(w.records) == 0 {
		return errors.New("warc: no more members were read")
	}
	w.begun = true
	return w.insert(w.records[0].from.record)
}

// finish ends the current record.
func (w *writer) finish() error {
	if !w.begun {
		return nil
	}
	s, c := &w.records[0], w.change
	defer func() { w.records, w.begun, w.change = w.records[1:], false, nil }()
	if c == nil {
		w.report.see(s.from.record)
		return w.keepTo(s.end)
	}
	c.text = append(c.text, s.text[s.used:]...)
	w.report.changed(s.from.record)
	if w.options.Changes == format.ReplaceRecords {
		return w.replace(s, c)
	}
	w.next = s.from.conversion(c.text[c.start:])
	return w.keepTo(s.end)
}

// replace writes the changed record c instead of s.
func (w *writer) replace(s *span, c *change) error {
	text, err := w.replacement(s, c)
	if err != nil {
		return err
	}
	if err := w.keepTo(s.from.record.At); err != nil { // what comes before the first record
		return err
	}
	if err := w.text.Replace(int(s.from.size), text); err != nil {
		return err
	}
	w.done += s.from.size
	return w.keepTo(s.end)
}

// keepTo keeps the text up to the offset end.
func (w *writer) keepTo(end int64) error {
	for w.done < end {
		n := int(min(end-w.done, math.MaxInt32))
		if err := w.text.Keep(n); err != nil {
			return err
		}
		w.done += int64(n)
	}
	return nil
}

// insert writes the conversion of the last record, unless the record that follows is the same.
func (w *writer) insert(following *format.Record) error {
	c := w.next
	w.next = nil
	if c == nil || following != nil && following.ID == c.id {
		return nil
	}
	if text, ok := w.text.(format.UnitWriter); ok {
		return text.Insert(c.text)
	}
	return w.text.Replace(0, c.text)
}

// Keep implements [format.Writer].
func (w *writer) Keep(n int) error {
	from, err := w.use(n)
	if err == nil && w.change != nil {
		w.change.text = append(w.change.text, w.records[0].text[from:from+n]...)
	}
	return err
}

// use counts n bytes of the text of the member. It returns their offset.
func (w *writer) use(n int) (from int, err error) {
	switch {
	case n == 0 && !w.begun:
		return 0, nil
	case !w.begun || n < 0 || w.records[0].size-w.records[0].used < n:
		return 0, fmt.Errorf("warc: %d bytes to keep or replace that are not in the member", n)
	}
	from = w.records[0].used
	w.records[0].used += n
	return from, nil
}

// Replace implements [format.Writer].
func (w *writer) Replace(old int, p []byte) error {
	if old == 0 && len(p) == 0 {
		return nil
	}
	from, err := w.use(old)
	if err != nil {
		return err
	}
	s := &w.records[0]
	switch {
	case s.text == nil || w.options.Changes == format.ReadRecords:
		return errChanged
	case w.options.Changes == format.AddConversions && from < s.from.start:
		return errors.New("warc: a change of an HTTP header, which no conversion has")
	case w.change == nil:
		w.change = &change{start: s.from.start, text: append(make([]byte, 0, len(s.text)+len(p)), s.text[:from]...)}
	}
	if from+old <= s.from.start && from < s.from.start {
		w.change.start += len(p) - old
	}
	w.change.text = append(w.change.text, p...)
	return nil
}

// Close implements [format.Writer].
func (w *writer) Close() error {
	err := w.finish()
	if err == nil {
		err = w.insert(nil)
	}
	return errors.Join(err, w.text.Close())
}

// Broken implements [format.Writer].
func (w *writer) Broken() error { return w.text.Broken() }

// Report implements [format.Reporter].
func (w *writer) Report() []string {
	return w.report.sentences(w.options.Changes == format.ReplaceRecords)
}
