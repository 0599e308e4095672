package warc

import (
	"errors"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/pack"
)

// A writer is the [format.MemberWriter] of a reader. It copies all records that do not change.
type writer struct {
	text    format.UnitWriter // the writer for the text of the file
	options format.Archive
	records []span // records that are not finished
	begun   bool   // the first record is the current member
	done    int64  // the offset in the text up to which all was kept or replaced
	next    *conversion
	report  report
}

// A span is a record in the file.
type span struct {
	end   int64 // the end of the member in the text
	text  format.ChangedText
	start int // the start of the document in the new text
	from  origin
}

// A conversion is a record of the type "conversion" for a document that has changed. It is written after the
// record of the document, unless the archive has it there already.
type conversion struct {
	id   string
	text []byte
}

// Rewrite implements [format.Encoded].
func (r *reader) Rewrite(w io.Writer) format.MemberWriter {
	r.back = &writer{text: r.options.Back, options: r.options.Archive}
	if r.back.text == nil {
		file := pack.Plain(r.in.Source)
		r.in.Source, r.back.text = file, file.Rewrite(w)
	}
	r.back.text.ByUnit()
	return r.back
}

// pass passes the record that was read on to the writer of the file, if there is a writer.
func (r *reader) pass(m *format.Member) {
	if r.back == nil {
		return
	}
	s := span{end: r.in.Offset(), text: format.FixedText(len(m.Text))}
	if m.HTTP || !m.NoDocument {
		s.from, s.start = r.from, r.from.start
		if r.options.Archive.Changes != format.ReadRecords {
			s.text = format.TextOf(m.Text)
		}
	}
	s.from.record = m.Record
	r.back.records = append(r.back.records, s)
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
	s := &w.records[0]
	defer func() { w.records, w.begun = w.records[1:], false }()
	if !s.text.HasChanged() {
		w.report.see(s.from.record)
		return w.keepTo(s.end)
	}
	w.report.changed(s.from.record)
	if w.options.Changes != format.ReplaceRecords {
		w.next = s.from.conversion(s.text.All()[s.start:])
		return w.keepTo(s.end)
	}
	text, err := w.replacement(s)
	if err != nil {
		return err
	}
	if err := w.keepTo(s.from.record.At); err != nil { // keep the bytes before the first record
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
	if c == nil || following != nil && following.Type == "conversion" && following.ID == c.id {
		return nil
	}
	return w.text.Insert(c.text)
}

// current returns the text of the current member, or nil.
func (w *writer) current() *format.ChangedText {
	if !w.begun {
		return nil
	}
	return &w.records[0].text
}

// Keep implements [format.Writer].
func (w *writer) Keep(n int) error { return w.current().Keep(n) }

// Replace implements [format.Writer].
func (w *writer) Replace(old int, p []byte) error {
	text := w.current()
	if old == 0 && len(p) == 0 || text == nil || text.Old() == nil {
		return text.Replace(old, p)
	}
	s, from := &w.records[0], text.Used()
	if w.options.Changes == format.AddConversions && from < s.from.start {
		return errors.New("warc: a change of an HTTP header, which no conversion has")
	}
	if err := text.Replace(old, p); err != nil {
		return err
	}
	if from+old <= s.from.start && from < s.from.start {
		s.start += len(p) - old
	}
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

// Report implements [format.Reporter].
func (w *writer) Report() []string {
	return w.report.sentences(w.options.Changes == format.ReplaceRecords)
}
