package findings

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/hrefix/hrefix/internal/archive"
)

// The kinds of records. A record is its length, its kind, and its fields. A number is a
// varint, and a string its length and its bytes, which need not be UTF-8.
const (
	documentRecord = 'd'
	findingRecord  = 'f'
	archivedRecord = 'a' // a finding in a record of a web archive
)

// errRecord is the error of bytes that are no record. Only a mistake in this package causes it.
var errRecord = errors.New("findings: wrong record")

// numbers returns the fields of f that are numbers.
func (f *Finding) numbers() []*int {
	all := []*int{&f.Message, &f.Offset, &f.Line, &f.Column, &f.Character, &f.Tree}
	if f.Record != nil {
		all = append(all, &f.Record.Status, f.Within)
	}
	return all
}

// strings returns the fields of f that are strings.
func (f *Finding) strings() []*string {
	all := []*string{&f.Doc, &f.Part, &f.Element, &f.Attr, &f.Ref, &f.URL, &f.Status, &f.Code, &f.Text, &f.Base, &f.Layer, &f.From, &f.Folder}
	if r := f.Record; r != nil {
		all = append(all, &f.Title, &r.ID, &r.URL, &r.Date)
	}
	return all
}

// Write writes the record of a finding, in one call of Write, for a [Stream] to read.
func Write(w io.Writer, f *Finding) error {
	record := []byte{findingRecord, byte(f.Severity)}
	if f.Record != nil {
		record[0] = archivedRecord
		record = binary.AppendVarint(record, f.Record.Length)
	}
	for _, n := range f.numbers() {
		record = binary.AppendUvarint(record, uint64(*n))
	}
	for _, s := range f.strings() {
		record = appendString(record, *s)
	}
	return writeRecord(w, record)
}

// WriteLeftOut writes the record of a reference that the user does not want to be checked, for [Known.Sink].
func WriteLeftOut(w io.Writer, f *Finding) error {
	out := *f
	out.Severity = leftOut
	return Write(w, &out)
}

// WriteDocument writes the record of a document. The records of its findings follow.
func WriteDocument(w io.Writer, name string) error {
	return writeRecord(w, appendString([]byte{documentRecord}, name))
}

func appendString(to []byte, s string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(s))), s...)
}

func writeRecord(w io.Writer, record []byte) error {
	_, err := w.Write(append(binary.AppendUvarint(nil, uint64(len(record))), record...))
	return err
}

// A Stream reads records, and calls the sink for each. It is the io.Writer that they are
// written to.
type Stream struct {
	sink Sink
	rest []byte // the beginning of a record
	doc  string // the last document
}

// NewStream returns a stream that calls sink.
func NewStream(sink Sink) *Stream { return &Stream{sink: sink} }

// Write reads the records in p. It returns the first error of the sink.
func (s *Stream) Write(p []byte) (int, error) {
	s.rest = append(s.rest, p...)
	left := s.rest
	for {
		size, n := binary.Uvarint(left)
		if n <= 0 || uint64(len(left)-n) < size {
			break
		}
		record := left[n : n+int(size)]
		left = left[n+int(size):]
		if err := s.record(record); err != nil {
			return 0, err
		}
	}
	if len(left) < len(s.rest) { // the beginning of a long record is moved only once
		s.rest = append(s.rest[:0], left...)
	}
	return len(p), nil
}

// record calls the sink for a record. The messages of a mailbox are one document.
func (s *Stream) record(record []byte) error {
	r := fields(record)
	switch kind := r.byte(); kind {
	case documentRecord:
		name := r.string()
		if name == s.doc {
			return nil
		}
		s.doc = name
		return s.sink.Document(name)
	case findingRecord, archivedRecord:
		f := Finding{Severity: Severity(r.byte())}
		if kind == archivedRecord {
			f.Record, f.Within = new(archive.Record), new(int)
			f.Record.Length = r.signed()
		}
		for _, n := range f.numbers() {
			*n = r.number()
		}
		for _, text := range f.strings() {
			*text = r.string()
		}
		if f.Severity == leftOut {
			if k, ok := s.sink.(*knownFilter); ok {
				k.known.leaveOut(&f)
			}
			return nil
		}
		return s.sink.Finding(&f)
	}
	return errRecord
}

// fields are the bytes of a record that are not read yet. They come from [Write], so they are
// well-formed.
type fields []byte

func (r *fields) byte() byte {
	b := (*r)[0]
	*r = (*r)[1:]
	return b
}

func (r *fields) number() int {
	n, size := binary.Uvarint(*r)
	*r = (*r)[size:]
	return int(n)
}

func (r *fields) signed() int64 {
	n, size := binary.Varint(*r)
	*r = (*r)[size:]
	return n
}

func (r *fields) string() string {
	n := r.number()
	s := string((*r)[:n])
	*r = (*r)[n:]
	return s
}
