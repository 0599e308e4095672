package zip

import (
	stdzip "archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A reader reads the entries of a zip file.
type reader struct {
	from      io.Reader
	options   format.Options
	file      *file // nil if the file is not open, or cannot be read
	directory *directory
	err       error // the error of the file

	data     *bufio.Reader // the data of the current entry
	inflater io.ReadCloser // nil before the first use
	number   int
	offset   int64        // the offset of the next member in the texts of all members
	text     bytes.Buffer // the text of the current document
	reported bool         // the reason why no document may change was reported
	back     *writer      // nil unless the file is rewritten
}

// newReader returns a reader of a file.
func newReader(file io.Reader, o format.Options) *reader {
	if o.Document == nil {
		o.Document = func(string, func() []byte) (bool, string) { return true, "" }
	}
	return &reader{from: file, options: o, data: bufio.NewReaderSize(nil, 32<<10)}
}

// Close removes the copy of a file that can be read only once. After the last member, it need not be
// called.
func (r *reader) Close() error {
	if r.file == nil || r.back != nil {
		return nil
	}
	return r.file.Close()
}

// Next implements [format.Reader].
func (r *reader) Next(m *format.Member) error {
	*m = format.Member{}
	if r.directory == nil && r.err == nil {
		if r.file, r.err = open(r.from); r.err == nil {
			r.directory, r.err = r.file.directory()
		}
		if b, ok := r.err.(*Broken); ok { // the file is a single member with a defect
			r.err, r.directory = nil, &directory{file: r.file}
			*m = format.Member{Number: 1, Defect: b.what, Broken: true}
			r.passOn(m, nil)
			return nil
		}
		if r.err == nil {
			r.directory.find(r.options.Signed)
			r.err = r.file.err
		}
	}
	if r.err == nil && r.number == len(r.directory.entries) {
		r.err = cmp.Or(r.Close(), io.EOF)
	}
	if r.err != nil {
		return r.err
	}
	e := &r.directory.entries[r.number]
	r.number++
	if r.text.Reset(); r.back != nil {
		r.text = bytes.Buffer{}
	}
	*m = format.Member{Number: r.number, Offset: r.offset, Name: e.Name, NoDocument: true}
	if mode(&e.FileHeader).IsRegular() {
		r.document(m, e)
	}
	r.offset += int64(len(m.Text))
	r.passOn(m, e)
	r.err = r.file.err
	return r.err
}

// passOn passes a member on to the writer of the file, if there is one.
func (r *reader) passOn(m *format.Member, e *entry) {
	if r.back == nil {
		return
	}
	text := format.TextOf(m.Text)
	if m.ReadOnly != "" {
		text = format.FixedText(len(m.Text))
	}
	r.back.members = append(r.back.members, member{e, text})
}

// document sets m to the document in an entry, if the entry is a document. If it cannot be read, m
// has a defect.
func (r *reader) document(m *format.Member, e *entry) {
	const headSize, largest = 64 << 10, 1 << 30
	var err error
	r.data.Reset(io.NewSectionReader(r.file, e.data, int64(e.CompressedSize64)))
	in := io.Reader(r.data)
	if e.Method != stdzip.Store {
		if r.inflater == nil {
			r.inflater = flate.NewReader(r.data)
		} else {
			_ = r.inflater.(flate.Resetter).Reset(r.data, nil) // Reset always returns nil
		}
		in = r.inflater
	}
	is, archive := r.options.Document(m.Name, func() []byte {
		if e.defect == "" {
			r.text.Grow(int(min(e.UncompressedSize64, headSize)) + bytes.MinRead)
			_, err = io.CopyN(&r.text, in, headSize)
		}
		return r.text.Bytes()
	})
	limits, most := r.options.Limits.WithDefaults(), uint64(max(0, r.options.MaxMember))
	switch size := e.UncompressedSize64; {
	case e.defect != "" && (is || archive != ""):
		m.Defect, m.Broken = e.defect, e.unsupported() == ""
	case !is:
		m.Archive = archive
	case size > uint64(limits.Text(int64(e.CompressedSize64))):
		m.Defect = limits.Exceeded().Error()
	case most > 0 && size > most, size >= largest:
		m.Large = true
	default:
		if err == nil {
			r.text.Grow(int(min(size, 1<<20)) + bytes.MinRead)
			_, err = io.CopyN(&r.text, in, int64(size)+1-int64(r.text.Len()))
		}
		if m.Defect = r.defect(e, err); m.Defect != "" {
			m.Broken = true
			return
		}
		m.NoDocument, m.Text, m.End = false, r.text.Bytes(), r.text.Len()
		if m.ReadOnly = r.directory.fixed; m.ReadOnly != "" && !r.reported {
			r.reported = true
			m.Faults = []string{m.ReadOnly + ": its files stay as they are"}
		}
	}
}

// defect returns the defect of the text of an entry that was read up to the error err, or "".
func (r *reader) defect(e *entry, err error) string {
	_, more := r.data.Peek(1)
	switch {
	case err != nil && err != io.EOF:
		return "its data cannot be decompressed: " + err.Error()
	case uint64(r.text.Len()) != e.UncompressedSize64 || err == nil:
		return "its size is another one than the directory says"
	case more == nil:
		return "its data ends before the directory says"
	case crc32.ChecksumIEEE(r.text.Bytes()) != e.CRC32:
		return "its checksum is wrong"
	}
	return ""
}
