package tar

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
)

// Format is the row of tar in the table of package container.
var Format = format.Format{
	Name:       "tar",
	Kind:       format.Files,
	Extensions: []string{".tar"},
	Magic:      detect,
	Open:       func(file io.Reader, o format.Options) format.Reader { return newReader(file, o) },
	List:       list,
	Correct:    correct,
}

// detect reports whether a head begins with a header. An archive without files is not recognised.
func detect(head []byte) bool {
	if len(head) < blockSize {
		return false
	}
	_, ok := block(head).check()
	return ok
}

// A reader reads an archive file by file.
type reader struct {
	in      format.Buffer
	options format.Options
	most    int64  // the size of the largest member that is held
	number  int    // the number of the last member
	name    string // the name of the last member
	left    int64  // the bytes of the last member that were not returned yet
	ended   bool   // all files were read: the rest is the last member
}

// newReader returns a reader of an archive.
func newReader(file io.Reader, o format.Options) *reader {
	r := &reader{in: format.Buffer{Source: file}, options: o, most: math.MaxInt / 4}
	if o.MaxMember > 0 {
		r.most = int64(o.MaxMember)
	}
	return r
}

// Next implements [format.Reader].
func (r *reader) Next(m *format.Member) error {
	*m = format.Member{Number: r.number, Name: r.name, NoDocument: true, Continued: true}
	switch {
	case r.left > 0 && len(r.in.Peek(1)) > 0:
		r.part(m)
		return nil
	case r.left > 0:
		return r.in.ErrAt("tar")
	}
	r.in.Shrink()
	if len(r.in.Peek(1)) == 0 {
		return r.in.ErrAt("tar")
	}
	r.number++
	*m = format.Member{Number: r.number, Offset: r.in.Offset()}
	f, err := readFile(&r.in)
	if err != nil {
		r.end(m, &f, err)
		return nil
	}
	r.member(m, &f)
	return nil
}

// readFile reads the headers of the next file, without skipping them.
func readFile(in *format.Buffer) (file, error) {
	f := newFile()
	var text []byte
	for {
		need, err := f.read(text)
		if need == 0 || err != nil {
			return f, err
		}
		if text = in.Peek(need); len(text) < need {
			if f.main >= 0 && f.kind == hardLink { // only the header after a hard link is missing: see file.rest
				f.size, f.full = 0, 0
				return f, nil
			}
			return f, errCut
		}
	}
}

// errCut is the error of an archive that ends within the headers of a file.
var errCut = errors.New("headers that are cut: the archive ends")

// member sets m to a file.
func (r *reader) member(m *format.Member, f *file) {
	m.Name, r.name = f.name, f.name
	size := int64(f.headers) + padded(f.size)
	switch has := r.hasDocument(m, f); {
	case has && size <= r.most: // the headers, the data and the padding are held
		m.Text = r.in.Peek(int(size))
		r.in.Skip(len(m.Text))
		m.Start, m.End = f.headers, f.headers+int(f.size)
		if m.End > len(m.Text) {
			m.Start, m.End, m.Broken = 0, 0, true
			m.Defect = r.cut(size - int64(len(m.Text)))
		}
		return
	case has:
		m.Large = true // the engine reports that the document is too large
	default:
		m.NoDocument = true
	}
	r.left = size
	r.part(m)
}

// hasDocument reports whether a file has a document. If the document is not stored as a whole, it
// returns false, and sets the defect of m.
func (r *reader) hasDocument(m *format.Member, f *file) bool {
	isFile := f.kind == oldFile || f.kind == regularFile || f.kind == contiguous || f.kind == hardLink || f.sparse
	if f.size == 0 || !isFile {
		return false
	}
	const enough = 64 << 10
	head := func() []byte {
		text := r.in.Peek(f.headers + int(min(f.size, enough)))
		return text[min(f.headers, len(text)):]
	}
	if r.options.Document != nil {
		if is, archive := r.options.Document(f.name, head); !is {
			m.Archive = archive
			return false
		}
	}
	switch {
	case f.sparse:
		m.Defect = "the file is sparse: its document is not stored as a whole"
	case f.kind == hardLink:
		m.Defect = "the file is a hard link that has data, too"
	default:
		return true
	}
	return false
}

// cut describes the defect of a file of which the archive lacks missing bytes at its end.
func (r *reader) cut(missing int64) string {
	return fmt.Sprintf("the archive ends within the file: %d bytes of the file and its padding are missing", missing)
}

// part sets m to the next part of a member that is not held in memory. The first part may be the
// only part.
func (r *reader) part(m *format.Member) {
	size := int(min(r.left, format.BufferSize, max(r.most, 4<<10)))
	text := r.in.Peek(size + 1)
	m.Offset, m.Text = r.in.Offset(), text[:min(size, len(text))]
	r.in.Skip(len(m.Text))
	r.left -= int64(len(m.Text))
	switch {
	case len(text) > size:
	case r.ended:
		r.left = 0
	case r.left > 0 && r.in.Err() == io.EOF:
		m.Faults, m.Broken = append(m.Faults, r.cut(r.left)), true
	}
	m.Large = r.left > 0 || m.Continued || m.Large
}

// end sets m to the rest of the archive, which has no more files because of err. f has the headers
// that were read before the error.
func (r *reader) end(m *format.Member, f *file, err error) {
	m.NoDocument, r.name = true, ""
	switch {
	case err != errEnd:
		m.Broken = true
		m.Faults = []string{fmt.Sprintf("left from byte %d on: %v", m.Offset, err)}
	case !format.IsZero(r.in.Peek(f.headers + format.BufferSize)[f.headers:]):
		m.Faults = []string{"left: data after the end of the archive"}
	}
	r.left, r.ended = math.MaxInt64, true
	r.part(m)
}
