package findings

import (
	"encoding/binary"
	"io"

	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/linktext"
)

// A record is its length and its fields. A number is a varint, and a string its length and its bytes, which need not be UTF-8.

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
	all := []*string{&f.Doc, &f.Part, &f.Element, &f.Attr, &f.Ref, &f.URL, &f.Status, &f.Reason, &f.Text, &f.Base, &f.Layer, &f.From, &f.Folder}
	if r := f.Record; r != nil {
		all = append(all, &f.Title, &r.ID, &r.URL, &r.Date)
	}
	return all
}

// Write writes the record of a finding, in one call of Write, for an [Output] to read.
func Write(w io.Writer, f *Finding) error {
	record := []byte{byte(f.Severity), 0}
	if f.Record != nil { // a record of a web archive
		record[1] = 1
		record = binary.AppendVarint(record, f.Record.Length)
	}
	for _, n := range f.numbers() {
		record = binary.AppendUvarint(record, uint64(*n))
	}
	for _, s := range f.strings() {
		record = append(binary.AppendUvarint(record, uint64(len(*s))), *s...)
	}
	_, err := w.Write(append(binary.AppendUvarint(nil, uint64(len(record))), record...))
	return err
}

// WriteLeftOut writes the record of a reference that the user does not want to be checked, for [Known].
func WriteLeftOut(w io.Writer, f *Finding) error {
	out := *f
	out.Severity = leftOut
	return Write(w, &out)
}

// WriteDocument writes the record of a document. The records of its findings follow. A web archive is not counted.
func WriteDocument(w io.Writer, name string, isArchive bool) error {
	f := Finding{Link: linktext.Link{Doc: name}, Severity: begun}
	if isArchive {
		f.Record, f.Within = new(archive.Record), new(int)
	}
	return Write(w, &f)
}

// read reads the fields of a record.
func (f *Finding) read(record []byte) {
	f.Severity = Severity(record[0])
	fields := record[2:]
	if record[1] != 0 {
		length, n := binary.Varint(fields)
		fields = fields[n:]
		f.Record, f.Within = &archive.Record{Length: length}, new(int)
	}
	number := func() int {
		value, n := binary.Uvarint(fields)
		fields = fields[n:]
		return int(value)
	}
	for _, to := range f.numbers() {
		*to = number()
	}
	for _, to := range f.strings() {
		n := number()
		*to, fields = string(fields[:n]), fields[n:]
	}
}
