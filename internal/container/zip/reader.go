package zip

import (
	"errors"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A reader reads the entries of a zip file.
type reader struct {
	from      io.Reader
	options   format.Options
	opened    bool
	file      *file // nil if it cannot be read
	directory *directory
	err       error // of the file

	records, data *window
	inflater      io.ReadCloser // nil before the first use
	used          int64         // the end of the data of all entries so far
	number        int
	offset        int64   // of the next member in the texts of all members
	text          []byte  // of the current document
	protected     bool    // the fault about a signature was reported
	back          *writer // nil unless the file is rewritten
}

// newReader returns a reader of a file.
func newReader(file io.Reader, o format.Options) *reader {
	return &reader{from: file, options: o}
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
	if r.err == nil && !r.opened {
		r.begin(m)
		if m.Number > 0 {
			return nil
		}
	}
	if r.err == nil && (r.directory == nil || r.number == len(r.directory.places)) {
		r.err = errors.Join(io.EOF, r.Close())
		if errors.Unwrap(r.err) == nil {
			r.err = io.EOF
		}
	}
	if r.err != nil {
		return r.err
	}
	r.err = r.next(m)
	return r.err
}

// begin reads the directory. A file whose directory cannot be read is one member with a defect.
func (r *reader) begin(m *format.Member) {
	r.open()
	if r.err != nil {
		return
	}
	r.directory, r.err = r.file.directory()
	r.records, r.data = newWindow(r.file), newWindow(r.file)
	if b := new(Broken); errors.As(r.err, &b) {
		r.err, r.directory = nil, nil
		*m = format.Member{Number: 1, Defect: b.what, Broken: true}
		r.passOn(m, nil)
	}
}

// open makes the file readable at any offset.
func (r *reader) open() {
	r.opened = true
	if r.file == nil && r.err == nil {
		r.file, r.err = open(r.from)
	}
}

// next reads the next entry.
func (r *reader) next(m *format.Member) error {
	e, why, err := r.entry(r.number)
	if err != nil {
		return err
	}
	r.number++
	if r.back != nil || cap(r.text) > 4<<20 {
		r.text = nil
	}
	*m = format.Member{Number: r.number, Offset: r.offset, Name: string(e.name), NoDocument: true}
	switch {
	case !e.isFile():
	case why != "":
		r.leave(m, why)
		m.Broken = m.Defect != "" && e.unsupported() == ""
	default:
		err = r.document(m, &e)
	}
	r.offset += int64(len(m.Text))
	r.passOn(m, &e)
	return err
}

// leave makes m a member without a document. It gets the defect why if its name is that of a
// document.
func (r *reader) leave(m *format.Member, why defect) {
	m.Text, m.Start, m.End, m.Large = nil, 0, 0, false
	is, archive := r.isDocument(m.Name, func() []byte { return nil })
	if m.NoDocument = true; is || archive != "" {
		m.Defect = why
	}
}

// isDocument calls [format.Options].Document. Without it, all files are documents.
func (r *reader) isDocument(name string, head func() []byte) (is bool, archive string) {
	if r.options.Document == nil {
		return true, ""
	}
	return r.options.Document(name, head)
}

// headSize is how many bytes of an entry decide whether it is a document.
const headSize = 64 << 10

// document sets m to the document in an entry, if it is one. A document that cannot be read is a
// defect of m; the error is that of reading the file.
func (r *reader) document(m *format.Member, e *entry) error {
	in := r.inflate(e)
	r.text = r.text[:0]
	is, archive := r.isDocument(m.Name, func() []byte {
		in.read(headSize)
		return r.text
	})
	if r.data.err != nil {
		return r.data.err
	}
	if !is {
		m.Archive = archive
		return nil
	}
	limits := r.options.Limits.WithDefaults()
	switch most := r.options.MaxMember; {
	case e.size.n > uint64(limits.Text(int64(e.packed.n))):
		r.leave(m, limits.Exceeded().Error())
		return nil
	case most > 0 && e.size.n > uint64(most), e.size.n >= largest:
		m.NoDocument, m.Large = false, true
		return nil
	}
	in.read(int64(e.size.n) + 1)
	if r.data.err != nil {
		return r.data.err
	}
	if why := in.defect(); why != "" {
		r.leave(m, why)
		m.Broken = m.Defect != ""
		return nil
	}
	m.NoDocument, m.Text, m.End = false, r.text, len(r.text)
	r.protect(m)
	return nil
}

// protect makes the document of m read-only if the zip file is signed. The first such member also
// gets a fault.
func (r *reader) protect(m *format.Member) {
	if signed := r.directory.signed; signed != "" && !r.options.Signed {
		m.ReadOnly = "the zip file is signed: " + signed
		if !r.protected {
			r.protected = true
			m.Faults = []string{m.ReadOnly + ": its files stay as they are"}
		}
	}
}

// largest is the size in bytes from which on a document is not read. A smaller one still fits into 32
// bits after changes.
const largest = 1 << 30

// passOn passes a member on to the writer of the file, if there is one.
func (r *reader) passOn(m *format.Member, e *entry) {
	if r.back != nil {
		r.back.add(m, e)
	}
}

// An inflation decompresses the data of an entry into the text of the reader.
type inflation struct {
	*reader
	e   *entry
	src io.Reader
	err error
}

// inflate begins to decompress an entry.
func (r *reader) inflate(e *entry) *inflation {
	r.data.section(e.data, e.end)
	in := &inflation{reader: r, e: e, src: r.data}
	if e.method == methodStored {
		return in
	}
	if r.inflater == nil {
		r.inflater = flate.NewReader(r.data)
	} else {
		in.err = r.inflater.(flate.Resetter).Reset(r.data, nil)
	}
	in.src = r.inflater
	return in
}

// read decompresses until the text of the reader has n bytes, or the data ends.
func (in *inflation) read(n int64) {
	r := in.reader
	for in.err == nil && int64(len(r.text)) < n {
		if len(r.text) == cap(r.text) {
			r.text = in.grown()
		}
		room := r.text[len(r.text):min(int64(cap(r.text)), n)]
		var k int
		k, in.err = in.src.Read(room)
		r.text = r.text[:len(r.text)+k]
	}
}

// grown returns the text with more room: as much as the entry says that it needs, unless that is
// much more than there is so far.
func (in *inflation) grown() []byte {
	have := len(in.text)
	room := max(512, min(int(min(in.e.size.n, largest))+1, 8*have+headSize))
	return append(make([]byte, 0, max(room, have+512)), in.text...)
}

// defect returns what is wrong with the text, or "". The text was read to its end.
func (in *inflation) defect() defect {
	switch {
	case in.err != nil && in.err != io.EOF:
		return "its data cannot be decompressed: " + in.err.Error()
	case uint64(len(in.text)) != in.e.size.n || in.err == nil:
		return "its size is another one than the directory says"
	case in.data.next != in.data.end:
		return "its data ends before the directory says"
	case crc32.ChecksumIEEE(in.text) != in.e.crc:
		return "its checksum is wrong"
	}
	return ""
}
